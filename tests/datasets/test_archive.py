"""Archives of strangers: what is unpacked, what is refused, and that nothing is left behind."""

from __future__ import annotations

import io
import stat
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from datasets.formats.archive import ArchiveError, Limits, extract, is_archive, safe_name

SMALL = Limits(members=6, member_bytes=20_000, total_bytes=50_000, ratio=20, free_bytes=12_000)
Member = tuple[str, bytes]


def zipped(path: Path, *members: Member, mode: int = 0, method: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, data in members:
            info = zipfile.ZipInfo(name)
            info.external_attr = mode << 16
            info.compress_type = method
            archive.writestr(info, data)
    return path


def tarred(path: Path, *members: Member, kind: bytes = tarfile.REGTYPE, packing: str = "") -> Path:
    with tarfile.open(path, f"w:{packing}") as archive:  # type: ignore[call-overload]
        for name, data in members:
            info = tarfile.TarInfo(name)
            info.type = kind
            info.linkname = "a.txt"
            info.size = len(data) if kind == tarfile.REGTYPE else 0
            archive.addfile(info, io.BytesIO(data))
    return path


def refused(archive: Path, message: str, limits: Limits = SMALL) -> None:
    """The archive gives one clear error, and its folder looks as before."""
    target = archive.parent / "out"
    before = sorted(archive.parent.iterdir())
    with pytest.raises(ArchiveError, match=message) as caught:
        extract(archive, target, limits)
    assert "\n" not in caught.value.detail
    assert sorted(archive.parent.iterdir()) == before


PACKERS: list[Callable[..., Path]] = [zipped, tarred]


@pytest.mark.parametrize(
    ("make", "name"),
    [
        (zipped, "a.zip"),
        (tarred, "a.tar"),
        (lambda p, *m: tarred(p, *m, packing="gz"), "a.tar.gz"),
        (lambda p, *m: tarred(p, *m, packing="bz2"), "a.tar.bz2"),
    ],
)
def test_photos_and_labels_are_unpacked(
    make: Callable[..., Path], name: str, tmp_path: Path
) -> None:
    members = (("train/a.jpg", b"photo"), ("./data.yaml", b"names: []"), ("LICENSE", b"CC0"))
    archive = make(tmp_path / name, *members)
    assert is_archive(archive)
    written = extract(archive, tmp_path / "out", SMALL)
    out = tmp_path / "out"
    assert sorted(written) == [out / "LICENSE", out / "data.yaml", out / "train" / "a.jpg"]
    assert (out / "train" / "a.jpg").read_bytes() == b"photo"
    assert not any(stat.S_IXUSR & path.stat().st_mode for path in written)


@pytest.mark.parametrize("make", PACKERS)
def test_programs_archives_and_litter_stay_inside(
    make: Callable[..., Path], tmp_path: Path
) -> None:
    members = ("a.txt", "run.sh", "x.py", "inner.zip", "__MACOSX/._a.jpg", "b/._b.txt")
    archive = make(tmp_path / "a.bin", *((name, b"x") for name in members))
    assert extract(archive, tmp_path / "out", SMALL) == [tmp_path / "out" / "a.txt"]


@pytest.mark.parametrize("make", PACKERS)
@pytest.mark.parametrize(
    ("names", "message"),
    [
        (["/etc/a.txt"], "absolute name"),
        (["\\\\host\\a.txt"], "absolute name"),
        (["C:/a.txt"], "absolute name"),
        (["c:a.txt"], "absolute name"),
        (["../a.txt"], "climbs out"),
        (["b/../../a.txt"], "climbs out"),
        (["b\\..\\..\\a.txt"], "climbs out"),
        (["CON.txt"], "like a device"),
        (["b/nul"], "like a device"),
        (["b/Lpt1.jpg"], "like a device"),
        (["a.txt "], "cannot hold"),
        (["b./a.txt"], "cannot hold"),
        (["a.txt:stream"], "cannot hold"),
        (["a\n.txt"], "cannot hold"),
        (["a\u202etxt.jpg"], "cannot hold"),
        (["b" * 201 + ".txt"], "cannot hold"),
        (["b/" * 17 + "a.txt"], "no usable name"),
        (["A.txt", "a.txt"], "twice, or differs in capitals"),
        (["b/a.txt", "B/A.TXT"], "twice, or differs in capitals"),
        (["./a.txt", "a.txt"], "twice, or differs in capitals"),
        (["a.txt", "a.txt/b.txt"], "both a file and a folder"),
        (["a.txt/b.txt", "a.txt"], "both a file and a folder"),
        (["é.txt", "e\u0301.txt"], "twice, or differs in capitals"),
    ],
)
def test_names_that_could_land_elsewhere(
    make: Callable[..., Path], names: list[str], message: str, tmp_path: Path
) -> None:
    refused(make(tmp_path / "a.bin", *((name, b"x") for name in names)), message)


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("make", PACKERS)
def test_one_name_twice(make: Callable[..., Path], tmp_path: Path) -> None:
    refused(make(tmp_path / "a.bin", ("a.txt", b"x"), ("a.txt", b"y")), "twice")


@pytest.mark.parametrize("mode", [stat.S_IFLNK, stat.S_IFIFO, stat.S_IFCHR, stat.S_IFSOCK])
def test_links_and_devices_in_a_zip(mode: int, tmp_path: Path) -> None:
    refused(zipped(tmp_path / "a.zip", ("a.txt", b"/etc/passwd"), mode=mode), "link or a device")


@pytest.mark.parametrize(
    "kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE]
)
def test_links_and_devices_in_a_tar(kind: bytes, tmp_path: Path) -> None:
    refused(tarred(tmp_path / "a.tar", ("b.txt", b""), kind=kind), "link or a device")


@pytest.mark.parametrize("make", PACKERS)
def test_too_many_members(make: Callable[..., Path], tmp_path: Path) -> None:
    members = [(f"{number}.txt", b"x") for number in range(7)]
    refused(make(tmp_path / "a.bin", *members), "more than 6 members")


@pytest.mark.parametrize("make", PACKERS)
def test_a_member_too_large(make: Callable[..., Path], tmp_path: Path) -> None:
    refused(make(tmp_path / "a.bin", ("a.txt", b"x" * 20_001)), "more than 20,000 bytes")


@pytest.mark.parametrize("make", [lambda p, *m: zipped(p, *m, method=zipfile.ZIP_STORED), tarred])
def test_too_much_in_all(make: Callable[..., Path], tmp_path: Path) -> None:
    members = [(f"{number}.txt", bytes(19_000)) for number in range(3)]
    refused(make(tmp_path / "a.bin", *members), "unpacks to more than")


def test_a_member_that_grows_too_much(tmp_path: Path) -> None:
    refused(zipped(tmp_path / "a.zip", ("a.txt", bytes(19_000))), "more than 20 times its size")


@pytest.mark.parametrize("packing", ["gz", "bz2"])
def test_a_tar_that_grows_too_much(packing: str, tmp_path: Path) -> None:
    archive = tarred(tmp_path / "a.tar", ("a.txt", bytes(19_000)), packing=packing)
    refused(archive, "more than 20 times its size")


def test_small_texts_may_pack_well(tmp_path: Path) -> None:
    archive = zipped(tmp_path / "a.zip", ("a.txt", bytes(2_000)))
    assert len(extract(archive, tmp_path / "out", SMALL)) == 1


@pytest.mark.parametrize(("lie", "message"), [(10, "is damaged"), (19_999, "is damaged")])
def test_sizes_that_a_zip_declares_are_not_believed(lie: int, message: str, tmp_path: Path) -> None:
    archive = zipped(tmp_path / "a.zip", ("a.txt", b"x" * 5_000), method=zipfile.ZIP_STORED)
    data = archive.read_bytes()
    real = (5_000).to_bytes(4, "little")
    assert data.count(real) == 4  # packed and unpacked, in the header and in the directory
    archive.write_bytes(data.replace(real, lie.to_bytes(4, "little")))
    refused(archive, message)


def test_a_header_that_would_fill_the_memory(tmp_path: Path) -> None:
    archive = tmp_path / "a.tar"
    info = tarfile.TarInfo("././@PaxHeader")
    info.type, info.size = tarfile.XHDTYPE, 10**9
    archive.write_bytes(info.tobuf(tarfile.USTAR_FORMAT) + bytes(1024))
    refused(archive, "a header of the tar archive has 1,000,000,000 bytes")


def test_an_encrypted_member(tmp_path: Path) -> None:
    archive = zipped(tmp_path / "a.zip", ("a.txt", b"secret"))
    data = bytearray(archive.read_bytes())
    data[data.index(b"PK\x01\x02") + 8] |= 1
    data[data.index(b"PK\x03\x04") + 6] |= 1
    archive.write_bytes(bytes(data))
    refused(archive, "is encrypted")


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_other_methods(method: int, tmp_path: Path) -> None:
    refused(zipped(tmp_path / "a.zip", ("a.txt", b"x"), method=method), "another method")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "damaged"),
        (b"not an archive", "damaged"),
        (b"PK\x03\x04 cut off", "damaged"),
        (b"\x1f\x8b cut off", "damaged|cannot be read"),
        (b"\xfd7zXZ\x00 anything", "xz are not accepted"),
    ],
)
def test_what_is_no_archive(data: bytes, message: str, tmp_path: Path) -> None:
    archive = tmp_path / "a.zip"
    archive.write_bytes(data)
    refused(archive, message)


