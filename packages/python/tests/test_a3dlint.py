"""The package as its users import it."""
from __future__ import annotations

import array
import io
import json
import mmap
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import distribution, metadata
from pathlib import Path
from typing import Any

import pytest

import a3dlint
import a3dlint.dask

RULE = "tanki/block-length"
BROKEN = a3dlint.generate(breaks=RULE)
VALID = a3dlint.generate(breaks=RULE, corrected=True)


def test_check() -> None:
    report = a3dlint.check(BROKEN, name="door.a3d")
    assert (report.path, report.format, report.version, report.verdict) == ("door.a3d", "tanki", "3", "invalid")
    assert [finding.rule for finding in report.errors] == [RULE]
    assert report.errors[0].location == a3dlint.Location("file", 44, 4)
    assert a3dlint.check(VALID).verdict == "valid"
    assert a3dlint.check(b"no model").verdict == "unreadable"
    assert a3dlint.check(b"").verdict == "unreadable"


def test_bytes_come_in_any_buffer() -> None:
    whole = a3dlint.check(BROKEN)
    spread = bytes(byte for pair in BROKEN for byte in (pair, 0))
    assert len(BROKEN) % 4 == 0
    anonymous = mmap.mmap(-1, len(BROKEN))
    anonymous[:] = BROKEN
    sources: list[Any] = [bytearray(BROKEN), memoryview(BROKEN), array.array("B", BROKEN), array.array("I", BROKEN),
                          memoryview(spread)[::2], anonymous]
    for source in sources:
        assert a3dlint.check(source) == whole


@pytest.mark.parametrize("call", [a3dlint.check, a3dlint.fix, a3dlint.hex, a3dlint.to_glb])
@pytest.mark.parametrize("source", [5, None, [1, 2], open])
def test_other_sources_are_refused(call: Callable[..., object], source: Any) -> None:
    with pytest.raises(TypeError, match=f"^a file must be a path or bytes, not {type(source).__name__}$"):
        call(source)


def test_a_folder_has_no_archives_and_no_configuration(tmp_path: Path) -> None:
    (tmp_path / ".a3dlint").write_text("tanki/* = off\n")
    (tmp_path / "door.a3d").write_bytes(BROKEN)
    with zipfile.ZipFile(tmp_path / "more.zip", "w") as archive:
        archive.writestr("inside.a3d", BROKEN)
    assert [(Path(r.path).name, r.verdict) for r in a3dlint.check_folder(tmp_path)] == [("door.a3d", "invalid")]
    for words in ("opens no archives", "reads no ``.a3dlint``"):
        assert words in " ".join(str(a3dlint.check_folder.__doc__).split())


def test_options_of_a_folder_apply_to_each_file(tmp_path: Path) -> None:
    for name in ("a.a3d", "b.a3d"):
        (tmp_path / name).write_bytes(BROKEN)
    assert [r.verdict for r in a3dlint.check_folder(tmp_path, only=iter(["m3g/*"]))] == ["valid", "valid"]


@pytest.mark.parametrize("options,error,why", [
    ({"form": "text"}, ValueError, "^unknown form 'text'; choose from ndjson, json, sarif, junit$"),
    ({"nmae": "x"}, TypeError, "^unexpected keyword argument 'nmae'; besides its own keywords, a function takes format, "),
    ({"shard": 0}, ValueError, "^shard must be at least 1$"),
    ({"shard": 1.5}, TypeError, "^shard must be a whole number$"),
    ({"ahead": 0}, ValueError, "^ahead must be at least 1$"),
])
def test_a_cluster_is_not_asked_for_what_is_wrong(options: Any, error: type[Exception], why: str) -> None:
    with pytest.raises(error, match=why):
        a3dlint.dask.check(None, [], io.StringIO(), **options)


def test_paths(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "door.A3D").write_bytes(BROKEN)
    (tmp_path / "good.a3d").write_bytes(VALID)
    (tmp_path / "other.txt").write_bytes(BROKEN)
    assert a3dlint.check(tmp_path / "good.a3d").path == str(tmp_path / "good.a3d")
    assert [r.verdict for r in a3dlint.check_folder(tmp_path)] == ["invalid", "valid"]
    with pytest.raises(FileNotFoundError):
        a3dlint.check(tmp_path / "missing.a3d")
    with pytest.raises(OSError, match="Is a device"):
        a3dlint.check("/dev/zero")
    with pytest.raises(FileNotFoundError):
        list(a3dlint.check_folder(tmp_path / "missing"))
    with pytest.raises(NotADirectoryError):
        list(a3dlint.check_folder(tmp_path / "good.a3d"))


