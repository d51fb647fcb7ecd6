"""The JSON of the API, one module for each subject; every field says what it holds."""
