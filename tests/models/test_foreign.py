"""Model files of strangers: one clear error for each way to be bad, nothing kept or run."""

from __future__ import annotations

import io
import json
import os
import pickle
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from models.registry import model_bytes, shipped_models, shipped_weights
from models.store import probe as probing
from models.store.errors import ForeignModelError, VersionError
from models.store.foreign import check_settings, check_weights, kind_of, read_parts
from models.store.intake import import_version
from models.store.onnx_file import onnx_contents
from models.store.store import Store
from models.store.version import Origin, sha256
from models.store.weights_file import tensor_shapes


@pytest.fixture(scope="module")
def reader() -> bytes:
    return model_bytes(shipped_models()["reader"])


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "models")


def number(value: int) -> bytes:
    """A protocol buffer's varint."""
    parts = []
    while value > 0x7F:
        parts.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*parts, value])


def field(place: int, content: bytes | int) -> bytes:
    if isinstance(content, int):
        return number(place << 3) + number(content)
    return number(place << 3 | 2) + number(len(content)) + content


def onnx(*nodes: bytes, extra: bytes = b"", inside: bytes = b"") -> bytes:
    """A model whose graph has the reader's names and these nodes."""
    outputs = ("face", "red", "kind", "stamp", "turn", "embedding")
    graph = b"".join(field(1, node) for node in nodes)
    graph += field(11, field(1, b"images")) + inside
    graph += b"".join(field(12, field(1, name.encode())) for name in outputs)
    return field(1, 8) + field(7, graph) + extra


def node(operator: str, domain: str = "", extra: bytes = b"") -> bytes:
    return field(4, operator.encode()) + field(7, domain.encode()) + extra


EXTERNAL = field(1, 1) + field(2, 1) + field(13, field(1, b"location") + field(2, b"/etc/passwd"))
TENSOR = field(1, 1) + field(2, 1) + field(9, b"\0\0\0\0")

HOSTILE: dict[str, tuple[bytes, str]] = {
    "no file": (b"", "there is not one graph"),
    "text": (b"import os; os.system('true')", "is no ONNX file"),
    "cut off": (onnx(node("Conv"))[:-3], "cut off"),
    "two graphs": (onnx() + field(7, b""), "there is not one graph"),
    "external data": (onnx(inside=field(5, EXTERNAL)), "weights from other files"),
    "external data by its location alone": (
        onnx(inside=field(5, TENSOR + field(14, 1))), "weights from other files",
    ),
    "external data in a constant": (
        onnx(node("Constant", extra=field(5, field(1, b"value") + field(5, EXTERNAL)))),
        "weights from other files",
    ),
    "external data in a sparse tensor": (
        onnx(inside=field(15, field(1, EXTERNAL))), "weights from other files",
    ),
    "external data in a second graph": (
        onnx() + field(7, field(5, EXTERNAL)), "weights from other files",
    ),
    "custom domain": (onnx(node("Conv", "evil.ops")), "operator domain 'evil.ops'"),
    "vendor domain": (onnx(node("FusedConv", "com.microsoft")), "domain 'com.microsoft'"),
    "unknown operator": (onnx(node("PyOp")), "no model here has: PyOp"),
    "loop": (onnx(node("Loop", extra=field(5, field(6, b"")))), "a body of its own"),
    "function": (onnx(extra=field(25, field(1, b"f"))), "operators of its own"),
    "training graph": (onnx(extra=field(20, b"")), "training graph"),
    "other outputs": (field(7, field(11, field(1, b"x")) + field(12, field(1, b"y"))),
                      r"inputs \(x\) and outputs \(y\) are those of no network"),
    "a name that is a number": (onnx(field(4, 7)), "a name is a number"),
    "endless number": (b"\xff" * 12, "is no ONNX file"),
    "group": (b"\x0b\x0c", "is no ONNX file"),
}  # fmt: skip


@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_onnx(case: str, tmp_path: Path, store: Store) -> None:
    data, message = HOSTILE[case]
    source = tmp_path / "evil.onnx"
    source.write_bytes(data)
    with pytest.raises(ForeignModelError, match=message):
        import_version(store, source, "evil")
    assert not store.folder.exists()


def test_the_shipped_networks_are_known_by_their_outputs(reader: bytes) -> None:
    assert kind_of(reader) == "reader"
    for kind in ("locator", "aligner"):
        assert kind_of(model_bytes(shipped_models()[kind])) == kind
    assert onnx_contents(reader).inputs == ["images"]


