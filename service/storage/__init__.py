"""What the service remembers: reads, photos, scores, corrections, jobs, keys, designs.

One module for each subject over the tables of ``tables``; ``engine`` opens the database, SQLite
in write-ahead mode or PostgreSQL, and brings its schema up to date.
"""

from service.storage.engine import Storage, StorageError, open_storage

__all__ = ["Storage", "StorageError", "open_storage"]
