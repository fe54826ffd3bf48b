"""Joins the reports of parts of a run. The text of each record stays as it is, so that the result is what one run over all
files would have written."""
from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

from ._arguments import several

Lines = list[str]


class _Parts:
    """A pretty-printed report as lines, with a list in it that stands alone at its indentation."""

    def __init__(self, report: str) -> None:
        self.lines = report.splitlines()

    def find(self, opening: str) -> tuple[int, int]:
        """Where the list of this opening begins and ends: indices of its first and its last line."""
        indent = opening[: len(opening) - len(opening.lstrip())]
        for first, line in enumerate(self.lines):
            if line.startswith(opening + "[]"):
                return first, first
            if line == opening + "[":
                return first, next(i for i in range(first, len(self.lines)) if self.lines[i].startswith(indent + "]"))
        raise ValueError(f"no report of a3dlint: it lacks {opening.strip()}")

    def elements(self, opening: str) -> list[Lines]:
        """The elements of a list, each without the comma after it."""
        first, last = self.find(opening)
        inner = opening[: len(opening) - len(opening.lstrip())] + "  "
        found: list[Lines] = []
        for line in self.lines[first + 1 : last]:
            if line == inner + "{":
                found.append([])
            found[-1].append(inner + "}" if line == inner + "}," else line)
        return found

    def replace(self, opening: str, elements: Sequence[Lines]) -> None:
        first, last = self.find(opening)
        comma = "," if self.lines[last].endswith(",") else ""
        body = [line for element in elements for line in (*element[:-1], element[-1] + ",")]
        if body:
            body[-1] = body[-1][:-1]
        indent = opening[: len(opening) - len(opening.lstrip())]
        self.lines[first : last + 1] = [opening + "[", *body, indent + "]" + comma] if body else [opening + "[]" + comma]

    def text(self) -> str:
        return "\n".join(self.lines) + "\n"


_NUMBER = re.compile(r'^    "(\w+)": (\d+)(,?)$')


def _start_of_summary(p: _Parts) -> int:
    return next(i for i, line in enumerate(p.lines) if line == '  "summary": {')


def _summary_of(p: _Parts) -> dict[str, int]:
    return {m[1]: int(m[2]) for line in p.lines[_start_of_summary(p) :] if (m := _NUMBER.match(line))}


def _sum_summary(parts: list[_Parts], into: _Parts) -> None:
    summaries = [_summary_of(p) for p in parts]
    for i in range(_start_of_summary(into), len(into.lines)):
        if found := _NUMBER.match(into.lines[i]):
            into.lines[i] = f'    "{found[1]}": {sum(s[found[1]] for s in summaries)}{found[3]}'
    into.replace('    "vanished": ', [e for p in parts for e in p.elements('    "vanished": ')])


def _json(reports: list[str]) -> str:
    parts = [_Parts(r) for r in reports]
    into = _Parts(reports[0])
    _sum_summary(parts, into)
    into.replace('  "files": ', [e for p in parts for e in p.elements('  "files": ')])
    return into.text()


def _ndjson(reports: list[str]) -> str:
    lines = [r.splitlines() for r in reports]
    total: dict[str, Any] = {}
    for shard in lines:
        for key, value in json.loads(shard[-1])["summary"].items():
            total[key] = total[key] + value if key in total else value
    last = json.dumps({"summary": total}, ensure_ascii=False, separators=(",", ":"))
    return "\n".join([lines[0][0], *(line for shard in lines for line in shard[1:-1]), last]) + "\n"


def _junit(reports: list[str]) -> str:
    lines = [r.splitlines() for r in reports]
    return "\n".join([*lines[0][:2], *(line for shard in lines for line in shard[2:-1]), "</testsuites>"]) + "\n"


_RESULTS, _RULES = '      "results": ', '          "rules": '
_RULE_INDEX = re.compile(r'^( *"ruleIndex": )(\d+)(,?)$')


