"""Photos that clients ask to keep: new pixels, so that nothing of the file's metadata stays."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from PIL import Image

from service.storage.tables import Photo as PhotoRow

if TYPE_CHECKING:
    from vision.photo import Photo

QUALITY = 92


def photo_row(read_id: str, photo: Photo) -> PhotoRow:
    """Return a photo as it is stored: the upright pixels that were read, as a JPEG.

    Large photos were decoded at a reduced scale; the row has the size of what is stored.
    """
    buffer = io.BytesIO()
    Image.fromarray(photo.pixels).save(buffer, "JPEG", quality=QUALITY)
    height, width = photo.pixels.shape[:2]
    return PhotoRow(
        read_id=read_id,
        media_type="image/jpeg",
        width=width,
        height=height,
        data=buffer.getvalue(),
    )
