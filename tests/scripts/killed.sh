#!/bin/bash
# Commands that write are killed at a random moment: the old file is there, or the new one, never a part of one. SIGTERM
# leaves no temporary file either. KILLS=1000 makes as many tries (120 without it); SEED chooses them.
set -eu
cd "$TMPDIR"
fail() { echo "killed: $* (SEED=$SEED)"; exit 1; }
SEED=${SEED:-$(date +%j)} KILLS=${KILLS:-120}
RANDOM=$SEED
echo "killed: $KILLS tries, SEED=$SEED"
bad=$CORPUS/rules/tanki/block-length.bad.a3d
mkdir in out work
cp "$bad" in/one.a3d
cp "$CORPUS/rules/m3g/checksum.bad.m3g" in/two.m3g
printf 'old' > old

commands=(
    "fix $bad -o out/r" "rewrite $bad -o out/r" "rewrite --canonical in/two.m3g -o out/r" "edit $bad transforms.length=4 -o out/r"
    "generate --as odol -o out/r" "dump --gltf $CORPUS/examples/plane.a3d -o out/r" "reduce $bad --keep tanki/block-length -o out/r"
    "triage in -o out/r" "check --write-baseline out/r in" "fix --in-place out/r"
)
# prepare COMMAND: what is there before it runs; $old says what. The baseline and the page do not replace other files.
prepare() {
    case $1 in
    *--in-place*) old=$bad ;;
    check* | triage*) old=; return ;;
    *) old=old ;;
    esac
    cp "$old" out/r
}
# A page of what was read before SIGTERM came, which is whole.
interrupted() { [[ $1 == triage* ]] && tail -c 8 out/r | grep -q '</html>'; }

# What each command writes when nobody stops it.
for i in "${!commands[@]}"; do
    rm -f out/*
    prepare "${commands[i]}"
    # shellcheck disable=SC2086 # words
    "$A3DLINT_RELEASE" ${commands[i]} > log 2>&1 || [ $? -eq 1 ] || fail "${commands[i]}: $(cat log)"
    cp out/r "work/new$i"
    [ "$(ls -A out)" = r ] || fail "${commands[i]} leaves $(ls -A out)"
done
# The time that a run takes, in thousandths of a millisecond.
start=$(date +%s%N)
for _ in 1 2 3 4 5 6 7 8; do "$A3DLINT_RELEASE" fix "$bad" -o out/r > /dev/null; done
span=$((($(date +%s%N) - start) / 8000))

for ((try = 0; try < KILLS; try++)); do
    i=$((RANDOM % ${#commands[@]}))
    signal=$([ $((RANDOM % 3)) -gt 0 ] && echo KILL || echo TERM)
    rm -f out/* out/.a3dlint-*
    prepare "${commands[i]}"
    # shellcheck disable=SC2086 # words
    "$A3DLINT_RELEASE" ${commands[i]} > log 2>&1 &
    sleep "$(printf '%d.%06d' 0 $((RANDOM * 32768 % (span + span / 2) + RANDOM % 100)))"
    kill -$signal $! 2> /dev/null || :
    wait $! 2> /dev/null || :
    if [ -e out/r ]; then [ -n "$old" ] && cmp -s out/r "$old" || cmp -s out/r "work/new$i" || interrupted "${commands[i]}" || fail "${commands[i]}, SIG$signal: the file is neither the old nor the new one"
    else [ -z "$old" ] || fail "${commands[i]}, SIG$signal: the old file is gone"; fi
    [ $signal = KILL ] || [ "$(ls -A out | grep -cvx r)" -eq 0 ] || fail "${commands[i]}, SIG$signal leaves $(ls -A out)"
done
