#!/bin/bash
# What `make dist` makes: programs that run without anything beside them, sums that are right, components that are named, and the
# same bytes from another folder. The part that is built twice is another one each day; SEED=N repeats one, DIST=all takes all.
# alone: it takes both processors
set -eu
. "$TOP/tests/scripts/lib/skip.sh"
cd "$TMPDIR"
for tool in zip unzip dpkg-query npm x86_64-linux-gnu-gcc aarch64-linux-gnu-gcc x86_64-w64-mingw32-gcc; do
    command -v $tool > /dev/null || skip "no $tool here"
done
fail() { echo "dist: $*"; exit 1; }
export SOURCE_DATE_EPOCH=1700000000
parts=(linux-x86_64 linux-aarch64 windows-x86_64 seeds)
[ ! -e "$TOP/.git" ] || parts+=(source)
"$TOP/ci/dist" "$TMPDIR/one" "${parts[@]}" > log 2>&1 || { cat log; fail 'no release'; }
(cd one && sha256sum --quiet -c SHA256SUMS) || fail 'a sum is wrong'
[ "$(wc -l < one/SHA256SUMS)" -eq "$(find one -type f ! -name SHA256SUMS | wc -l)" ] || fail 'a file has no sum'
version=$("$TOP/ci/version")
name=a3dlint-$version

# Each names what it contains of others, and ships their licences.
for machine in linux-x86_64:musl linux-aarch64:musl windows-x86_64:mingw-w64; do
    node -e '
        const bom = JSON.parse(require("fs").readFileSync(process.argv[1]));
        const names = bom.components.map((c) => c.name);
        for (const name of process.argv.slice(2))
            if (!names.includes(name)) { console.error(`${process.argv[1]} lacks ${name}`); process.exit(1); }
        if (!bom.components.every((c) => c.version && c.licenses.length === 1)) process.exit(1);
    ' "one/$name-${machine%:*}.cdx.json" "${machine#*:}" zlib libgcc three.js || fail 'a list of components'
done

# The programs, alone in a folder of their own.
bad=$CORPUS/examples/fence-renamed.a3d
"$A3DLINT_RELEASE" check --format json - < "$bad" > native || :
works() { # works FOLDER COMMAND...: reports as the native program does, repairs, and writes the page with its 3D view
    local folder=$1 status=0
    shift
    cp "$bad" "$folder/bad.a3d"
    (cd "$folder" && "$@" check --format json - < bad.a3d) > report || status=$?
    [ $status -eq 1 ] || fail "status $status of $*"
    cmp native report || fail "the report of $*"
    (cd "$folder" && "$@" fix bad.a3d -o good.a3d && "$@" -q good.a3d && "$@" triage bad.a3d -o page.html) > out || [ $? -eq 1 ] || fail "$*"
    grep -q WebGL "$folder/page.html" || fail "$* writes a page without its 3D view"
}
for machine in x86_64 aarch64; do
    tar -xzf "one/$name-linux-$machine.tar.gz"
    folder=$TMPDIR/$name-linux-$machine
    [ -s "$folder/share/man/man1/a3dlint.1" ] && grep -q '==== musl 1' "$folder/share/doc/a3dlint/LICENSES-OF-OTHERS" || fail "the archive for $machine"
    ! readelf -d "$folder/bin/a3dlint" | grep -q NEEDED || fail "the program for $machine is not static"
    if [ "$machine" = "$(uname -m)" ]; then
        works "$folder" "$folder/bin/a3dlint"
        [ "$(id -u)" -ne 0 ] || works "$folder" env A3DLINT_SHARE=/share/a3dlint chroot "$folder" /bin/a3dlint # no /proc tells where it is
    elif command -v "qemu-$machine" > /dev/null; then
        works "$folder" "qemu-$machine" "$folder/bin/a3dlint"
    else
        skip_part "no qemu-$machine here"
    fi
done
unzip -q "one/$name-windows-x86_64.zip"
[ -s "$name-windows-x86_64/lib/a3dlint.dll" ] && [ -s "$name-windows-x86_64/LICENSES-OF-OTHERS.txt" ] || fail 'the archive for Windows'
"$TOP/ci/doc-links" "$TMPDIR/$name-windows-x86_64/README.md" > links || { cat links; fail 'the README for Windows'; }
export WINEPREFIX=$TMPDIR/prefix
if why=$("$TOP/ci/wine" --begin); then
    works "$TMPDIR/$name-windows-x86_64" "$TOP/ci/wine" "$TMPDIR/$name-windows-x86_64/a3dlint.exe"
    "$TOP/ci/wine" --end
else
    skip_part "$why"
fi
tar -xzf "one/$name-seeds.tar.gz"
for family in $("$TOP/ci/formats"); do
    [ "$(find "$name-seeds/$family" -type f | wc -l)" -gt 5 ] || fail "few seeds of $family"
done
[ "$(find "$name-seeds/regressions" -type f | wc -l)" -gt 5 ] || fail 'few regressions among the seeds'
diff -r "$TOP/harnesses/seeds" "$name-seeds/harnesses" || fail 'the seeds of the harnesses'

# The same bytes from another folder, without what was built before, except for what others wrote.
day=${SEED:-$(date +%j)}
again=("${parts[$((10#$day % 3))]}")
[ "${DIST:-}" != all ] || again=("${parts[@]:0:4}")
echo "dist: ${again[*]} twice, SEED=$day"
mkdir -p two/elsewhere/build/page
tar -C "$TOP" --exclude ./build --exclude ./.git -cf - . | tar -C two/elsewhere -xf -
for part in sysroot sbom page/node_modules; do ln -s "$TOP/build/$part" "two/elsewhere/build/$part"; done
# The pages are those of the program that is there: to build it again takes as long as the part.
WRITER=$TOP/build/a3dlint two/elsewhere/ci/dist "$TMPDIR/two/out" "${again[@]}" > log 2>&1 || { cat log; fail 'no release from another folder'; }
for file in two/out/a3dlint-*; do cmp "$file" "one/${file##*/}" || fail "${file##*/} has other bytes when it is built elsewhere"; done
