"""Input errors of a user's own file: each names it and the line."""

import difflib
import gzip
import io
import re
import zlib
from pathlib import Path

NO_TEXT = (  # (how the bytes of a file begin, what it is, the remedy)
    (b"PK\x03\x04", "a spreadsheet or an archive", "save it as 'CSV UTF-8' first"),
    (b"\xd0\xcf\x11\xe0", "an old spreadsheet of Excel", "save it as 'CSV UTF-8' first"),
    (b"BZh", "compressed by bzip2", "unpack it first"),
    (b"\xfd7zXZ", "compressed by xz", "unpack it first"),
    (b"\x28\xb5\x2f\xfd", "compressed by zstd", "unpack it first"),
    (b"%PDF", "a PDF document", "look for the table it was made from"),
    (b"PAR1", "a Parquet file", "read it with pandas.read_parquet, and save it with to_csv"),
    (b"\x93NUMPY", "an array of NumPy", "load it with numpy.load"),
)


def text_file(path, encoding):
    """Return the text of a file without byte order mark; raise unless it exists and is text."""
    if re.match(r"[a-z][a-z+.-]+:/", str(path), re.IGNORECASE):
        raise ValueError(f"{path} is an address, not a file; download it first, then give the name of the file")
    given, path = path, _from_home(Path(path))
    try:
        return text_of(given, path.read_bytes(), encoding)
    except FileNotFoundError:
        near = difflib.get_close_matches(path.name, _neighbours(path), n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        relative = f" (relative names start in {str(Path.cwd())!r})"
        raise FileNotFoundError(f"no file {str(path)!r}{relative}{hint}") from None
    except (IsADirectoryError, PermissionError) as error:
        if path.is_dir():  # which Windows does not permit to be read
            raise FileNotFoundError(f"no file {str(path)!r}: it is a folder; name a file in it") from None
        raise ValueError(f"{given} cannot be read ({error.strerror}); copy it to a folder of your own") from None
    except OSError as error:
        raise ValueError(f"{str(given)!r:.60} cannot be read ({error.strerror}); look at its name") from None


def _from_home(path):
    try:
        return path.expanduser()
    except RuntimeError:  # there is no such user
        return path


def text_of(name, data, encoding):
    """Return the text, or bytes, of a file as text without byte order mark; raise unless it is text."""
    if isinstance(data, str):
        return data.removeprefix("\ufeff")
    data = unpacked(name, data)
    for beginning, kind, remedy in NO_TEXT:
        if data.startswith(beginning):
            raise ValueError(f"{name} is {kind}, not text; {remedy}")
    _check_zeros(name, data, encoding)
    return _decoded(name, data, encoding).removeprefix("\ufeff")


def unpacked(name, data, most=None):
    """Return the bytes of a file, unpacked if gzip has packed them; raise if broken, or if more than ``most``."""
    if not isinstance(data, bytes | bytearray | memoryview):
        raise TypeError(f"{name} must be text or bytes, got {data!r:.60}; a file is read by its name, with load_csv")
    data = bytes(data)
    if not data.startswith(b"\x1f\x8b"):
        return data
    try:
        with gzip.open(io.BytesIO(data)) as file:
            data = file.read(-1 if most is None else most + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise ValueError(f"{name} is compressed by gzip, and broken ({error}); get it again") from None
    if most is not None and len(data) > most:
        raise ValueError(f"{name} has more than {most / 1e6:g} MB when it is unpacked; keep a part of it")
    return data


def _check_zeros(name, data, encoding):
    """Raise where bytes 0 say that this is UTF-16, without the mark that would say so, or no text."""
    wide = str(encoding).casefold().replace("_", "-").startswith(("utf-16", "utf16", "utf-32", "utf32"))
    if wide or b"\0" not in data or data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return
    head = data[:4096]
    even, odd = head[::2].count(0), head[1::2].count(0)
    if max(even, odd) * 4 < len(head) // 2 or min(even, odd) * 4 > max(even, odd):
        raise ValueError(f"{name} holds bytes 0, so it is not text; save it as 'CSV UTF-8'")
    likely = "utf-16-le" if odd > even else "utf-16-be"
    raise ValueError(
        f"{name} is UTF-16 without the mark that says so; "
        f"save the file as 'CSV UTF-8', or pass its encoding, perhaps encoding={likely!r}"
    )


def _neighbours(path):
    """Return the names of the files in the folder where ``path`` should be."""
    return [other.name for other in path.parent.iterdir()] if path.parent.is_dir() else []


def _decoded(path, data, encoding):
    """Return bytes as text; raise at the first line that is not in this encoding."""
    try:
        return data.decode(encoding)
    except LookupError:
        raise ValueError(f"encoding must be one that Python knows, as 'utf-8', got {encoding!r}") from None
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        other = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "cp1252"
        raise ValueError(
            f"{path}, line {line}: byte 0x{data[error.start]:02x} is not {encoding}; "
            f"save the file as 'CSV UTF-8', or pass its encoding, perhaps encoding={other!r}"
        ) from None
