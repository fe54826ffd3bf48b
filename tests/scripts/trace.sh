#!/bin/bash
# A3D_TRACE in a debug build: a line for each field that is read, on stderr, and the report as ever. Other builds have no trace.
# needs: debug
set -eu
cd "$TMPDIR"
fail() { echo "$*"; exit 1; }
debug=$TOP/build/debug/a3dlint
plane=$CORPUS/examples/plane.a3d

A3D_TRACE=1 "$debug" check -v "$plane" > out 2> trace
"$A3DLINT_RELEASE" check -v "$plane" > release
cmp release out || fail 'a trace changes the report'
head -n 1 trace | grep -qx 'trace: File.$package stream 0 offset 0' || fail "it begins with $(head -n 1 trace)"
! grep -vxE 'trace: +[A-Za-z0-9$]+\.[A-Za-z0-9$]+ stream [0-9]+ offset [0-9]+' trace || fail 'a line of another form'
# A number of a record that is read at once, one row by row, and a record.
for field in 'Surface.materialId stream 1 offset 255' 'Mesh.visible stream 1 offset 268' 'A3D2.meshes stream 1 offset 225'; do
    grep -qx "trace: *$field" trace || fail "no line for $field"
done

# Trials of repairs are shown only when they are asked for.
for level in 1 2; do A3D_TRACE=$level "$debug" check "$CORPUS/examples/plane-mask-bit.a3d" > out 2> trace.$level || [ $? -eq 1 ]; done
[ "$(wc -l < trace.1)" -lt "$(wc -l < trace.2)" ] || fail 'A3D_TRACE=2 shows no trials'

for level in '' 0; do
    A3D_TRACE=$level "$debug" check "$plane" > out 2> trace
    [ ! -s trace ] || fail "A3D_TRACE='$level' traces"
done
A3D_TRACE=1 "$A3DLINT_RELEASE" check "$plane" > out 2> trace
[ ! -s trace ] || fail 'the released program traces'
! grep -qw A3D_TRACE "$A3DLINT_RELEASE" || fail 'the released program knows A3D_TRACE'
