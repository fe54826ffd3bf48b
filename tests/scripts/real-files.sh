#!/bin/sh
# The sound real files of Tanki and M3G have no error, and exactly the warnings that were predicted when they were
# measured: how many files each rule warns of. The unsound ones are known by name. Damage whose repair would be a guess
# is not repaired.
set -eu
. "$TOP/tests/scripts/lib/skip.sh"
[ -n "${ASSETS:-}" ] || skip 'no real files here (set A3D_ASSETS to their folder)'
cd "$TMPDIR"

# In two lists: what is invalid and why (errors without a cause), and for the rest the files of each rule.
measured() { # measured FAMILY
    { "${A3DLINT_RELEASE:-$A3DLINT}" check --format json "$ASSETS/$1" || true; } | awk '
        function value(line) { sub(/^[^:]*: /, "", line); gsub(/^"|",?$|,$/, "", line); return line }
        function flush() {
            if (path == "") return
            files++
            if (verdict == "valid") { sound++; for (r in warned) if (warned[r] == path) n[r]++ }
            else print "invalid", path, blame
        }
        /^      "path": /          { flush(); path = value($0); sub(/.*\//, "", path); blame = "" }
        /^      "verdict": /       { verdict = value($0) }
        /^          "rule": /      { rule = value($0) }
        /^          "severity": /  { severity = value($0); if (severity == "warning") warned[rule] = path }
        /^          "cause": null/ { if (severity == "error") blame = blame " " rule }
        END {
            flush()
            print "files", files, "sound", sound
            for (r in n) print "warning", r, n[r]
        }' | sort | sed 's/  */ /g'
}

measured m3g > m3g.found
sort > m3g.wanted <<'EOF'
files 116 sound 106
invalid vadosnaprimer__desktop-m3g__id-only.hex.m3g m3g/no-objects
invalid vadosnaprimer__desktop-m3g__untitled.m3g file/other-kind
invalid valerii76__m3gdecompile__333.m3g m3g/version-draft
invalid valerii76__m3gdecompile__anim_morph.m3g m3g/version-draft
invalid valerii76__m3gdecompile__camera.m3g m3g/version-draft
invalid valerii76__m3gdecompile__materials_multi.m3g m3g/version-draft
invalid valerii76__m3gdecompile__mesh_biped_1.m3g m3g/version-draft
invalid valerii76__m3gdecompile__mesh_biped_2.m3g m3g/version-draft
invalid valerii76__m3gdecompile__mesh_vertex_colour.m3g m3g/version-draft
invalid valerii76__m3gdecompile__morph_5.m3g m3g/version-draft
warning m3g/camera-null 6
warning m3g/camera-outside 3
warning m3g/content-size 10
warning m3g/empty-section 2
warning m3g/scale-zero 1
warning m3g/texcoord-bias 83
EOF
measured tanki > tanki.found
sort > tanki.wanted <<'EOF'
files 45 sound 43
invalid N3onTechF0X__TO_custom_files__object_1_.a3d tanki/block-length-v2 tanki/block-length-v2
invalid Testanki1__testanki1.github.io__300-models.a3d tanki/block-id
warning tanki/bounds-order 1
warning tanki/normal-length 2
warning tanki/radius 1
EOF
failed=0
for family in m3g tanki; do
    diff "$family.wanted" "$family.found" || failed=$((failed + 1))
done

# unrepaired FILE SIZE OFFSET: without a byte of its packed data, which has no checksum, the file stays as it is.
unrepaired() {
    { head -c "$3" "$1"; tail -c +$(($3 + 2)) "$1"; } > lost.p3d
    "${A3DLINT_RELEASE:-$A3DLINT}" fix lost.p3d -o fixed.p3d > log || true
    [ "$(stat -c %s lost.p3d)" -eq $(($2 - 1)) ] && cmp lost.p3d fixed.p3d || { cat log; failed=$((failed + 1)); }
}
unrepaired "$ASSETS/odol/hpy__ExileLifeMod__ExileLife_Clothing_ArmBand.p3d" 25467 22534
echo "$((3 - failed)) passed, $failed failed"
[ $failed -eq 0 ]
