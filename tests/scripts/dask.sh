#!/bin/bash
# Files checked on a Dask cluster of two workers, one of which is killed in the middle, give the report of one run; so do
# files of a zip by fsspec, and the second run takes unchanged files from its cache. Reports of parts are joined.
# needs: build/python.built
set -eu
. "$TOP/tests/scripts/lib/skip.sh"
/usr/bin/python3 -c 'import distributed, fsspec' 2> /dev/null || skip 'no distributed here (Debian: python3-distributed)'
cd "$TMPDIR"
/usr/bin/python3 -m venv --system-site-packages env
env/bin/pip install --quiet --no-index --no-deps --disable-pip-version-check "$TOP"/build/python/a3dlint-*.whl
find "$CORPUS" -type f -size -50k ! -name .a3dlint | sort > some
for _ in 1 2 3 4 5 6 7 8 9 10 11; do cat some; done > list
[ "$(wc -l < list)" -gt 20000 ] || { echo "only $(wc -l < list) files"; exit 1; }
for form in ndjson json sarif junit; do
    "$A3DLINT_RELEASE" check --no-config --format $form --files-from "$([ $form = ndjson ] && echo list || echo some)" > whole.$form || [ $? -le 4 ]
done
HOME=$TMPDIR timeout 900 env/bin/python "$TOP/tests/scripts/dask-cluster.py" list some "$TMPDIR"

# Parts of a list that were checked by the program, as in a matrix of jobs.
split -n l/5 some part.
for form in ndjson json sarif junit; do
    for part in part.a?; do "$A3DLINT_RELEASE" check --no-config --format $form --files-from $part > $part.$form || [ $? -le 4 ]; done
    env/bin/python -m a3dlint merge part.a?.$form -o joined.$form
    [ $form = ndjson ] || cmp joined.$form whole.$form
done
"$A3DLINT_RELEASE" check --no-config --format ndjson --files-from some > some.ndjson || [ $? -le 4 ]
cmp joined.ndjson some.ndjson
