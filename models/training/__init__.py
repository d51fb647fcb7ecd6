"""Training of the shipped weights. Needs the extra ``train``; nothing at run time imports it."""
