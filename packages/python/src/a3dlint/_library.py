"""The shared library: its functions, and the C objects that a call owns."""
from __future__ import annotations

import ctypes
import os
from ctypes import POINTER, byref, c_char_p, c_int, c_size_t, c_uint, c_uint64, c_void_p
from pathlib import Path
from types import TracebackType

from ._arguments import Options, known, numbers, own_words, several, severities, text, word

LIMITS = ("input", "unpacked", "nodes", "depth", "findings", "work", "memory")
FORMATS = ("a3d1", "a3d2", "tanki", "m3g", "odol")
FORMS = ("text", "json", "ndjson", "sarif", "sarif-github", "junit", "github")
SEVERITIES = ("off", "note", "warning", "error")
LEAST_MEMORY = 64 << 10
NO_MEMORY = "not enough memory"  # as the library says it


class A3dlintError(Exception):
    """Why nothing could be made of a file, such as one of unknown format. Wrong arguments raise ValueError or TypeError."""


class RuleInfo(ctypes.Structure):
    _fields_ = [("id", c_char_p), ("title", c_char_p), ("rationale", c_char_p), ("source", c_char_p), ("severity", c_int)]


def _open() -> ctypes.CDLL:
    beside = Path(__file__).with_name("liba3dlint.so")
    path = os.environ.get("A3DLINT_LIBRARY") or (str(beside) if beside.exists() else "liba3dlint.so.0")
    try:
        return _declared(ctypes.CDLL(path))
    except (AttributeError, OSError) as error:
        raise ImportError(f"the library of a3dlint, {path}, cannot be used: {error}; "
                          "A3DLINT_LIBRARY is the path of another one") from None


def _declared(library: ctypes.CDLL) -> ctypes.CDLL:
    """The library, with the types of its functions."""
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
        ("get_format", c_char_p, [c_void_p]),
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


class Linter:
    """A checker with its options, to be used in `with`."""

    def __init__(self, options: Options) -> None:
        known(options)
        self.handle = C.a3dlint_new(None)
        self.memory = 0
        if not self.handle:
            raise self.lack_of_memory()
        try:
            for name, value in numbers(options.get("limits")).items():
                self._limit(name, value)
            self._select(options)
            self._format(options.get("format"), options.get("branch"))
        except BaseException:
            self.close()
            raise

    def _select(self, options: Options) -> None:
        for pattern, severity in severities(options.get("rules")).items():
            if severity not in SEVERITIES:
                raise ValueError(f"unknown severity {severity!r}; choose from {', '.join(SEVERITIES)}")
            if C.a3dlint_set_severity(self.handle, word("a pattern", pattern), SEVERITIES.index(severity)) != 0:
                raise ValueError(f"rules: no rule matches {pattern!r}")
        for pattern in several("only", options.get("only")):
            if C.a3dlint_add_only(self.handle, word("a pattern", pattern)) != 0:
                raise ValueError(f"only: no rule matches {pattern!r}")
        for reader in several("compat", options.get("compat")):
            if C.a3dlint_add_compat(self.handle, word("a reader", reader)) != 0:
                raise ValueError(f"compat: unknown reader {reader!r}")

    def _format(self, format: str | None, branch: str | None) -> None:
        name, part = text("format", format), text("branch", branch)
        if C.a3dlint_set_format(self.handle, name, None) != 0:
            raise ValueError(f"unknown format {format!r}; choose from {', '.join(FORMATS)}")
        if branch is not None and C.a3dlint_set_format(self.handle, name, part) != 0:
            raise ValueError(f"the branch {branch!r} needs a format" if format is None else
                             f"the format {format!r} has no branch {branch!r}")

    def _limit(self, name: str, value: int) -> None:
        if name not in LIMITS:
            raise ValueError(f"unknown limit {name!r}; choose from {', '.join(LIMITS)}")
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
        self.handle = C.a3dlint_check(linter.handle, text("name", name), data, len(data))
        if not self.handle:
            raise linter.lack_of_memory()

    def _fail(self, why: str) -> Exception:
        return self._linter.lack_of_memory() if why == NO_MEMORY else A3dlintError(own_words(why))

    def write(self, form: str) -> bytes:
        at, size = c_void_p(), c_size_t()
        encoded = word("form", form)
        if form not in FORMS:
            raise ValueError(f"unknown form {form!r}; choose from {', '.join(FORMS)}")
        if C.a3dlint_write(self.handle, encoded, byref(at), byref(size)) != 0:
            raise self._linter.lack_of_memory()
        return ctypes.string_at(at, size.value)

    def hex(self, at: str | None, full: bool) -> bytes:
        out, size = c_void_p(), c_size_t()
        why = C.a3dlint_hex(self.handle, text("at", at), bool(full), byref(out), byref(size))
        if why is not None and why.decode() != NO_MEMORY and at is not None and C.a3dlint_get_format(self.handle):
            raise ValueError(why.decode())
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


def taken(output: int | None, fault: type[Exception] = ValueError) -> tuple[bytes, str]:
    """The bytes of an output and the report of fix. Frees the output. Raises the fault if there is a reason for none."""
    if not output:
        raise MemoryError(NO_MEMORY)
    try:
        why = C.a3dlint_get_reason(output)
        if why is not None:
            raise fault(own_words(why.decode()))
        size = c_size_t()
        at = C.a3dlint_get_data(output, byref(size))
        return ctypes.string_at(at, size.value), C.a3dlint_get_fixes(output).decode()
    finally:
        C.a3dlint_output_free(output)
