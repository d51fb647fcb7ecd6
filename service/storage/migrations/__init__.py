"""Alembic's migrations, applied when the service starts."""