@pytest.mark.parametrize("cut", [0.3, 0.6, 0.9])
@pytest.mark.parametrize("packing", ["", "gz"])
def test_a_tar_that_is_cut_off(cut: float, packing: str, tmp_path: Path) -> None:
    archive = tarred(tmp_path / "a.tar", ("a.txt", bytes(range(256)) * 40), packing=packing)
    data = archive.read_bytes()
    archive.write_bytes(data[: int(len(data) * cut * 0.5)])
    target = tmp_path / "out"
    with pytest.raises(ArchiveError):
        extract(archive, target, SMALL)
    assert not target.exists()


def test_a_full_target_is_left_alone(tmp_path: Path) -> None:
    archive = zipped(tmp_path / "a.zip", ("a.txt", b"new"))
    target = tmp_path / "out"
    target.mkdir()
    (target / "a.txt").write_bytes(b"old")
    with pytest.raises(Exception, match="is not empty"):
        extract(archive, target, SMALL)
    assert [path.read_bytes() for path in target.iterdir()] == [b"old"]


@given(st.text(max_size=40))
def test_any_name_stays_below_or_is_refused(name: str) -> None:
    try:
        path = safe_name(name)
    except ArchiveError:
        return
    assert not path.is_absolute()
    assert path.parts
    assert not {"..", ".", ""} & set(path.parts)
    assert all(":" not in part and "\\" not in part for part in path.parts)
