#!/bin/bash
# The example loaders of harnesses/loaders: sound files announce no planted fault; each line of proofs.txt makes a
# loader announce its fault and no other, and when the loader goes on, a sanitizer sees that the fault is one.
# needs: loaders
set -euf
loaders=$TOP/build/loaders/replay
scratch=$TMPDIR/loaders
mkdir -p "$scratch"
. "$TOP/tests/scripts/lib/skip.sh"
bad=0
complain() { echo "loaders: $*"; bad=1; }

# sound LOADER FILE...: all are loaded, or at least (--refuse) refused without a fault.
sound() {
    local loader=$1 refuse=
    shift
    [ "$1" != --refuse ] || { refuse=1; shift; }
    if ! LOADER_FAULTS="record:$scratch/sound" "$loaders/loader_$loader" "$@" > "$scratch/log" 2>&1 && [ -z "$refuse" ]; then
        grep -v '^loaded ' "$scratch/log"
        complain "$loader does not load sound files"
    fi
    grep -q '^loaded' "$scratch/log" || complain "$loader loads nothing"
    [ ! -s "$scratch/sound.log" ] || { cat "$scratch/sound.log"; complain "$loader: a fault in a sound file"; }
    rm -f "$scratch/sound" "$scratch/sound.log"
}

for family in $("$TOP/ci/formats"); do
    mapfile -t files < <(find "$CORPUS/$family" -type f ! -name '*.compat.*' | sort)
    sound $family "${files[@]}"
    mapfile -t files < <(find "$CORPUS/rules/$family" -type f -name '*.good.*' | sort)
    sound $family --refuse "${files[@]}"
done
# Whatever the ids of its joints are, a skin loads.
"$A3DLINT_RELEASE" edit "$CORPUS/rules/a3d2/joint-index-range.good.a3d" joints[0].id=0 joints[1].id=1 joints[1].parentId=0 \
    'skins[0].joints={0,1}' skins[0].jointBindTransforms[0].id=0 skins[0].jointBindTransforms[1].id=1 -o "$scratch/joints.a3d"
sound a3d2 "$scratch/joints.a3d"

if [ -n "${ASSETS:-}" ]; then
    for pair in a3d1=a3d2 a3d2=a3d2 tanki=tanki m3g=m3g odol=odol; do
        mapfile -t files < <(find "$ASSETS/${pair#*=}" -type f | sort)
        sound "${pair%=*}" --refuse "${files[@]}"
    done
else
    skip_part 'no real files here (set A3D_ASSETS to their folder)'
fi

family_of() {
    case $1 in 1??) echo a3d1 ;; 2??) echo a3d2 ;; 3??) echo tanki ;; 4??) echo m3g ;; 5??) echo odol ;; esac
}

prove() { # prove NUMBER FILE EDIT...
    local number=$1 file=$CORPUS/$2 made=$scratch/$1.${2##*.} loader
    shift 2
    loader=$loaders/loader_$(family_of "$number")
    "$A3DLINT_RELEASE" edit "$file" "$@" -o "$made" > "$scratch/log" 2>&1 || { cat "$scratch/log"; complain "$number: cannot be made"; return; }
    rm -f "$scratch/record" "$scratch/record.log"
    LOADER_FAULTS="record:$scratch/record" "$loader" "$made" > "$scratch/log" 2>&1 && complain "$number: loads"
    local seen
    seen=$(awk '{ printf "%s ", $2 }' "$scratch/record.log")
    [ "$seen" = "$number " ] || { complain "$number: announced is '$seen'"; return; }
    # What the shell has to say of an abort that is wanted goes nowhere.
    if { (ulimit -c 0; LOADER_FAULTS=abort "$loader" "$made") > "$scratch/log" 2>&1; } 2> "$scratch/shell"; then complain "$number: does not abort"; fi
    grep -q "^planted fault $number$" "$scratch/log" || complain "$number: does not say so"
    if (ulimit -c 0; LOADER_FAULTS=go timeout 120 "$loader" "$made") > "$scratch/log" 2>&1 ||
        ! grep -q -e 'ERROR: AddressSanitizer' -e 'runtime error:' "$scratch/log"; then
        complain "$number: nothing is wrong when it goes on: $(head -n 2 "$scratch/log" | tr '\n' ' ')"
    fi
}

planted=$(cd "$TOP/harnesses/loaders" && grep -ho --include='*.[ch]' -r 'fault([0-9]\+)\|mask_fault = [0-9]\+' . | grep -o '[0-9]\+' | sort -u | tr '\n' ' ')
proven=
while IFS= read -r line; do
    case $line in '' | '#'*) continue ;; esac
    printf '%s\n' "$line" | xargs printf '%s\n' > "$scratch/words"
    mapfile -t words < "$scratch/words"
    prove "${words[@]}"
    proven="$proven${words[0]} "
done < "$TOP/harnesses/loaders/proofs.txt"
[ "$planted" = "$proven" ] || complain "planted are $planted, proven $proven"
set -- $proven
[ $# -ge 48 ] || complain "only $# faults"
[ $bad -eq 0 ] && echo "loaders: $# planted faults, each proven"
exit $bad
