"""The shared library: its functions, and the C objects that a call owns."""
from __future__ import annotations

import ctypes
import os
from collections.abc import Iterable, Mapping
from ctypes import POINTER, byref, c_char_p, c_int, c_size_t, c_uint, c_uint64, c_void_p
from pathlib import Path
from types import TracebackType

LIMITS = ("input", "unpacked", "nodes", "depth", "findings", "work", "memory")
FORMS = ("text", "json", "ndjson", "sarif", "sarif-github", "junit", "github")
SEVERITIES = ("off", "note", "warning", "error")
LEAST_MEMORY = 64 << 10
NO_MEMORY = "not enough memory"  # as the library says it


class A3dlintError(Exception):
    """Why nothing could be made of a file, such as one of unknown format."""


class RuleInfo(ctypes.Structure):
    _fields_ = [("id", c_char_p), ("title", c_char_p), ("rationale", c_char_p), ("source", c_char_p), ("severity", c_int)]


def _open() -> ctypes.CDLL:
    beside = Path(__file__).with_name("liba3dlint.so")
    library = ctypes.CDLL(os.environ.get("A3DLINT_LIBRARY") or (str(beside) if beside.exists() else "liba3dlint.so.0"))
    size, out = POINTER(c_size_t), POINTER(c_void_p)
    for name, result, arguments in (
        ("version", c_char_p, []),
        ("new", c_void_p, [c_void_p]),
        ("free", None, [c_void_p]),
        ("set_limit", c_int, [c_void_p, c_int, c_uint64]),
        ("set_severity", c_int, [c_void_p, c_char_p, c_int]),
        ("add_only", c_int, [c_void_p, c_char_p]),
        ("add_compat", c_int, [c_void_p, c_char_p]),
        ("set_format", c_int, [c_void_p, c_char_p, c_char_p]),
        ("check", c_void_p, [c_void_p, c_char_p, c_char_p, c_size_t]),
        ("report_free", None, [c_void_p]),
        ("write", c_int, [c_void_p, c_char_p, out, size]),
        ("hex", c_char_p, [c_void_p, c_char_p, c_int, out, size]),
        ("glb", c_char_p, [c_void_p, out, size, POINTER(c_char_p)]),
        ("fix", c_void_p, [c_void_p, c_char_p, c_char_p, c_size_t, c_uint]),
        ("generate", c_void_p, [c_void_p, c_char_p, c_uint64, c_uint64]),
        ("break", c_void_p, [c_void_p, c_char_p, c_char_p, c_int, c_uint64, c_uint64]),
        ("explain", c_void_p, [c_void_p, c_char_p, c_int]),
        ("get_reason", c_char_p, [c_void_p]),
        ("get_data", c_void_p, [c_void_p, size]),
        ("get_fixes", c_char_p, [c_void_p]),
        ("output_free", None, [c_void_p]),
        ("get_rule", c_int, [c_size_t, POINTER(RuleInfo)]),
    ):
        function = getattr(library, f"a3dlint_{name}")
        function.restype, function.argtypes = result, arguments
    return library


C = _open()


def text(value: str | None) -> bytes | None:
    """A string for C; names of files may contain bytes that are not UTF-8."""
    if value is None:
        return None
    if not isinstance(value, str):
        raise TypeError(f"expected a string, not {value!r}")
    encoded = value.encode("utf-8", "surrogateescape")
    if b"\0" in encoded:
        raise ValueError("a name must not contain NUL")
    return encoded


def number(name: str, value: int) -> int:
    """A whole number that fits into 64 bits, which ctypes does not check."""
    if not isinstance(value, int):
        raise TypeError(f"{name} must be a whole number")
    if not 0 <= value < 1 << 64:
        raise ValueError(f"{name} must be from 0 to 2**64 - 1")
    return value


def several(name: str, values: Iterable[str]) -> Iterable[str]:
    """A list of words. A string would be one of its letters."""
    if isinstance(values, str):
        raise TypeError(f"{name} must be a list of strings, not {values!r}")
    return values


