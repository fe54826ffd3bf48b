#!/bin/bash
# What a contributor meets first: `make quickstart` is short and shows progress, `make help` names every target of this page,
# and compile_commands.json has one entry for each source, whose command works.
set -eu
. "$TOP/tests/scripts/lib/skip.sh"
cd "$TMPDIR"
fail() { echo "$*"; exit 1; }
run() { DEPS=0 make -C "$TOP" --no-print-directory "$@"; }

# Objects that are there are not compiled again, so the progress is that of a make that says it compiles.
run quickstart > log
[ "$(sed -n '/^\[4\/4\]/q; p' log | wc -l)" -le 10 ] || { head -n 20 log; fail 'quickstart has too many lines before the report'; }
[ "$(grep -c '^\[[1-4]/4\] ' log)" -eq 4 ] || { head -n 20 log; fail 'quickstart has not four stages'; }
grep -q '^5 files: 2 valid, 3 invalid' log || { tail -n 5 log; fail 'quickstart ends without a report'; }
mkdir -p bin
cat > bin/make << 'END'
#!/bin/sh
case $* in *' all') for i in 1 2 3 4 5 6 7 8 9; do echo "  cc  src/$i.c"; done; echo 'src/9.c:1: error: planted'; exit 2 ;; esac
END
chmod +x bin/make
status=0
PATH=$PWD/bin:$PATH DEPS=0 "$TOP/ci/quickstart" > log 2>&1 || status=$?
[ $status -eq 2 ] || fail "quickstart ends with $status when the build fails"
grep -qx 'src/9.c:1: error: planted' log && ! grep -q '  cc  ' log || { cat log; fail 'quickstart hides an error, or shows compile lines'; }

run help > help
for target in quickstart check test golden goldens debug hooks compile_commands.json deb; do
    grep -q "^  $target  *[^ ]" help || fail "make help does not name $target"
done

had=$([ ! -f "$TOP/compile_commands.json" ] || echo yes)
run compile_commands.json
cp "$TOP/compile_commands.json" .
[ -n "$had" ] || rm "$TOP/compile_commands.json"
(cd "$TOP" && find src tests bench harnesses -name '*.c' ! -path '*/build/*') | LC_ALL=C sort > sources
sed -n 's/.*"file": "\([^"]*\)".*/\1/p' compile_commands.json > entries
diff sources entries || fail 'compile_commands.json has other sources than there are'
if command -v node > /dev/null; then
    node -e '
        const entry = JSON.parse(require("fs").readFileSync("compile_commands.json")).find(e => e.file === "src/base/glob.c");
        require("child_process").execSync(entry.command + " -fsyntax-only", {cwd: entry.directory, stdio: "inherit"});'
else
    skip_part 'no node here'
fi
