"""Shipped weights and their registry, training and evaluation."""
