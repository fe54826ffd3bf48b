"""Checks the models below a folder, or any place that fsspec knows, on a Dask cluster, and writes one report.

    pip install a3dlint-*.whl distributed fsspec
    python check.py s3://bucket/models report.ndjson --scheduler scheduler:8786

Without a scheduler it starts two workers on this machine. The exit status is 0 if all files could be read, else 3.
"""
import argparse
import sys

import a3dlint.dask
from distributed import Client


def main() -> int:
    options = argparse.ArgumentParser(description="Checks models on a Dask cluster.")
    options.add_argument("place", help="a folder, or a place such as s3://bucket/models")
    options.add_argument("report", help="where the report goes, in ndjson")
    options.add_argument("--scheduler", help="the address of the cluster")
    options.add_argument("--cache", help="a folder that all workers reach: unchanged files are not checked again")
    given = options.parse_args()
    cluster = {"address": given.scheduler} if given.scheduler else {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None}
    with Client(**cluster) as client, open(given.report, "w", encoding="utf-8", newline="") as out:
        unread = a3dlint.dask.check(client, a3dlint.dask.listed(given.place), out, cache=given.cache)
    for path, why in unread:
        print(f"{path}: {why}", file=sys.stderr)
    return 3 if unread else 0


if __name__ == "__main__":
    sys.exit(main())
