"""From a photo to named tiles in their places: intake, locator, reader, arrangement."""