def _sarif_results(parts: list[_Parts]) -> tuple[list[Lines], list[Lines]]:
    """Results and rules. Rules are in the order in which they are first broken; what a baseline misses comes last."""
    found: list[tuple[bool, Lines, list[Lines]]] = []
    for p in parts:
        rules = p.elements(_RULES)
        for result in p.elements(_RESULTS):
            found.append(('          "baselineState": "absent",' in result, result, rules))
    found.sort(key=lambda entry: entry[0])
    order: dict[str, int] = {}
    kept: list[Lines] = []
    results: list[Lines] = []
    for _, result, rules in found:
        lines: Lines = []
        for line in result:
            if m := _RULE_INDEX.match(line):
                rule = rules[int(m[2])]
                if rule[1] not in order:
                    order[rule[1]] = len(kept)
                    kept.append(rule)
                line = f"{m[1]}{order[rule[1]]}{m[3]}"
            lines.append(line)
        results.append(lines)
    return results, kept


def _sarif(reports: list[str]) -> str:
    parts, into = [_Parts(r) for r in reports], _Parts(reports[0])
    results, rules = _sarif_results(parts)
    into.replace(_RESULTS, results)
    into.replace(_RULES, rules)
    for name in ("toolConfigurationNotifications", "toolExecutionNotifications"):
        opening = f'          "{name}": '
        into.replace(opening, [e for p in parts for e in p.elements(opening)])
    code = re.compile(r'^          "exitCode": (\d+),$')
    codes = [int(m[1]) for p in parts for line in p.lines if (m := code.match(line))]
    good = all('          "executionSuccessful": true,' in p.lines for p in parts)
    for i, line in enumerate(into.lines):
        if code.match(line):
            into.lines[i] = f'          "exitCode": {max(codes)},'
        elif line.startswith('          "executionSuccessful": '):
            into.lines[i] = f'          "executionSuccessful": {str(good).lower()},'
    return into.text()


def form_of(report: str) -> str:
    """The form of a report: json, ndjson, sarif or junit."""
    if report.startswith("<?xml"):
        return "junit"
    if report.startswith('{"tool":'):
        return "ndjson"
    head = report[:400]
    if '"urn:a3dlint:report"' in head:
        return "json"
    if "sarif-schema" in head:
        return "sarif"
    raise ValueError("no report of a3dlint in JSON, ndjson, SARIF or JUnit")


FORMS = ("ndjson", "json", "sarif", "junit")
_ENDS = {"json": "\n}", "sarif": "\n}", "junit": "\n</testsuites>"}


def form_of_whole(report: str) -> str:
    """The form of a report. Raises ValueError if the report lacks its end, as after a run that was killed."""
    form, ended = form_of(report), report.rstrip("\n")
    last = ended[ended.rfind("\n") + 1 :]
    if not (last.startswith('{"summary":') and last.endswith("}") if form == "ndjson" else ended.endswith(_ENDS[form])):
        raise ValueError("the report is cut off")
    return form


def merge(reports: Iterable[str]) -> str:
    """Joins reports of one form (json, ndjson, sarif, junit) in their order. If each was written for a part of a list of
    files, the result is, byte for byte, what ``check --files-from`` writes for the whole list. Raises ValueError for
    an empty list, for reports of different forms or versions, and for a text that is not a whole report."""
    listed = several("reports", reports)
    forms = {form_of_whole(r) for r in listed}
    if len(forms) != 1:
        raise ValueError("the reports differ in form" if forms else "there is no report")
    if len(listed) == 1:
        return listed[0]
    if len({_version_of(r) for r in listed}) != 1:
        raise ValueError("the reports are of different versions of a3dlint")
    try:
        return {"json": _json, "ndjson": _ndjson, "sarif": _sarif, "junit": _junit}[forms.pop()](listed)
    except (IndexError, KeyError, StopIteration):
        raise ValueError("a report is damaged") from None


def _version_of(report: str) -> str | None:
    found = re.search(r'"name": ?"a3dlint",(?:\s*"fullName": ?"[^"]*",)?\s*"version": ?"([^"]*)"', report)
    return found[1] if found else None
