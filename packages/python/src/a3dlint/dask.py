"""Checks many files on a Dask cluster.

    from distributed import Client
    import a3dlint.dask
    with Client("scheduler:8786") as client:
        with open("report.ndjson", "w", encoding="utf-8") as out:
            summary = a3dlint.dask.check(client, paths, out)

The workers need this package, and read the files themselves: by their paths, or, with ``://`` in the name, by fsspec
(``s3://bucket/a.m3g``, ``zip://b.p3d::models.zip``). Dask's dashboard shows the progress. Tasks of a worker that is lost
are done by another one; their results are taken once.
"""
from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections import deque
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TextIO, Unpack

from . import report, version
from ._arguments import Options, lasting, positive, several, word
from ._merge import FORMS, merge

__all__ = ["check", "check_shard", "listed", "shards"]


def shards(sources: Iterable[str], size: int) -> Iterator[list[str]]:
    """Parts of a list, in order."""
    part: list[str] = []
    for source in sources:
        part.append(source)
        if len(part) == size:
            yield part
            part = []
    if part:
        yield part


def listed(url: str, *, suffixes: Iterable[str] = (".a3d", ".m3g", ".p3d")) -> list[str]:
    """The files below a folder, or below a place that fsspec knows ("s3://bucket/models", "zip://::models.zip"), with these
    suffixes and in sorted order."""
    wanted = tuple(suffix.lower() for suffix in several("suffixes", suffixes))
    if "://" not in url:
        return sorted(str(p) for p in Path(url).rglob("*") if p.suffix.lower() in wanted and p.is_file())
    import fsspec

    system, path = fsspec.core.url_to_fs(url)
    chain = url.split("::", 1)[1:]
    scheme = url.split("://", 1)[0]
    found = sorted(str(p) for p in system.find(path) if str(p).lower().endswith(wanted))
    return ["::".join([f"{scheme}://{p}", *chain]) for p in found]


def _read(source: str) -> bytes:
    if "://" not in source:
        return Path(source).read_bytes()
    import fsspec

    with fsspec.open(source, "rb") as file:
        return bytes(file.read())


def _cached(folder: Path, key: str) -> str | None:
    try:
        kept = json.loads((folder / key[:2] / key).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return kept["report"] if isinstance(kept, dict) and kept.get("key") == key and isinstance(kept.get("report"), str) else None


def _keep(folder: Path, key: str, text: str) -> None:
    place = folder / key[:2]
    place.mkdir(parents=True, exist_ok=True)
    handle, part = tempfile.mkstemp(dir=place)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        json.dump({"key": key, "report": text}, file)
    os.replace(part, place / key)


def _key(source: str, data: bytes, form: str, options: dict[str, Any]) -> str:
    """Everything that the report of a file depends on."""
    settings = json.dumps([version(), form, source, {k: v if isinstance(v, (str, int, dict, type(None))) else list(v)
                                                     for k, v in sorted(options.items())}], sort_keys=True)
    return hashlib.sha256(settings.encode("utf-8", "surrogateescape") + b"\0" + data).hexdigest()


def check_shard(sources: list[str], form: str, cache: str | None, options: dict[str, Any]) -> tuple[str | None, list[tuple[str, str]]]:
    """One task: the report of these files, and those that could not be read, with the reason. It has no effect beyond the
    cache, so it may be done twice."""
    reports, unread = [], []
    for source in sources:
        try:
            data = _read(source)
        except OSError as error:
            unread.append((source, error.strerror or str(error)))
            continue
        key = _key(source, data, form, options) if cache is not None else ""
        text = _cached(Path(cache), key) if cache is not None else None
        if text is None:
            text = report(data, form, name=source, **options)
            if cache is not None:
                _keep(Path(cache), key, text)
        reports.append(text)
    return (merge(reports) if reports else None), unread


def check(client: Any, sources: Iterable[str], out: TextIO, *, form: str = "ndjson", shard: int = 200, ahead: int = 64,
          cache: str | os.PathLike[str] | None = None, **options: Unpack[Options]) -> list[tuple[str, str]]:
    """Checks files on the cluster of a ``distributed.Client`` and writes the merged report to ``out``: byte for byte that of
    ``a3dlint check --no-config --files-from`` on one machine. Returns the files that could not be read, with the reason;
    they are not in the report.

    ``shard`` files are one task, and at most ``ahead`` tasks are on their way, so that a list may be endless. With the form
    ``ndjson`` records are written as soon as all before them are there; ``json``, ``sarif`` and ``junit`` are kept in memory
    and written at the end. ``cache`` is a folder that all workers can reach: files whose content, name and options are those
    of an earlier run are not checked again."""
    word("form", form)
    if form not in FORMS:
        raise ValueError(f"unknown form {form!r}; choose from {', '.join(FORMS)}")
    size, most = positive("shard", shard), positive("ahead", ahead)
    chosen = dict(lasting(options))
    kept = os.fspath(cache) if cache is not None else None
    waiting: deque[Any] = deque()
    parts: list[str] = []
    unread: list[tuple[str, str]] = []
    total: dict[str, Any] = {}
    begun = False

    def take() -> None:
        nonlocal begun
        text, failed = waiting.popleft().result()
        unread.extend(failed)
        if text is None:
            return
        if form != "ndjson":
            parts.append(text)
            return
        lines = text.splitlines(keepends=True)
        out.writelines(lines[1 if begun else 0 : -1])
        begun = True
        for name, value in json.loads(lines[-1])["summary"].items():
            total[name] = total[name] + value if name in total else value

    for part in shards(sources, size):
        waiting.append(client.submit(check_shard, part, form, kept, chosen, pure=False))
        if len(waiting) >= most:
            take()
    while waiting:
        take()
    if form != "ndjson" and parts:
        out.write(merge(parts))
    elif begun:
        out.write(json.dumps({"summary": total}, ensure_ascii=False, separators=(",", ":")) + "\n")
    return unread