class Linter:
    """A checker with its options, to be used in `with`."""

    def __init__(
        self, *, format: str | None = None, branch: str | None = None, only: Iterable[str] = (),
        rules: Mapping[str, str] | None = None, compat: Iterable[str] = (), limits: Mapping[str, int] | None = None,
    ) -> None:
        self.handle = C.a3dlint_new(None)
        self.memory = 0
        if not self.handle:
            raise self.lack_of_memory()
        try:
            self._configure(format, branch, only, rules or {}, compat, limits or {})
        except BaseException:
            self.close()
            raise

    def _configure(self, format: str | None, branch: str | None, only: Iterable[str], rules: Mapping[str, str],
                   compat: Iterable[str], limits: Mapping[str, int]) -> None:
        for name, value in limits.items():
            if name not in LIMITS:
                raise ValueError(f"unknown limit {name!r}; choose from {', '.join(LIMITS)}")
            self._limit(name, number(f"the limit {name!r}", value))
        for pattern, severity in rules.items():
            if severity not in SEVERITIES:
                raise ValueError(f"unknown severity {severity!r}; choose from {', '.join(SEVERITIES)}")
            if C.a3dlint_set_severity(self.handle, text(pattern), SEVERITIES.index(severity)) != 0:
                raise ValueError(f"no rule matches {pattern!r}")
        for pattern in several("only", only):
            if C.a3dlint_add_only(self.handle, text(pattern)) != 0:
                raise ValueError(f"no rule matches {pattern!r}")
        for reader in several("compat", compat):
            if C.a3dlint_add_compat(self.handle, text(reader)) != 0:
                raise ValueError(f"unknown reader {reader!r}")
        if C.a3dlint_set_format(self.handle, text(format), text(branch)) != 0:
            raise ValueError(f"unknown format {format!r} or branch {branch!r}")

    def _limit(self, name: str, value: int) -> None:
        if name == "memory":
            if 0 < value < LEAST_MEMORY:
                raise ValueError(f"the limit 'memory' must be at least {LEAST_MEMORY} (64 KiB), or 0 for the default")
            self.memory = value
        C.a3dlint_set_limit(self.handle, LIMITS.index(name), value)

    def lack_of_memory(self) -> MemoryError:
        """The error for a result that has no room."""
        limit = f"; the limit 'memory' is {self.memory} bytes" if self.memory else ""
        return MemoryError(f"{NO_MEMORY} for the result{limit}")

    def close(self) -> None:
        C.a3dlint_free(self.handle)
        self.handle = None

    def __enter__(self) -> Linter:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


class Checked:
    """The report of one file, to be used in `with`. Keeps the bytes, which the library only refers to."""

    def __init__(self, linter: Linter, data: bytes, name: str | None) -> None:
        self._data, self._linter = data, linter
        self.handle = C.a3dlint_check(linter.handle, text(name), data, len(data))
        if not self.handle:
            raise linter.lack_of_memory()

    def _fail(self, why: str) -> Exception:
        return self._linter.lack_of_memory() if why == NO_MEMORY else A3dlintError(why)

    def write(self, form: str) -> bytes:
        at, size = c_void_p(), c_size_t()
        if form not in FORMS:
            raise ValueError(f"unknown form {form!r}; choose from {', '.join(FORMS)}")
        if C.a3dlint_write(self.handle, text(form), byref(at), byref(size)) != 0:
            raise self._linter.lack_of_memory()
        return ctypes.string_at(at, size.value)

    def hex(self, at: str | None, full: bool) -> bytes:
        out, size = c_void_p(), c_size_t()
        why = C.a3dlint_hex(self.handle, text(at), int(full), byref(out), byref(size))
        if why is not None:
            raise self._fail(why.decode())
        return ctypes.string_at(out, size.value)

    def glb(self) -> tuple[bytes, str]:
        out, size, lost = c_void_p(), c_size_t(), c_char_p()
        why = C.a3dlint_glb(self.handle, byref(out), byref(size), byref(lost))
        if why is not None:
            raise self._fail(why.decode())
        return ctypes.string_at(out, size.value), (lost.value or b"").decode()

    def __enter__(self) -> Checked:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        C.a3dlint_report_free(self.handle)
        self.handle = None


def taken(output: int | None) -> tuple[bytes, str]:
    """The bytes of an output and the report of fix. Frees the output."""
    if not output:
        raise MemoryError(NO_MEMORY)
    try:
        why = C.a3dlint_get_reason(output)
        if why is not None:
            raise A3dlintError(why.decode())
        size = c_size_t()
        at = C.a3dlint_get_data(output, byref(size))
        return ctypes.string_at(at, size.value), C.a3dlint_get_fixes(output).decode()
    finally:
        C.a3dlint_output_free(output)
