#!/bin/bash
# The examples, each run as it says: by a user who has installed the packages and has a folder of models.
# needs: lib build/npm.built build/python.built
set -eu
. "$TOP/tests/scripts/lib/skip.sh"
cd "$TMPDIR"
fail() { echo "examples: $*"; exit 1; }
mkdir -p models/sub
cp "$CORPUS/examples/plane.a3d" models/plane.a3d
cp "$CORPUS/examples/fence-renamed.a3d" models/sub/fence.a3d
cp "$CORPUS/rules/m3g/checksum.bad.m3g" models/gate.m3g
echo 'no model' > models/readme.txt

# C, in place of what pkg-config says of an installed library.
gcc -std=c11 -Wall -Wextra -Werror -I"$TOP/src" "$TOP/examples/c/check.c" "$TOP/build/liba3dlint.a" -lz -lpthread -o check
status=0
./check models/plane.a3d models/sub/fence.a3d > said || status=$?
[ $status -eq 1 ] || fail "c/check.c: status $status"
grep -qx 'models/plane.a3d: a3d2 2.0: valid' said && grep -q '^models/sub/fence.a3d: error tanki/block-length' said || { cat said; fail 'c/check.c'; }

# Node.js
mkdir node && cp "$TOP/examples/node/repair.mjs" node
(cd node && HOME=$TMPDIR npm install --silent --no-audit --no-fund --offline "$TOP"/build/npm/a3dlint-*.tgz > /dev/null)
status=0
node node/repair.mjs models repaired > said || status=$?
[ $status -eq 1 ] || fail "node/repair.mjs: status $status"
diff - said << 'END' || fail 'node/repair.mjs'
gate.m3g: invalid
plane.a3d: valid
sub/fence.a3d: valid, repaired: tanki/block-length
END
[ "$(cd repaired && find . -type f | sort | paste -sd ' ')" = './plane.a3d ./sub/fence.a3d' ] || fail 'node/repair.mjs wrote other files'
"$A3DLINT" -q repaired || fail 'node/repair.mjs wrote a file that is not valid'

# The browser: a file is chosen, its findings are shown, and the repaired one can be saved.
if command -v chromium > /dev/null; then
    mkdir page && cp "$TOP/examples/browser/index.html" page
    cp -R node/node_modules page
    HOME=$TMPDIR timeout 600 node "$TOP/tests/scripts/example-page.js" "$TMPDIR/page" models/sub/fence.a3d "$TMPDIR/profile" || fail 'browser/index.html'
else
    skip_part 'no chromium here'
fi

# Python
/usr/bin/python3 -m venv --system-site-packages env
env/bin/pip install --quiet --no-index --no-deps --disable-pip-version-check "$TOP"/build/python/a3dlint-*.whl
status=0
env/bin/python "$TOP/examples/python/convert.py" models converted > said || status=$?
[ $status -eq 1 ] || { cat said; fail "python/convert.py: status $status"; }
grep -q '^plane.a3d: plane.a3d.glb' said && grep -qx 'gate.m3g: invalid, not converted' said || { cat said; fail 'python/convert.py'; }
[ "$(head -c 4 converted/plane.a3d.glb)" = glTF ] || fail 'python/convert.py wrote no GLB'
cp "$TOP/examples/python/test_assets.py" .
cp models/sub/fence.a3d models/legacy-fence.a3d
status=0
ASSETS=models env/bin/python -m pytest -q -p no:cacheprovider test_assets.py > said || status=$?
[ $status -eq 1 ] && grep -q '2 failed, 2 passed' said && grep -q 'tanki/block-length at materials.length' said || { cat said; fail 'python/test_assets.py'; }
env/bin/python -m mypy --strict --no-error-summary --python-executable env/bin/python "$TOP"/examples/python/*.py > said || { cat said; fail 'mypy'; }

# A cluster of this machine.
if /usr/bin/python3 -c 'import distributed, fsspec' 2> /dev/null; then
    HOME=$TMPDIR timeout 600 env/bin/python "$TOP/examples/dask/check.py" models report.ndjson > said 2>&1 || { cat said; fail 'dask/check.py'; }
    find models -type f ! -name '*.txt' | sort > list
    "$A3DLINT" check --no-config --format ndjson --files-from list > expected || [ $? -eq 1 ]
    cmp report.ndjson expected || fail 'dask/check.py gives another report than one run'
else
    skip_part 'no distributed here (Debian: python3-distributed)'
fi

# Pipelines: their commands, on this machine.
/usr/bin/python3 - "$TOP/examples/ci/gitlab.yml" << 'END' > commands
import sys, yaml
print("\n".join(yaml.safe_load(open(sys.argv[1], encoding="utf-8"))["models"]["script"]))
END
sed -i "s|/opt/a3dlint/bin/a3dlint|$A3DLINT|" commands
status=0
bash -eu commands > said || status=$?
[ $status -eq 1 ] && grep -q '<failure' a3dlint.xml || { cat said; fail "ci/gitlab.yml: status $status"; }
