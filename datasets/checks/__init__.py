"""What can be wrong with a dataset, found without any model."""
