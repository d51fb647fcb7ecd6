"""The whole service over each database."""

from __future__ import annotations

import io

from PIL import Image

from service.http.app import create_app
from service.settings import Settings
from tests.service.http.conftest import Client, Known, wait_for_job
from vision.pipeline import ReadResult


def test_read_correct_batch_and_delete(database: str, result: ReadResult) -> None:
    buffer = io.BytesIO()
    Image.new("RGB", (800, 300)).save(buffer, "JPEG")
    photo = buffer.getvalue()
    app = create_app(Settings(database=database), lambda: Known(result))
    with Client(app) as client:
        form = {"data": {"keep_photo": "true"}, "files": {"photo": photo}}
        read = client.post("/v1/photos/score", **form).json()["photo"]
        body = {"read_id": read["id"], "tiles": []}
        assert client.post("/v1/corrections", json=body).status_code == 201
        photos = [("photos", ("a.jpg", photo)), ("photos", ("b.jpg", b"none"))]
        job = client.post("/v1/batches", files=photos, headers={"Idempotency-Key": "k"})
        ended = wait_for_job(client, job.headers["Location"])
        assert ended["state"] == "succeeded"
        assert [list(one) for one in ended["photos"]] == [["image", "photo"], ["image", "error"]]
        stored = client.get(f"/v1/reads/{read['id']}").json()
        assert (len(stored["scores"]), len(stored["corrections"])) == (1, 1)
        assert client.get(f"/v1/reads/{read['id']}/photo").status_code == 200
        assert client.delete(f"/v1/reads/{read['id']}").status_code == 204
        assert client.get(f"/v1/reads/{read['id']}").status_code == 404
