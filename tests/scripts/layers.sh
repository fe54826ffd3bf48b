#!/bin/bash
# ci/layers finds what is planted in a copy of the sources: a cycle between rooms, a room that is not in its table, two types
# of one name, a header of a system outside of src/os, a header that is implemented elsewhere, a line and a file that are too long.
set -eu
cd "$TMPDIR"
status=0
cp -R "$TOP/src" sound
"$TOP/ci/layers" "$PWD/sound" || { echo 'layers: the sources as they are break a rule'; status=1; }

plant() { # plant NAME WHAT_IT_SAYS: `src` is a copy with the fault
    if "$TOP/ci/layers" "$PWD/src" > said; then
        echo "layers: $1 is not found"
        status=1
    elif ! grep -q -- "$2" said; then
        echo "layers: $1 is not named:"
        cat said
        status=1
    fi
    rm -rf src
}
cp -R sound src
sed -i '1a #include "engine/decode/decode.h"' src/engine/document/nodes.h
plant 'a cycle between rooms' 'engine/document (floor [0-9]*) includes engine/decode/decode.h'
cp -R sound src
sed -i '1a #include "formats/m3g/m3g.h"' src/formats/odol/odol.h
plant 'a format that includes another' 'formats/odol (floor [0-9]*) includes formats/m3g/m3g.h'
cp -R sound src
mkdir src/engine/attic
echo 'int a3d_attic;' > src/engine/attic/attic.c
plant 'a room outside of the table' 'engine/attic is not in the plan'
cp -R sound src
sed -i '/^#endif/i typedef struct a3d_span {\n    int from;\n} a3d_span;' src/cli/options/names.h
plant 'a second type of one name' 'a3d_span is also defined'
cp -R sound src
sed -i '/^#endif/i int a3d_strayed(int a);' src/engine/check/tally.h
printf '\nint a3d_strayed(int a)\n{\n    return a;\n}\n' >> src/engine/decode/fork.c
plant 'a header that is implemented elsewhere' 'a3d_strayed is implemented in engine/decode/fork.c'
cp -R sound src
sed -i '2i #include <sys/stat.h>' src/cli/input/files.c
plant 'a header of a system outside of src/os' 'files.c:2: only src/os includes headers of a system: sys/stat.h'
cp -R sound src
printf '#ifdef _WIN32\n#endif\n' >> src/cli/input/files.c
plant 'a question for the system outside of src/os' 'files.c:[0-9]*: only src/os asks for the system'
cp -R sound src
printf '/* %0120d */\n' 0 >> src/engine/decode/fork.c
plant 'a long line' 'fork.c.*more than 120 columns'
cp -R sound src
for i in {1..501}; do echo "/* $i */"; done >> src/engine/decode/fork.c
plant 'a long file' 'fork.c: [0-9]* lines'
exit $status