class Trap:
    """Leaves a file behind when it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[str]]:
        return os.mkdir, (str(self.path),)


@pytest.mark.parametrize("name", ["a.pt", "a.pth", "a.pkl", "a.ckpt", "a.onnx", "a.safetensors"])
@pytest.mark.parametrize("archived", [False, True])
def test_pickles_are_never_opened(name: str, archived: bool, tmp_path: Path, store: Store) -> None:
    data = pickle.dumps(Trap(tmp_path / "sprung"), protocol=2)
    if archived:  # as torch.save writes it
        memory = io.BytesIO()
        with zipfile.ZipFile(memory, "w") as archive:
            archive.writestr("a/data.pkl", data)
        data = memory.getvalue()
    source = tmp_path / name
    source.write_bytes(data)
    with pytest.raises(ForeignModelError, match="is a pickle or an archive of one"):
        import_version(store, source, "evil")
    assert not (tmp_path / "sprung").exists()
    assert not store.folder.exists()


def test_a_pickle_within_a_folder_or_a_zip(reader: bytes, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "reader.onnx").write_bytes(reader)
    (folder / "best.pt").write_bytes(b"x")
    with pytest.raises(ForeignModelError, match=r"best\.pt is a pickle"):
        read_parts(folder)
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("m/data.pkl", b"x")
    with pytest.raises(ForeignModelError, match=r"data\.pkl is a pickle"):
        read_parts(tmp_path / "a.zip")


def test_a_zip_bomb_and_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("models.store.foreign.MAX_BYTES", 10_000)
    with zipfile.ZipFile(tmp_path / "a.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("reader.onnx", bytes(20_000_000))
    with pytest.raises(ForeignModelError, match="larger than 10000 bytes"):
        read_parts(tmp_path / "a.zip")
    with zipfile.ZipFile(tmp_path / "b.zip", "w") as archive:
        for index in range(17):
            archive.writestr(f"{index}.onnx", b"")
    with pytest.raises(ForeignModelError, match="more than 16 files"):
        read_parts(tmp_path / "b.zip")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "reader.onnx").symlink_to("/etc/hostname")
    with pytest.raises(ForeignModelError, match="is a link"):
        read_parts(tmp_path / "folder")
    (tmp_path / "c.zip").write_bytes(b"PK\x03\x04")
    with pytest.raises(ForeignModelError, match="cannot be unpacked"):
        read_parts(tmp_path / "c.zip")


def safetensors(header: object, data: bytes = b"") -> bytes:
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + data


def item(*places: int, shape: tuple[int, ...] = (2,), kind: str = "F16") -> dict[str, Any]:
    return {"dtype": kind, "shape": list(shape), "data_offsets": list(places)}


class TestWeights:
    def test_the_shapes(self) -> None:
        header = {"__metadata__": {"a": "b"}, "x": item(0, 4), "y": item(4, 12, kind="I64",
                                                                        shape=())}  # fmt: skip
        assert tensor_shapes(safetensors(header, bytes(12))) == {"x": (2,), "y": ()}

    @pytest.mark.parametrize(
        "data",
        [
            b"",
            b"\xff" * 8,
            struct.pack("<Q", 50) + b"{}",
            safetensors(b"{"),
            safetensors([]),
            safetensors({"x": {}}),
            safetensors({"x": item(0, 4, kind="object")}, bytes(4)),
            safetensors({"x": item(0, 4, shape=(-1, -2))}, bytes(4)),
            safetensors({"x": item(0, 4)}, bytes(5)),
            safetensors({"x": item(0, 5)}, bytes(5)),
            safetensors({"x": item(1, 5)}, bytes(5)),
            safetensors({"x": item(0, 4), "y": item(0, 4)}, bytes(4)),
            safetensors({"x": item(0, 4), "y": item(2, 6)}, bytes(6)),
        ],
    )
    def test_malformed(self, data: bytes) -> None:
        with pytest.raises(ForeignModelError):
            tensor_shapes(data)

    def test_weights_have_to_be_the_networks_own(self) -> None:
        check_weights(shipped_weights("reader"), "reader")
        with pytest.raises(ForeignModelError, match="are not those of the reader"):
            check_weights(shipped_weights("locator"), "reader")


@pytest.mark.parametrize(
    ("kind", "settings", "message"),
    [
        ("reader", {"temperature": 0.7, "batch": 32}, None),
        ("locator", {"input_side": 512, "min_score": 0.4}, None),
        ("reader", {"shell": 1}, "not among"),
        ("reader", [], "not among"),
        ("reader", {"temperature": "1"}, "temperature cannot be 1"),
        ("reader", {"temperature": 0}, "temperature cannot be 0"),
        ("reader", {"temperature": float("nan")}, "temperature cannot be nan"),
        ("reader", {"batch": 1e9}, "batch cannot be"),
        ("reader", {"batch": 1.5}, "batch cannot be 1.5"),
        ("reader", {"batch": True}, "batch cannot be True"),
        ("locator", {"input_side": 500}, "input_side cannot be 500"),
        ("locator", {"input_side": 65536}, "input_side cannot be 65536"),
        ("aligner", {"rounds": 1, "most_moved": 0.2}, None),
        ("aligner", {"rounds": 2.5}, "rounds cannot be 2.5"),
        ("aligner", {"rounds": 100}, "rounds cannot be 100"),
    ],
)
def test_settings(kind: str, settings: object, message: str | None) -> None:
    if message is None:
        assert check_settings(settings, kind) == settings
        return
    with pytest.raises(ForeignModelError, match=message):
        check_settings(settings, kind)


class TestImport:
    @pytest.fixture(autouse=True)
    def no_trial(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("models.store.foreign.probe", lambda _data, _kind: None)

    def export(self, folder: Path, reader: bytes, **changes: Any) -> Path:
        folder.mkdir()
        entry = {"file": "reader.onnx", "sha256": sha256(reader), "version": "7",
                 "settings": {"temperature": 0.5}, **changes}  # fmt: skip
        (folder / "manifest.json").write_text(json.dumps({"models": {"reader": entry}}))
        (folder / "reader.onnx").write_bytes(reader)
        return folder

    def test_a_reader_with_the_shipped_locator(
        self, reader: bytes, tmp_path: Path, store: Store
    ) -> None:
        source = self.export(tmp_path / "given", reader)
        (source / "reader.safetensors").write_bytes(shipped_weights("reader"))
        kept = import_version(store, source, "theirs")
        assert kept.origin is Origin.IMPORTED
        assert kept.models["reader"]["settings"] == {"temperature": 0.5}
        for kind in ("locator", "aligner"):
            assert kept.models[kind]["sha256"] == shipped_models()[kind].sha256
        assert store.get("theirs") == kept
        with pytest.raises(VersionError, match="has not passed the gate"):
            store.use("theirs")

    @pytest.mark.parametrize(
        ("changes", "message"),
        [
            ({"sha256": "0" * 64}, "not the file that manifest.json names"),
            ({"settings": {"batch": -1}}, "batch cannot be -1"),
        ],
    )
    def test_a_manifest_that_does_not_fit(
        self, changes: Any, message: str, reader: bytes, tmp_path: Path, store: Store
    ) -> None:
        with pytest.raises(ForeignModelError, match=message):
            import_version(store, self.export(tmp_path / "given", reader, **changes), "theirs")
        assert not store.folder.exists()

    @pytest.mark.parametrize(
        "text",
        ["{", "[]", '{"models": 3}', '{"models": {"tracker": {}}}',
         '{"models": {"locator": {}}}', '{"models": {"reader": 1}}'],
    )  # fmt: skip
    def test_a_malformed_manifest(
        self, text: str, reader: bytes, tmp_path: Path, store: Store
    ) -> None:
        source = self.export(tmp_path / "given", reader)
        (source / "manifest.json").write_text(text)
        with pytest.raises(ForeignModelError, match=r"manifest\.json"):
            import_version(store, source, "theirs")

    def test_two_readers(self, reader: bytes, tmp_path: Path, store: Store) -> None:
        source = self.export(tmp_path / "given", reader)
        (source / "again.onnx").write_bytes(reader)
        with pytest.raises(ForeignModelError, match="there are two readers"):
            import_version(store, source, "theirs")


class TestProbe:
    def test_the_shipped_reader_answers_as_it_has_to(self, reader: bytes) -> None:
        probing.probe(reader, "reader")

    def test_what_cannot_be_run_is_told_and_ends_nothing(self) -> None:
        with pytest.raises(ForeignModelError, match="it cannot be run"):
            probing.probe(onnx(node("Conv")), "reader")
