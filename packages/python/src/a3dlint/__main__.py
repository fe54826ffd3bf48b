"""python -m a3dlint merge REPORT... [-o OUT]: joins reports of parts of a run into one."""
from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

from ._merge import form_of_whole, merge


def _read(path: Path) -> str:
    """A report. Raises ValueError with its path if it is none."""
    try:
        report = path.read_text(encoding="utf-8")
        form_of_whole(report)
    except UnicodeDecodeError:
        raise ValueError(f"{path}: is not UTF-8") from None
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    return report


def _write(text: str, out: Path) -> None:
    """Replaces a file as a whole or not at all."""
    handle, part = tempfile.mkstemp(dir=out.parent, prefix=".a3dlint-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        os.chmod(part, 0o644)
        os.replace(part, out)
    except BaseException:
        os.unlink(part)
        raise


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m a3dlint", description="Joins reports of parts of a run into one.")
    commands = parser.add_subparsers(dest="command", required=True)
    merging = commands.add_parser("merge", help="join reports in JSON, ndjson, SARIF or JUnit, in the order given")
    merging.add_argument("reports", nargs="+", type=Path, metavar="REPORT")
    merging.add_argument("-o", "--output", type=Path, metavar="OUT", help="where the joined report goes (standard output)")
    given = parser.parse_args(arguments)
    try:
        text = merge(_read(path) for path in given.reports)
        if given.output is None:
            sys.stdout.buffer.write(text.encode("utf-8"))
            sys.stdout.buffer.flush()
        else:
            _write(text, given.output)
    except ValueError as error:
        print(f"a3dlint merge: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"a3dlint merge: {error}", file=sys.stderr)
        return 5
    return 0


if __name__ == "__main__":
    sys.exit(main())
