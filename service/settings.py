"""Settings of the service: a few, each with a default that is safe at home.

Each can be set by a flag of ``wahua serve`` or by an environment variable with the prefix
``WAHUA_``, such as ``WAHUA_DATABASE``.
"""

from __future__ import annotations

import ipaddress
import os
from pathlib import Path

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

MEBIBYTE = 1024 * 1024


def _default_database() -> str:
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return f"sqlite:///{Path(base) / 'wahua' / 'wahua.sqlite3'}"


class Settings(BaseSettings):
    """What the person who runs the service decides."""

    model_config = SettingsConfigDict(env_prefix="WAHUA_", frozen=True, extra="ignore")

    host: str = Field(default="127.0.0.1", description="Address to listen at.")
    port: int = Field(default=8000, ge=0, le=65535, description="Port; 0 takes a free one.")
    database: str = Field(
        default_factory=_default_database,
        description="SQLAlchemy URL: sqlite:///FILE or postgresql+psycopg://USER@HOST/NAME.",
    )
    api_keys: bool | None = Field(
        default=None,
        description="Ask for API keys; by default everywhere but on loopback addresses.",
    )
    rate_per_minute: int = Field(
        default=600, ge=0, description="Requests a minute for each client; 0 for no limit."
    )
    rate_burst: int = Field(
        default=60, ge=1, description="Requests that a client may send at once."
    )
    workers: int = Field(default=2, ge=1, le=64, description="Photos read at the same time.")
    queue_limit: int = Field(default=16, ge=0, description="Photos that may wait for a worker.")
    max_uploads: int = Field(
        default=32, ge=1, description="Photos that may be arriving at one time."
    )
    max_photo_bytes: int = Field(
        default=32 * MEBIBYTE, ge=1024, description="Largest body with a photo."
    )
    max_batch_bytes: int = Field(
        default=256 * MEBIBYTE, ge=1024, description="Largest body of a batch or a design."
    )
    max_batch_photos: int = Field(default=200, ge=1, description="Photos in one batch.")
    max_json_bytes: int = Field(default=MEBIBYTE, ge=1024, description="Largest JSON body.")
    body_timeout_s: float = Field(default=120, gt=0, description="Seconds for a body to arrive.")
    read_timeout_s: float = Field(default=60, gt=0, description="Seconds for a photo to be read.")
    shutdown_timeout_s: int = Field(
        default=30, ge=1, description="Seconds for requests to end at a stop."
    )
    retention_days: float = Field(
        default=30, ge=0, description="Days until reads and jobs are deleted; 0 keeps them."
    )
    cors_origins: tuple[str, ...] = Field(
        default=(), description="Origins whose pages may call the API."
    )
    run_jobs: bool = Field(default=True, description="Work on jobs in this process.")
    job_lease_s: float = Field(
        default=15,
        gt=0,
        description="Seconds after which another runner takes over a silent one's job.",
    )

    @property
    def asks_for_keys(self) -> bool:
        """Whether a request needs an API key."""
        return not is_loopback(self.host) if self.api_keys is None else self.api_keys


def is_loopback(host: str) -> bool:
    """Whether only programs on this machine can reach a host."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
