"""What the functions return."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from ._arguments import own_words

Verdict = Literal["valid", "invalid", "unreadable", "limited"]
Severity = Literal["error", "warning", "note", "off"]


@dataclass(frozen=True)
class Location:
    """Bytes of a stream: the file, or what was unpacked."""

    stream: str
    offset: int
    size: int
    bit: int | None = None


@dataclass(frozen=True)
class Finding:
    rule: str
    severity: Severity
    message: str
    path: str
    """The field, such as ``meshes[0].surfaces``; ``""`` for the whole file."""
    locations: tuple[Location, ...]
    """From the outermost stream, the file, to the innermost."""
    cause: int | None
    """The index of the finding that caused this one."""
    count: int
    """How many places break the rule in the same way."""
    fingerprint: str
    raw: dict[str, Any] = field(repr=False, compare=False)
    """The same as in the JSON report."""

    @property
    def location(self) -> Location:
        """Where it is in the innermost stream."""
        return self.locations[-1]


@dataclass(frozen=True)
class Report:
    path: str
    format: str | None
    version: str | None
    branch: str | None
    size: int
    verdict: Verdict
    message: str | None
    """Why the file is unreadable or limited."""
    findings: tuple[Finding, ...]
    raw: dict[str, Any] = field(repr=False, compare=False)
    """The same as in the JSON report."""

    @property
    def errors(self) -> tuple[Finding, ...]:
        return tuple(f for f in self.findings if f.severity == "error")

    @staticmethod
    def of(raw: dict[str, Any]) -> Report:
        findings = tuple(_finding(f) for f in raw["findings"])
        kept = ("path", "format", "version", "branch", "size", "verdict", "message")
        fields = {name: raw[name] for name in kept}
        if raw["message"] is not None:
            fields["message"] = own_words(raw["message"])
        return Report(**fields, findings=findings, raw=raw)


def _finding(raw: dict[str, Any]) -> Finding:
    locations = tuple(Location(**place) for place in raw["location"])
    kept = ("rule", "severity", "message", "path", "cause", "count", "fingerprint")
    return Finding(**{name: raw[name] for name in kept}, locations=locations, raw=raw)


@dataclass(frozen=True)
class Fixed:
    data: bytes = field(repr=False)
    """The repaired file, or the given bytes if nothing could be repaired."""
    verdict: Verdict
    """Of the repaired file."""
    rules: tuple[str, ...]
    """The rules whose repairs were made, in their order."""
    raw: dict[str, Any] = field(repr=False, compare=False)
    """The report of ``a3dlint fix --format json``."""


@dataclass(frozen=True)
class GLB:
    data: bytes = field(repr=False)
    lost: tuple[str, ...]
    """What glTF cannot hold, or what was repaired for it."""


@dataclass(frozen=True)
class Rule:
    id: str
    severity: Severity
    title: str
    rationale: str
    source: str
