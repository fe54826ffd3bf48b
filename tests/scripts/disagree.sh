#!/bin/bash
# harnesses/disagree: a loader that accepts everything, one that rejects everything, one that reads a wrong value, and
# two loaders that differ. Each disagreement is reported by rule, with a file no larger than the first.
set -eu
scratch=$TMPDIR/disagree
mkdir -p "$scratch/files"
. "$TOP/tests/scripts/lib/skip.sh"
command -v node > /dev/null || skip 'no node here'
bad=0
complain() { echo "disagree: $*"; bad=1; }
cp "$CORPUS/tanki/materials-three-3.a3d" "$CORPUS/rules/tanki/block-id.bad.a3d" "$scratch/files"
disagree() { # disagree STATUS OPTION...: what it prints is in the log
    local status=0 want=$1
    shift
    "$TOP/harnesses/disagree" --program "$A3DLINT_RELEASE" --out "$scratch/out" --minimize-time 3 "$@" "$scratch/files" > "$scratch/log" 2>&1 || status=$?
    [ $status -eq "$want" ] || { cat "$scratch/log"; complain "status $status for $*"; }
}
says() { grep -q "$1" "$scratch/log" || { cat "$scratch/log"; complain "does not say '$1'"; }; }

disagree 1 --loader 'true {}'
says '^accepts what is invalid: tanki/block-id: 1 files'
says '^2 files, 1 disagreements$'
disagree 1 --loader 'false {}'
says '^rejects what is valid: 1 files'
[ "$(stat -c %s "$scratch/out/01.a3d")" -lt "$(stat -c %s "$CORPUS/tanki/materials-three-3.a3d")" ] || complain 'the file is not reduced'
disagree 0 --loader "\"$A3DLINT_RELEASE\" check -q {} > /dev/null"
says '^2 files, 0 disagreements$'
disagree 1 --loader 'echo materials.id=5; case {} in *bad*) exit 1 ;; esac' --minimize-time 0
says '^reads another value: materials.id: 1 files'
disagree 1 --loader 'true {}' --against 'false {}' --minimize-time 0
says '^accepts what the other rejects: 2 files'
disagree 0 --loader 'true {}' --against 'true {}'
disagree 1 --loader 'kill -9 $$ # {}' --minimize-time 0
says '^crashes: 2 files'
disagree 2 --loader 'no-such-loader {}'
says "^'no-such-loader {}' cannot be run (status 127): .*not found"
disagree 2 --loader 'true'
says '^a loader is a command in which {} is replaced by the file$'
disagree 2 --loader 'true {}' "$scratch/missing"
says '/missing does not exist$'
mv "$scratch/files" "$scratch/full" && mkdir "$scratch/files"
disagree 2 --loader 'true {}'
says '^there is no file in '
rmdir "$scratch/files" && mv "$scratch/full" "$scratch/files"
disagree 2 --loader 'true {}' --program no-such-program
says '^no-such-program cannot check '
[ $bad -eq 0 ] && echo 'disagree: verdicts, values, two loaders'
exit $bad
