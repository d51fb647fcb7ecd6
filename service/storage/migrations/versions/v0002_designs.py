"""Designs have versions, and their files beside them.

The table of the first schema was never written, so it is made anew.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_OLD = ("id", "owner", "name", "family")


def upgrade() -> None:
    """Make the table with versions and files."""
    op.drop_table("designs")
    op.create_table(
        "designs",
        *(sa.Column(name, sa.String(), nullable=False) for name in _OLD),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("details", sa.JSON(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_designs")),
        sa.UniqueConstraint("owner", "name", "version", name=op.f("uq_designs_owner")),
    )


def downgrade() -> None:
    """Make the table as it was."""
    op.drop_table("designs")
    op.create_table(
        "designs",
        *(sa.Column(name, sa.String(), nullable=False) for name in _OLD),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("details", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_designs")),
    )
