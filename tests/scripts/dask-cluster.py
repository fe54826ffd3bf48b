"""python dask-cluster.py LIST SOME FOLDER: what tests/scripts/dask.sh says."""
import io
import os
import signal
import sys
import threading
import time
import zipfile
from pathlib import Path

import a3dlint.dask
from distributed import Client, LocalCluster


class Watched(io.StringIO):
    """A report that says when some of it is there."""

    def __init__(self) -> None:
        super().__init__()
        self.some = threading.Event()

    def writelines(self, lines) -> None:
        super().writelines(lines)
        if self.tell() > 1 << 20:
            self.some.set()


def whole(form: str) -> str:
    return (folder / f"whole.{form}").read_text(encoding="utf-8")


def with_a_worker_killed(client: Client) -> None:
    victim = next(iter(client.run(os.getpid).values()))
    out = Watched()

    def kill() -> None:
        assert out.some.wait(120), "nothing was written"
        os.kill(victim, signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    unread = a3dlint.dask.check(client, files, out, shard=50)
    killer.join()
    assert unread == [], unread
    assert out.getvalue() == whole("ndjson"), "the report differs from that of one run"
    client.wait_for_workers(2, timeout=300)
    assert victim not in client.run(os.getpid).values(), "the worker was not killed"


def with_a_cache(client: Client) -> None:
    cache, took = folder / "cache", []
    for _ in range(2):
        out, begin = io.StringIO(), time.monotonic()
        a3dlint.dask.check(client, some, out, form="json", cache=cache)
        took.append(time.monotonic() - begin)
        assert out.getvalue() == whole("json")
    entries = sum(p.is_file() for p in cache.rglob("*"))
    assert entries == len(set(some)), entries
    out = io.StringIO()  # other options are other entries
    a3dlint.dask.check(client, some[:50], out, form="json", cache=cache, only=["m3g/*"])
    assert sum(p.is_file() for p in cache.rglob("*")) == entries + 50
    spoilt = next(p for p in cache.rglob("*") if p.is_file())
    spoilt.write_text("{", encoding="utf-8")
    out = io.StringIO()
    a3dlint.dask.check(client, some, out, form="json", cache=cache)
    assert out.getvalue() == whole("json"), "a spoilt entry of the cache"


def from_a_zip(client: Client) -> None:
    archive = folder / "models.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as z:
        for i, path in enumerate(p for p in some[:400] if p.endswith((".m3g", ".a3d", ".p3d"))):
            z.write(path, f"models/{i:04}{Path(path).suffix}")
    urls = a3dlint.dask.listed(f"zip://::{archive}")
    assert len(urls) > 300 and urls[0].startswith("zip://") and urls == sorted(urls), urls[:2]
    out = io.StringIO()
    unread = a3dlint.dask.check(client, [*urls, "/nowhere/a.m3g"], out)
    assert [path for path, _ in unread] == ["/nowhere/a.m3g"], unread
    assert len(out.getvalue().splitlines()) == len(urls) + 2


if __name__ == "__main__":
    files, some = (Path(name).read_text(encoding="utf-8").splitlines() for name in sys.argv[1:3])
    folder = Path(sys.argv[3])
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50) as cluster, Client(cluster) as client:
        with_a_worker_killed(client)
        for form in ("sarif", "junit"):
            out = io.StringIO()
            a3dlint.dask.check(client, some, out, form=form)
            assert out.getvalue() == whole(form), form
        with_a_cache(client)
        from_a_zip(client)
    print("dask: the reports are those of one run")
