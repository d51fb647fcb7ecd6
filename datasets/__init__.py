"""Tile designs, the scenes that training sees, and label formats."""
