"""Checks of arguments: what is wrong is refused in words, before the library sees it."""
from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

    Source = str | os.PathLike[str] | ReadableBuffer
else:
    Source = str | os.PathLike[str] | bytes | bytearray | memoryview


class Options(TypedDict, total=False):
    format: str | None
    branch: str | None
    only: Iterable[str] | None
    rules: Mapping[str, str] | None
    compat: Iterable[str] | None
    limits: Mapping[str, int] | None


def read(source: Source, name: str | None) -> tuple[bytes, str | None]:
    """The bytes of a file, and its name."""
    if not isinstance(source, (str, os.PathLike)):
        try:
            return bytes(memoryview(source)), name
        except TypeError:
            raise TypeError(f"a file must be a path or bytes, not {type(source).__name__}") from None
    path = os.fsdecode(source)
    mode = os.stat(path).st_mode
    if stat.S_ISCHR(mode) or stat.S_ISBLK(mode):  # which may have no end
        raise OSError(errno.EINVAL, "Is a device", path)
    return Path(path).read_bytes(), path if name is None else name


def known(options: Options) -> None:
    """Refuses options under names that are not known."""
    for option in options:
        if option not in Options.__annotations__:
            raise TypeError(f"unexpected keyword argument {option!r}; besides its own keywords, a function takes "
                            f"{', '.join(Options.__annotations__)}")


def text(name: str, value: str | None) -> bytes | None:
    """A string for C; names of files may contain bytes that are not UTF-8."""
    return None if value is None else word(name, value)


def word(name: str, value: str) -> bytes:
    """A string that must be there."""
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a string, not {type(value).__name__}")
    encoded = value.encode("utf-8", "surrogateescape")
    if b"\0" in encoded:
        raise ValueError(f"{name} must not contain NUL")
    return encoded


def number(name: str, value: int) -> int:
    """A whole number that fits into 64 bits, which ctypes does not check."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{name} must be a whole number")
    if not 0 <= value < 1 << 64:
        raise ValueError(f"{name} must be from 0 to 2**64 - 1")
    return value


def several(name: str, values: Iterable[str] | None) -> list[str]:
    """A list of words. A string would be one of its letters."""
    if values is None:
        return []
    if isinstance(values, (str, bytes, bytearray)) or not isinstance(values, Iterable):
        raise TypeError(f"{name} must be a list of strings, not {type(values).__name__}")
    listed = list(values)
    for value in listed:
        if not isinstance(value, str):
            raise TypeError(f"{name} must be a list of strings, but has {type(value).__name__}")
    return listed


def severities(values: Mapping[str, str] | None) -> dict[str, str]:
    """Severities by pattern."""
    expected = "rules must be a mapping of patterns to severities, such as {'m3g/*': 'off'}"
    if values is None:
        return {}
    if not isinstance(values, Mapping):
        raise TypeError(f"{expected}, not {type(values).__name__}")
    for pattern, severity in values.items():
        if not isinstance(pattern, str):
            raise TypeError(f"{expected}; its keys are strings, not {type(pattern).__name__}")
        if not isinstance(severity, str):
            raise TypeError(f"{expected}; its values are strings, not {type(severity).__name__}")
    return dict(values)


def lasting(options: Options) -> Options:
    """Options for several files: with lists for what could be read only once."""
    known(options)
    kept = options.copy()
    kept["only"] = several("only", options.get("only"))
    kept["compat"] = several("compat", options.get("compat"))
    return kept


def positive(name: str, value: int) -> int:
    if number(name, value) < 1:
        raise ValueError(f"{name} must be at least 1")
    return value


def own_words(message: str) -> str:
    """A message with the option of this package that sets a limit, for that of the command line or of the C library."""
    return re.sub(r"\((?:--max-|A3DLINT_MAX_)(\w+)\)", lambda found: f"(limits={{'{found[1].lower()}': ...}})", message)


def numbers(values: Mapping[str, int] | None) -> dict[str, int]:
    """Limits by name."""
    if values is None:
        return {}
    if not isinstance(values, Mapping):
        raise TypeError("limits must be a mapping of names to numbers, such as {'work': 1000000}, "
                        f"not {type(values).__name__}")
    return {name: number(f"the limit {name!r}", value) for name, value in values.items()}
