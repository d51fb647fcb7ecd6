"""Label formats, one module each; all give :class:`datasets.labels.LabelledPhoto`."""