def test_misuse_is_named() -> None:
    with pytest.raises(ValueError, match="^unknown form 'html'; choose from text, json, ndjson, sarif, sarif-github, junit, github$"):
        a3dlint.report(VALID, "html")
    with pytest.raises(TypeError, match="^the limit 'memory' must be a whole number$"):
        a3dlint.check(VALID, limits={"memory": "1Gi"})  # type: ignore[dict-item]


@pytest.mark.parametrize("call", [a3dlint.check, a3dlint.fix, a3dlint.hex, a3dlint.to_glb])
@pytest.mark.parametrize("bytes_", [1, 5000, 65535])
def test_a_limit_of_memory_has_a_least_value(call: Callable[..., object], bytes_: int) -> None:
    with pytest.raises(ValueError, match=r"^the limit 'memory' must be at least 65536 \(64 KiB\), or 0 for the default$"):
        call(VALID, limits={"memory": bytes_})


def test_a_lack_of_memory_is_explained() -> None:
    assert a3dlint.check(VALID, limits={"memory": 1 << 16}).verdict == "valid"
    assert a3dlint.check(VALID, limits={"memory": 0}).verdict == "valid"
    many = a3dlint.generate("m3g", seed=1, size=100000)
    assert a3dlint.check(many, limits={"memory": 1 << 16}).verdict == "limited"
    for limit in range(1 << 20, 1 << 23, 1 << 18):  # between a report that fits and a text that does not
        try:
            a3dlint.hex(many, full=True, limits={"memory": limit})
        except a3dlint.A3dlintError:
            continue
        except MemoryError as error:
            assert str(error) == f"not enough memory for the result; the limit 'memory' is {limit} bytes"
            return
    pytest.fail("no limit of memory was too low for the text alone")


WRONG: Any = 5
PATTERNS = r"a mapping of patterns to severities, such as {'m3g/\*': 'off'}"


@pytest.mark.parametrize("options,why", [
    ({"rules": ["x"]}, f"^rules must be {PATTERNS}, not list$"),
    ({"rules": "x"}, f"^rules must be {PATTERNS}, not str$"),
    ({"rules": {5: "off"}}, f"^rules must be {PATTERNS}; its keys are strings, not int$"),
    ({"rules": {"m3g/*": 5}}, f"^rules must be {PATTERNS}; its values are strings, not int$"),
    ({"limits": ["x"]}, r"^limits must be a mapping of names to numbers, such as {'work': 1000000}, not list$"),
    ({"limits": {"work": True}}, "^the limit 'work' must be a whole number$"),
    ({"only": 5}, "^only must be a list of strings, not int$"),
    ({"only": [5]}, "^only must be a list of strings, but has int$"),
    ({"only": b"m3g"}, "^only must be a list of strings, not bytes$"),
    ({"compat": 5}, "^compat must be a list of strings, not int$"),
    ({"format": 5}, "^format must be a string, not int$"),
    ({"branch": 5}, "^branch must be a string, not int$"),
    ({"name": 5}, "^name must be a string, not int$"),
    ({"nmae": "x"}, "^unexpected keyword argument 'nmae'; besides its own keywords, a function takes "
     "format, branch, only, rules, compat, limits$"),
])
def test_wrong_options_are_explained(options: Any, why: str) -> None:
    with pytest.raises(TypeError, match=why):
        a3dlint.check(VALID, **options)


