#!/bin/bash
# The Python package: its wheel, installed into a fresh environment without a network, passes its tests and gives the
# reports of the command line; strict mypy accepts it.
# needs: build/python.built
set -eu
. "$TOP/tests/scripts/lib/skip.sh"
fail() { echo "$*"; exit 1; }
cd "$TMPDIR"
/usr/bin/python3 -m venv --system-site-packages env
env/bin/pip install --quiet --no-index --no-deps --disable-pip-version-check "$TOP"/build/python/a3dlint-*.whl
cp -R "$TOP/packages/python/tests" .
env/bin/python -m pytest -q -p no:cacheprovider tests > log 2>&1 || { cat log; exit 1; }
grep -q ' passed' log && ! grep -q 'skipped' log || { cat log; exit 1; }
cp "$TOP/packages/python/pyproject.toml" .
env/bin/python -m mypy --no-error-summary --python-executable env/bin/python tests "$(echo env/lib/python3*/site-packages/a3dlint)" || fail 'mypy'

# The same reports as the native program, byte for byte.
find "$CORPUS" -type f -size -200k ! -name .a3dlint | sort > list
"$A3DLINT_RELEASE" check --no-config --format ndjson --files-from list > native || [ $? -le 4 ]
env/bin/python - list native << 'END'
import json, sys
import a3dlint
lines = open(sys.argv[2], encoding="utf-8").read().splitlines()[1:-1]
native = {json.loads(line)["path"]: line for line in lines}
compared = 0
for path in open(sys.argv[1], encoding="utf-8").read().splitlines():
    if path in native:
        assert a3dlint.report(path, "ndjson").splitlines()[1] == native[path], path
        compared += 1
assert compared > 1500, compared
END
