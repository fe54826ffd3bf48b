#!/bin/sh
# No command takes long on files that were made or found to take long: a bound of processor time ends a command that
# does. The bound is several times what they take; tests/slow.c measures. reports/slow.md has the figures.
set -eu
scratch=${TMPDIR:-/tmp}/slow.$$
mkdir -p "$scratch"
trap 'rm -rf "$scratch"' EXIT
release=${A3DLINT_RELEASE:-$A3DLINT}
passed=0 failed=0
fault() { echo "$*" >&2; failed=$((failed + 1)); }

# within SECONDS STATUSES COMMAND...: the command ends with one of the statuses within the processor time.
within() {
    seconds=$1 statuses=$2
    shift 2
    status=0
    (ulimit -t "$seconds"; exec "$@") > "$scratch/said" 2>&1 || status=$?
    case " $statuses " in
    *" $status "*) ;;
    *) fault "$*: status $status: $(tail -n 3 "$scratch/said")" ;;
    esac
    passed=$((passed + 1))
}

# damage FILE OFFSET: a copy in $scratch/damaged with four bytes changed
damage() {
    cp "$1" "$scratch/damaged"
    printf '\377\377\377\377' | dd of="$scratch/damaged" bs=1 seek="$2" conv=notrunc 2> /dev/null
}

# Content of few symbols, on which zlib is slowest: packed once for a result, not once for each round of a repair.
"$release" generate --as a3d2:2.6 --seed 1 --size 900Ki -o "$scratch/symbols"
within 3 0 "$release" rewrite --canonical "$scratch/symbols" -o "$scratch/out"
for place in 100000 250000; do
    damage "$scratch/symbols" $place
    within 4 0 "$release" fix --salvage "$scratch/damaged" -o "$scratch/out"
    within 2 0 "$release" check -q "$scratch/out"
    within 3 '0 1' "$release" fix --accept-content "$scratch/damaged" --dry-run
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