@pytest.mark.parametrize("options,why", [
    ({"format": "gltf"}, "^unknown format 'gltf'; choose from a3d1, a3d2, tanki, m3g, odol$"),
    ({"format": "odol", "branch": "x"}, "^the format 'odol' has no branch 'x'$"),
    ({"branch": "dayz"}, "^the branch 'dayz' needs a format$"),
    ({"only": ["x"]}, "^only: no rule matches 'x'$"),
    ({"rules": {"x": "off"}}, "^rules: no rule matches 'x'$"),
    ({"compat": ["x"]}, "^compat: unknown reader 'x'$"),
    ({"limits": {"time": 1}}, "^unknown limit 'time'; choose from input, "),
    ({"limits": {"work": -1}}, r"^the limit 'work' must be from 0 to 2\*\*64 - 1$"),
])
def test_wrong_values_are_explained(options: Any, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        a3dlint.check(VALID, **options)


def test_none_is_the_default() -> None:
    nothing: Any = dict.fromkeys(("format", "branch", "only", "rules", "compat", "limits"))
    assert a3dlint.check(VALID, **nothing) == a3dlint.check(VALID)


@pytest.mark.parametrize("call,why", [
    (lambda: a3dlint.explain("foo"), "^unknown rule 'foo'$"),
    (lambda: a3dlint.generate("gltf"), "^unknown format 'gltf'; choose from "),
    (lambda: a3dlint.generate("tanki:9"), "^tanki has no version or branch '9'; choose from 1, 2, 3$"),
    (lambda: a3dlint.generate("m3g", size=1 << 40), "^256 Mi is the largest size$"),
    (lambda: a3dlint.generate(breaks="foo"), "^unknown rule 'foo'$"),
    (lambda: a3dlint.generate("m3g", breaks=RULE), "^the rule is one of another format$"),
    (lambda: a3dlint.hex(BROKEN, at="nothing"), "nothing"),
    (lambda: a3dlint.hex(BROKEN, at="#9"), "^finding 9 does not exist"),
    (lambda: a3dlint.hex(BROKEN, at="@file+9999"), "is beyond the end of the stream$"),
])
def test_wrong_arguments_are_no_faults_of_a_file(call: Callable[[], object], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        call()


@pytest.mark.parametrize("call", [
    lambda: a3dlint.explain(None), lambda: a3dlint.report(VALID, None),  # type: ignore[arg-type]
    lambda: a3dlint.merge("x"), lambda: a3dlint.merge([b"x"]), lambda: a3dlint.merge(WRONG),  # type: ignore[list-item]
])
def test_missing_words(call: Callable[[], object]) -> None:
    with pytest.raises(TypeError, match="must be a (string|list of strings)"):
        call()


@pytest.mark.parametrize("limit", ["input", "nodes", "depth", "work"])
def test_limits_have_the_names_of_this_package(limit: str) -> None:
    options: Any = {"limits": {limit: 1}}
    report = a3dlint.check(BROKEN, **options)
    assert str(report.message).endswith(f" was reached (limits={{'{limit}': ...}})")
    assert report.raw["message"].endswith(f" was reached (--max-{limit})")  # as in the JSON report
    assert f" was reached (--max-{limit})" in a3dlint.report(BROKEN, "text", **options)
    with pytest.raises(a3dlint.A3dlintError, match=re.escape(f" was reached (limits={{'{limit}': ...}})") + "$"):
        a3dlint.fix(BROKEN, **options)


def test_the_limit_of_memory_has_its_name() -> None:
    options: Any = {"limits": {"memory": 1 << 16}}
    many = a3dlint.generate("m3g", seed=1, size=100000)
    assert a3dlint.check(many, **options).message == "the limit of memory was reached (limits={'memory': ...})"
    assert "the limit of memory was reached (--max-memory)" in a3dlint.report(many, "json", **options)
    with pytest.raises(a3dlint.A3dlintError, match=r"^the limit of memory was reached \(limits={'memory': ...}\)$"):
        a3dlint.hex(many, **options)


def test_faults_of_a_file() -> None:
    calls: list[Callable[[bytes], object]] = [a3dlint.fix, a3dlint.to_glb, a3dlint.hex,
                                              lambda source: a3dlint.hex(source, at="#0")]
    for call in calls:
        with pytest.raises(a3dlint.A3dlintError):
            call(b"no model")


@pytest.mark.parametrize("call", [
    lambda: a3dlint.check(VALID, only="m3g/*"), lambda: a3dlint.check(VALID, compat="nokia"),
    lambda: a3dlint.check(VALID, only=[WRONG]), lambda: a3dlint.check(VALID, name=WRONG),
    lambda: a3dlint.check(VALID, format=WRONG), lambda: a3dlint.explain(WRONG), lambda: a3dlint.hex(VALID, at=WRONG),
    lambda: a3dlint.generate(WRONG), lambda: a3dlint.generate("m3g", seed=WRONG / 2),
    lambda: a3dlint.generate("m3g", size=WRONG / 2), lambda: list(a3dlint.check_folder(".", suffixes=".py")),
])
def test_wrong_types(call: Callable[[], object]) -> None:
    with pytest.raises(TypeError, match="must be a (string|list of strings|whole number)"):
        call()


@pytest.mark.parametrize("number", [-1, 1 << 64])
def test_numbers_do_not_wrap(number: int) -> None:
    with pytest.raises(ValueError, match="^seed must be from 0 to "):
        a3dlint.generate("m3g", seed=number)
    with pytest.raises(ValueError, match="^size must be from 0 to "):
        a3dlint.generate("m3g", size=number)


def test_a_link_to_nowhere_is_not_passed_over(tmp_path: Path) -> None:
    (tmp_path / "door.a3d").symlink_to("missing")
    with pytest.raises(FileNotFoundError):
        list(a3dlint.check_folder(tmp_path))


def test_options() -> None:
    assert a3dlint.check(BROKEN, rules={"tanki/*": "off"}).verdict == "valid"
    assert a3dlint.check(BROKEN, only=["m3g/*"]).verdict == "valid"
    assert a3dlint.check(VALID, format="m3g").format == "m3g"
    assert a3dlint.check(VALID, limits={"work": 1}).verdict == "limited"
    for wrong in ({"rules": {"none": "off"}}, {"rules": {"m3g/*": "bad"}}, {"only": ["none"]}, {"format": "gltf"},
                  {"compat": ["none"]}, {"limits": {"time": 1}}, {"limits": {"work": -1}}, {"name": "a\0b"}):
        with pytest.raises(ValueError):
            a3dlint.check(VALID, **wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        a3dlint.check(VALID, nmae="x")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="unexpected keyword argument 'form'"):
        a3dlint.check(VALID, form="x")  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        a3dlint.generate()


def test_fix() -> None:
    fixed = a3dlint.fix(BROKEN)
    assert (fixed.rules, fixed.verdict) == ((RULE,), "valid")
    assert a3dlint.check(fixed.data).verdict == "valid"
    assert a3dlint.fix(VALID).data == VALID
    checksum = a3dlint.generate(breaks="m3g/checksum")
    assert a3dlint.fix(checksum).verdict == "invalid"
    assert a3dlint.fix(checksum, accept_content=True).verdict == "valid"
    with pytest.raises(a3dlint.A3dlintError):
        a3dlint.fix(b"no model")


def test_forms() -> None:
    assert a3dlint.to_glb(a3dlint.generate("tanki", seed=1)).data[:4] == b"glTF"
    assert "transforms.length" in a3dlint.hex(BROKEN, at="#0")
    assert json.loads(a3dlint.report(BROKEN, "sarif"))["version"] == "2.1.0"
    assert a3dlint.explain(RULE).startswith(RULE)
    found = a3dlint.rules()
    assert len(found) > 600 and {rule.id: rule.severity for rule in found}[RULE] == "error"
    assert a3dlint.version() == metadata("a3dlint")["Version"]
    with pytest.raises(ValueError):
        a3dlint.report(BROKEN, "xml")


@pytest.mark.parametrize("library,why", [
    ("/missing/liba3dlint.so", "cannot open shared object file"), ("libc.so.6", "undefined symbol: a3dlint_version"),
])
def test_a_library_that_does_not_fit_is_an_import_error(library: str, why: str) -> None:
    done = subprocess.run([sys.executable, "-c", "import a3dlint"], capture_output=True, text=True, check=False,
                          env={**os.environ, "A3DLINT_LIBRARY": library})
    last = done.stderr.splitlines()[-1]
    assert last.startswith(f"ImportError: the library of a3dlint, {library}, cannot be used: ") and why in last
    assert last.endswith("; A3DLINT_LIBRARY is the path of another one")


def test_threads_give_the_same_reports() -> None:
    files = [a3dlint.generate("m3g", seed=seed) for seed in range(50)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(a3dlint.check, files)) == [a3dlint.check(file) for file in files]


def test_memory_is_freed() -> None:
    def held() -> int:
        return int(Path("/proc/self/statm").read_text().split()[1])

    def work() -> None:
        a3dlint.check(BROKEN)
        a3dlint.fix(BROKEN)
        a3dlint.to_glb(VALID)
        with pytest.raises(ValueError):
            a3dlint.hex(BROKEN, at="nothing")

    for _ in range(200):
        work()
    before = held()
    for _ in range(2000):
        work()
    assert held() - before < 500  # pages: 2 MB


EXAMPLES = re.findall(r"```python\n(.*?)```\n(?:\n```text\n(.*?)```)?", distribution("a3dlint").read_text("METADATA") or "", re.S)


@pytest.mark.parametrize("source,output", EXAMPLES)
def test_readme(source: str, output: str, tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "good.a3d").write_bytes(VALID)
    (tmp_path / "door.a3d").write_bytes(BROKEN)
    if "bpy" in source:
        compile(source, "README.md", "exec")  # runs only in Blender
        return
    (tmp_path / "test_example.py").write_text(source)
    command = ["-m", "pytest", "-q"] if "pytest" in source else ["test_example.py"]
    done = subprocess.run([sys.executable, *command], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 passed" in done.stdout if "pytest" in source else done.stdout == output


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 4
