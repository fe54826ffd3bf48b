#!/bin/bash
# ci/spec and ci/doc-links find what they are for: a statement that nothing checks, a source that leads nowhere, a page
# that is not current, and links to files or anchors that do not exist.
set -eu
copy=$TMPDIR/spec
cp -R "$TOP/docs/spec" "$copy"
bad=0
finds() { # finds WHAT PATTERN: ci/spec fails and says so
    if "$TOP/ci/spec" --check "$A3DLINT_RELEASE" "$copy" > "$TMPDIR/log" 2>&1; then echo "spec: does not fail for $1"; bad=1
    elif ! grep -q -- "$2" "$TMPDIR/log"; then cat "$TMPDIR/log"; echo "spec: does not name $1"; bad=1; fi
    rm -rf "$copy"
    cp -R "$TOP/docs/spec" "$copy"
}
"$TOP/ci/spec" --check "$A3DLINT_RELEASE" "$copy" || { echo 'spec: fails without a fault'; bad=1; }
printf 'TANKI-999\ttanki3\tvalue\terror\tNothing checks this.\t\t1\t\n' >> "$copy/statements/tanki.tsv"
finds 'a statement without a rule' 'TANKI-999: neither a rule nor a test'
sed -i '/^TANKI-010\t/d' "$copy/statements/tanki.tsv"
finds 'a rule whose statement is gone' 'a statement that does not exist: TANKI-010'
sed -i '/<a id="s7">/d' "$copy/tanki.md"
finds 'a section that is gone' 'tanki/block-id names tanki.md 7'
sed -i 's/id 1 (root)/id 2 (root)/' "$copy/statements/tanki.tsv"
finds 'a page that is not current' '^-.*id 1 (root)'
sed -i 's/^\(TANKI-010\ttanki2,tanki3\)\tcontainer/\1\tsomething/' "$copy/statements/tanki.tsv"
finds 'a kind without a heading' "no heading for the kind 'something'"

"$TOP/ci/doc-links" || bad=1
printf '# Here\n\n[a](there.md) [b](#here) [c](#nowhere) `[code](gone.md)` [d](https://example.org/)\n' > "$TMPDIR/page.md"
"$TOP/ci/doc-links" "$TMPDIR/page.md" > "$TMPDIR/log" && { echo 'doc-links: a dead link passes'; bad=1; }
[ "$(grep -c ': no such' "$TMPDIR/log")" -eq 2 ] || { cat "$TMPDIR/log"; echo 'doc-links: other than the two dead links'; bad=1; }
exit $bad
