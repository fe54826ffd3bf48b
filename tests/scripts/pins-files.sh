#!/bin/bash
# What every command makes of every file of the corpus is what it was: digests of it are in tests/pins/files.
# `make pins` writes them anew; look at what changed before you commit it.
#
# There is a line for each group of files, whose names begin alike: the steps that their checks take, and
# digests of the files, of the report (JSON) without the steps, and of what other commands print for each of them.
set -eu
export LC_ALL=C
program=${A3DLINT_RELEASE:-$A3DLINT} pins=${TOP:-$PWD}/tests/pins
scratch=${TMPDIR:-/tmp}/pins-files.$$
mkdir -p "$scratch"
trap 'rm -rf "$scratch"' EXIT
cd "$CORPUS"
columns='bytes steps check dump hex scene fix salvage canonical reduce diff'
LARGE=65536 # bytes: of larger files only the check is pinned

group_of() { # group_of FILE: folder and the first word of the name
    local folder=${1%/*} name=${1##*/}
    group=$folder/${name%%[-.]*}
    group=${group//\//+}
}

# Splits the report into the steps of each group, its report without them, and the first rule that each file breaks.
split_check() {
    "$program" check --format ndjson --jobs 1 "${files[@]}" | awk -v out="$scratch/" '
        !/^\{"path":"/ { next }
        {
            file = group = substr($0, 10, index(substr($0, 10), "\"") - 1)
            match(group, /.*\//); name = substr(group, RLENGTH + 1); group = substr(group, 1, RLENGTH)
            sub(/[-.].*/, "", name); group = group name; gsub(/\//, "+", group)
            match($0, /"steps":[0-9]+/); steps[group] += substr($0, RSTART + 8, RLENGTH - 8)
            sub(/"steps":[0-9]+/, "")
            print > (out "check/" group)
            if (match($0, /"rule":"[^"]*","severity":"error"/)) {
                rule = substr($0, RSTART + 8); sub(/".*/, "", rule); print file, rule > (out "rules")
            }
        }
        END { for (g in steps) print steps[g] > (out "steps/" g) }'
}

put() { # put COLUMN COMMAND...: appends all that it prints, and its status
    local column=$1 status=0
    shift
    "$program" "$@" >> "$scratch/$column/$group" 2>&1 || status=$?
    echo "$status" >> "$scratch/$column/$group"
}

pin_files() {
    local file before='' rule size
    local -A broken=() sizes=() members=()
    while read -r size file; do sizes[$file]=$size; done < <(find . -type f -printf '%s %P\n')
    mapfile -t files < <(printf '%s\n' "${!sizes[@]}" | sort)
    for column in $columns; do mkdir "$scratch/$column"; done
    touch "$scratch/rules"
    split_check
    while read -r file rule; do broken[$file]=$rule; done < "$scratch/rules"
    for file in "${files[@]}"; do
        group_of "$file"
        members[$group]+=$file$'\n'
        [ "${sizes[$file]}" -le $LARGE ] || continue
        put dump dump --full "$file"
        put hex hex --full "$file"
        put scene dump --gltf "$file"
        put fix fix "$file"
        put salvage fix --salvage --accept-content "$file"
        put canonical rewrite --canonical "$file"
        [ "${before%/*}" != "${file%/*}" ] || put diff diff "$before" "$file"
        [ -z "${broken[$file]:-}" ] || put reduce reduce --keep "${broken[$file]}" --max-tries 300 "$file"
        before=$file
    done
    for group in "${!members[@]}"; do xargs cat <<< "${members[$group]}" > "$scratch/bytes/$group"; done
    sed -i 's/a3dlint [0-9][0-9.]*/a3dlint/' "$scratch"/scene/*
}

# One line for each group; steps as a number.
print_files() {
    local column
    echo "# group $columns"
    for column in $columns; do
        cd "$scratch/$column"
        if [ "$column" = steps ]; then for g in *; do echo "$g $column $(cat "$g")"; done
        else cksum -- * | awk -v column="$column" '{ printf "%s %s %08x\n", $3, column, $1 }'; fi
    done | awk -v columns="$columns" '
        { pin[$1, $2] = $3; groups[$1] }
        END { n = split(columns, all, " ")
              for (g in groups) {
                  line = g
                  for (i = 1; i <= n; i++) line = line " " (((g, all[i]) in pin) ? pin[g, all[i]] : "-")
                  gsub(/\+/, "/", line); print line } }' | sort
}

pin_files
print_files > "$scratch/files"
if [ "${PINS:-}" = update ]; then
    cp "$scratch/files" "$pins"
    exit 0
fi

# What differs, in words.
awk -v columns="$columns" '
    FNR == NR { was[$1] = $0; next }
    !($1 in was) { print "pins: " $1 "* is new; `make pins` adds it"; next }
    was[$1] != $0 {
        n = split(columns, name, " "); split(was[$1], old, " "); what = ""
        for (i = 1; i <= n; i++) if (old[i + 1] != $(i + 1))
            what = what " " name[i] (name[i] == "steps" ? " (" old[i + 1] ", now " $(i + 1) ")" : "")
        print "pins: " $1 "*: differs in" what
    }
    { delete was[$1] }
    END { for (g in was) print "pins: " g "* is gone; `make pins` removes it" }
' "$pins/files" "$scratch/files" > "$scratch/differs" || true
[ ! -s "$scratch/differs" ] || {
    head -n 40 "$scratch/differs" >&2
    echo "pins: $(wc -l < "$scratch/differs") differences. Compare what the program before and the one now print for" \
        'such a file; if that is meant, `make pins` accepts it' >&2
    exit 1
}
