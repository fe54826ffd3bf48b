"""Checks, repairs and converts 3D game assets: Alternativa3D A3D, Tanki A3D, ODOL P3D and M3G.

    import a3dlint
    report = a3dlint.check("door.a3d")
    for finding in report.errors:
        print(finding.location.offset, finding.message)

Options of all functions that read a file: ``format`` and ``branch`` (whatever it looks like), ``only`` (patterns of
rules), ``rules`` (severities by pattern), ``compat`` (known readers) and ``limits`` (``input``, ``unpacked``,
``nodes``, ``depth``, ``findings``, ``work``, ``memory``).

A file is a path, or bytes in any buffer, such as bytearray, memoryview or array. Wrong arguments raise TypeError if they
are of another type, and otherwise ValueError: an unknown name, a number out of range, a place that the file does not
have. A path that cannot be read raises OSError. A3dlintError says why nothing could be made of a file.
"""
from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from ctypes import byref
from pathlib import Path
from typing import Unpack

from ._arguments import Options, Source, lasting, number, read, several, text, word
from ._library import SEVERITIES, A3dlintError, C, Checked, Linter, RuleInfo, taken
from ._merge import merge
from ._report import GLB, Finding, Fixed, Location, Report, Rule, Severity, Verdict

__all__ = ["A3dlintError", "Finding", "Fixed", "GLB", "Location", "Report", "Rule", "Severity", "Verdict", "check",
           "check_folder", "explain", "fix", "generate", "hex", "merge", "report", "rules", "to_glb", "version"]


def _files(folder: str | os.PathLike[str]) -> Iterator[Path]:
    def fail(error: OSError) -> None:
        raise error

    for top, _, names in os.walk(folder, onerror=fail):
        yield from (Path(top, name) for name in names)


def version() -> str:
    """The version of the library."""
    return str(C.a3dlint_version().decode())


def check(source: Source, *, name: str | None = None, **options: Unpack[Options]) -> Report:
    """Checks a file or its bytes. Any bytes give a report. Raises OSError if a file cannot be read."""
    return Report.of(json.loads(_written(source, "json", name, options))["files"][0])


def _written(source: Source, form: str, name: str | None, options: Options) -> str:
    data, name = read(source, name)
    with Linter(options) as linter, Checked(linter, data, name) as checked:
        return checked.write(form).decode()


def report(source: Source, form: str, *, name: str | None = None, **options: Unpack[Options]) -> str:
    """Checks a file and writes the report as ``text``, ``json``, ``ndjson``, ``sarif``, ``junit`` or ``github``."""
    return _written(source, form, name, options)


def check_folder(folder: str | os.PathLike[str], *, suffixes: Iterable[str] = (".a3d", ".m3g", ".p3d"),
                 **options: Unpack[Options]) -> Iterator[Report]:
    """Checks the files of a folder and its folders with these suffixes, in sorted order. Unlike the command line, it looks
    at no other files, opens no archives, and reads no ``.a3dlint`` and no baseline: give what they say as options. Raises
    OSError if a file or a folder cannot be read."""
    wanted = {suffix.lower() for suffix in several("suffixes", suffixes)}
    kept = lasting(options)
    for path in sorted(_files(folder)):
        if path.suffix.lower() in wanted and (path.is_file() or not path.exists()):  # such as a link to nowhere
            yield check(path, **kept)


def fix(source: Source, *, name: str | None = None, accept_content: bool = False, salvage: bool = False,
        **options: Unpack[Options]) -> Fixed:
    """Makes the repairs that are certain. ``accept_content`` also repairs checksums and sizes that do not agree with the
    content; ``salvage`` drops damaged parts if the file is still invalid then."""
    data, name = read(source, name)
    with Linter(options) as linter:
        made, fixes = taken(C.a3dlint_fix(linter.handle, text("name", name), data, len(data),
                                          bool(accept_content) + 2 * bool(salvage)), A3dlintError)
    raw = json.loads(fixes)
    return Fixed(made, raw["after"]["verdict"], tuple(repair["rule"] for repair in raw["fixed"]), raw)


def hex(source: Source, *, at: str | None = None, full: bool = False, name: str | None = None,
        **options: Unpack[Options]) -> str:
    """Each byte next to the field that owns it: all, or what ``at`` selects, a path, ``@stream+offset`` or ``#finding``."""
    data, name = read(source, name)
    with Linter(options) as linter, Checked(linter, data, name) as checked:
        return checked.hex(at, full).decode()


def to_glb(source: Source, *, name: str | None = None, **options: Unpack[Options]) -> GLB:
    """Converts a file to binary glTF 2.0."""
    data, name = read(source, name)
    with Linter(options) as linter, Checked(linter, data, name) as checked:
        glb, lost = checked.glb()
        return GLB(glb, tuple(lost.splitlines()))


def generate(as_: str | None = None, *, breaks: str | None = None, corrected: bool = False, seed: int | None = None,
             size: int | None = None) -> bytes:
    """Makes a valid file of ``FORMAT[:VERSION][:BRANCH]``, or one that breaks a rule."""
    if as_ is None and breaks is None:
        raise TypeError("generate needs a format or `breaks`")
    room = number("size", size) if size is not None else 0 if seed is None else 4096
    start = number("seed", seed) if seed is not None else 0
    format, rule = text("the format", as_), text("breaks", breaks)
    with Linter({}) as linter:
        if rule is None:
            return taken(C.a3dlint_generate(linter.handle, format, start, room))[0]
        return taken(C.a3dlint_break(linter.handle, rule, format, bool(corrected), start, room))[0]


def explain(rule: str, *, markdown: bool = False) -> str:
    """The page of a rule: what it requires, why, and two files that show it."""
    with Linter({}) as linter:
        return taken(C.a3dlint_explain(linter.handle, word("rule", rule), bool(markdown)))[0].decode()


def rules() -> list[Rule]:
    """All rules."""
    found: list[Rule] = []
    info = RuleInfo()
    while C.a3dlint_get_rule(len(found), byref(info)) == 0:
        severity: Severity = SEVERITIES[info.severity]  # type: ignore[assignment]
        found.append(Rule(info.id.decode(), severity, info.title.decode(), info.rationale.decode(), info.source.decode()))
    return found
