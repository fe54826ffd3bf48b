"""Reports of parts, joined, are the report of the whole."""
from __future__ import annotations

import contextlib
import json
from pathlib import Path

import pytest

import a3dlint
from a3dlint import __main__ as command

BROKEN = [a3dlint.generate(breaks=rule) for rule in ("m3g/checksum", "tanki/index-range", "m3g/checksum", "m3g/version")]
SOUND = a3dlint.generate("m3g")
FORMS = ("json", "ndjson", "sarif", "junit")


def reports(form: str) -> list[str]:
    return [a3dlint.report(data, form, name=f"file{i}") for i, data in enumerate([SOUND, *BROKEN, b"no model"])]


@pytest.mark.parametrize("form", FORMS)
def test_parts_of_parts(form: str) -> None:
    """However the parts are put together, the whole is the same, and holds each of them."""
    all_of = reports(form)
    whole = a3dlint.merge(all_of)
    assert a3dlint.merge([a3dlint.merge(all_of[:2]), a3dlint.merge(all_of[2:5]), all_of[5]]) == whole
    assert a3dlint.merge([whole]) == whole
    assert all(f"file{i}" in whole for i in (range(6) if form != "sarif" else range(1, 6)))


def test_summary() -> None:
    whole = json.loads(a3dlint.merge(reports("json")))
    assert [f["path"] for f in whole["files"]] == [f"file{i}" for i in range(6)]
    assert (whole["summary"]["files"], whole["summary"]["valid"], whole["summary"]["unreadable"]) == (6, 1, 1)
    last = json.loads(a3dlint.merge(reports("ndjson")).splitlines()[-1])
    assert last["summary"] == whole["summary"]


def test_rules_of_sarif() -> None:
    """A rule that several parts broke is listed once, and every result refers to its own."""
    run = json.loads(a3dlint.merge(reports("sarif")))["runs"][0]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert len(rules) == len(set(rules))
    assert all(rules[result["ruleIndex"]] == result["ruleId"] for result in run["results"])
    assert (run["invocations"][0]["executionSuccessful"], run["invocations"][0]["exitCode"]) == (False, 3)


def test_what_is_no_report() -> None:
    with pytest.raises(ValueError, match="there is no report"):
        a3dlint.merge([])
    with pytest.raises(ValueError, match="no report of a3dlint"):
        a3dlint.merge(["{}", "{}"])
    with pytest.raises(ValueError, match="differ in form"):
        a3dlint.merge([a3dlint.report(SOUND, "json", name="a"), a3dlint.report(SOUND, "junit", name="a")])
    other = a3dlint.report(SOUND, "json", name="a").replace(f'"version": "{a3dlint.version()}"', '"version": "9.9.9"')
    with pytest.raises(ValueError, match="different versions"):
        a3dlint.merge([a3dlint.report(SOUND, "json", name="a"), other])


@pytest.mark.parametrize("form", FORMS)
def test_damaged_reports(form: str) -> None:
    """A report that lacks its end, or any line of it that matters, is never taken for a whole one."""
    sound = reports(form)[1]
    lines = sound.splitlines(keepends=True)
    for i in range(len(lines)):
        cut = "".join(lines[:i])
        for listed in [cut], [sound, cut], [cut, sound]:
            with pytest.raises(ValueError, match="cut off|no report of a3dlint|differ in form"):
                a3dlint.merge(listed)
        for listed in [sound, "".join(lines[:i] + lines[i + 1 :])], ["".join(lines[:i] + lines[i + 1 :]), sound]:
            with contextlib.suppress(ValueError):
                a3dlint.merge(listed)


def test_command(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    paths = []
    for i, text in enumerate(reports("json")):
        paths.append(str(tmp_path / f"{i}.json"))
        Path(paths[-1]).write_text(text, encoding="utf-8")
    assert command.main(["merge", *paths]) == 0
    whole = capfd.readouterr().out
    assert whole == a3dlint.merge(reports("json"))
    out = tmp_path / "all.json"
    assert command.main(["merge", *paths, "-o", str(out)]) == 0
    assert out.read_text(encoding="utf-8") == whole
    assert command.main(["merge", paths[0], str(tmp_path / "none.json"), "-o", str(out)]) == 5
    Path(paths[1]).write_text("{}", encoding="utf-8")
    assert command.main(["merge", *paths, "-o", str(out)]) == 2
    assert f"{paths[1]}: no report of a3dlint" in capfd.readouterr().err
    Path(paths[1]).write_bytes(b"\xff")
    assert command.main(["merge", *paths, "-o", str(out)]) == 2
    assert f"{paths[1]}: is not UTF-8" in capfd.readouterr().err
    assert out.read_text(encoding="utf-8") == whole, "a failure leaves what was there"
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted([*(f"{i}.json" for i in range(6)), "all.json"])
