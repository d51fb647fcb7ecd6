"""Label formats, one module each; all read and write :class:`datasets.labels.MarkedPhoto`."""
