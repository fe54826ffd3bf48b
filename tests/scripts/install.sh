#!/bin/bash
# `make install` under DESTDIR: what is there works from there, the library's example builds against it as C11 and as
# C++17, only public names are seen, and `make uninstall` leaves nothing.
# needs: lib
# alone: the packages link build/a3dlint another way
set -eu
cd "$TMPDIR"
. "$TOP/tests/scripts/lib/skip.sh"
fail() { echo "$*"; exit 1; }
root=$PWD/root
install_to() { make -C "$TOP" --no-print-directory -s -j2 "$1" PREFIX=/opt/a3dlint DESTDIR="$root"; }
mkdir -p "$root/opt"
install_to install
prefix=$root/opt/a3dlint
for f in bin/a3dlint lib/liba3dlint.a lib/liba3dlint.so.0 include/a3dlint.h share/man/man1/a3dlint.1 \
    share/bash-completion/completions/a3dlint share/mime/packages/a3dlint.xml share/a3dlint/magic \
    share/a3dlint/problem-matcher.json share/a3dlint/report.schema.json share/a3dlint/fix.schema.json share/a3dlint/a3dlint-page-3d.js; do
    [ -e "$prefix/$f" ] || fail "$f is not installed"
done

# Each link of the pages leads to a file that is installed, too.
links() { # links FOLDER
    find "$1" -name '*.md' | sort > pages
    [ "$(wc -l < pages)" -gt 100 ] || fail "$1: too few pages"
    xargs "$TOP/ci/doc-links" < pages > links.log || { cat links.log; fail "$1: links lead nowhere"; }
}
if command -v node > /dev/null; then links "$prefix/share/doc/a3dlint"; else skip_part 'no node here'; fi

# The Debian packages: each depends on the packages of all libraries that its files are linked with.
if command -v dpkg-shlibdeps > /dev/null; then
    packages=$(make -C "$TOP" --no-print-directory -s -j2 deb)
    make -C "$TOP" --no-print-directory -s build/a3dlint # which the packages have linked another way
    [ "$(echo "$packages" | wc -l)" -eq 3 ] || fail "make deb: $packages"
    for package in $packages; do
        name=$(dpkg-deb -f "$package" Package)
        dpkg-deb -f "$package" Depends | tr ',' '\n' | awk '{ print $1 }' | sort > depends
        mkdir -p "unpacked/$name" && dpkg-deb -x "$package" "unpacked/$name"
        find "unpacked/$name" -type f \( -path '*/bin/*' -o -name '*.so.*' \) -exec objdump -p {} + |
            awk '$1 == "NEEDED" { print $2 }' | sort -u > needed
        while read -r library; do
            owner=$(dpkg-query -S "*/$library" 2>/dev/null | grep "$(dpkg-architecture -qDEB_HOST_MULTIARCH)" | sed 's/:.*//; q')
            grep -qx "$owner" depends || fail "$name needs $library of $owner, but depends on: $(paste -sd ' ' depends)"
        done < needed
    done
    if command -v node > /dev/null; then links "$PWD/unpacked/a3dlint/usr/share/doc/a3dlint"; fi
else
    skip_part 'no dpkg-shlibdeps here'
fi

# Pages: nothing to complain of but each other.
for page in "$prefix"/share/man/man*/*; do
    mandoc -Tlint "$page" > lint || :
    ! grep -v 'referenced manual not found' lint || fail "$page: mandoc complains"
done

# Names: the library shows what the header declares and nothing else.
nm -D --defined-only "$prefix/lib/liba3dlint.so.0" | awk '$2 != "A" { print $3 }' | sed 's/@.*//' | sort > seen
grep -o 'a3dlint_[a-z_]*(' "$prefix/include/a3dlint.h" | tr -d '(' | sort -u > declared
sed -n 's/^A3DLINT_API .*\b\(a3dlint_[a-z_]*\)(.*/\1/p' "$prefix/include/a3dlint.h" | sort > public
diff public seen || fail 'the shared library does not show what the header declares'
[ "$(readelf -d "$prefix/lib/liba3dlint.so" | sed -n 's/.*SONAME.*\[\(.*\)\]/\1/p')" = liba3dlint.so.0 ] || fail 'SONAME'

# The example, through pkg-config, shared and static, as C11 and C++17.
export PKG_CONFIG_LIBDIR=$prefix/lib/pkgconfig:$(pkg-config --variable pc_path pkg-config) PKG_CONFIG_SYSROOT_DIR=$root
strict='-Wall -Wextra -Wpedantic -Werror'
read -r -a shared < <(pkg-config --cflags --libs a3dlint)
cp "$TOP/examples/c/check.c" example.c
gcc -std=c11 $strict example.c "${shared[@]}" -o shared
read -r -a static < <(pkg-config --static --cflags --libs a3dlint | sed "s|-la3dlint|$prefix/lib/liba3dlint.a|")
gcc -std=c11 $strict example.c "${static[@]}" -o static
cp example.c example.cpp
g++ -std=c++17 $strict example.cpp "${shared[@]}" -o plus
good=$CORPUS/examples/plane.a3d
[ -f "$good" ] || good=$(find "$CORPUS/rules/tanki" -name '*.good.a3d' | sort | head -n 1)
bad=$CORPUS/examples/fence-renamed.a3d
for program in shared static plus; do
    status=0
    LD_LIBRARY_PATH=$prefix/lib ./$program "$good" > out || status=$?
    [ $status -eq 0 ] || { cat out; fail "$program: status $status on a valid file"; }
    LD_LIBRARY_PATH=$prefix/lib ./$program "$good" "$bad" > out.$program || status=$?
    [ $status -eq 1 ] || fail "$program: status $status on an invalid file"
    grep -q 'fence-renamed.a3d: error tanki/block-length: length is 44; expected 48, the size of the content$' out.$program || fail "$program: the finding"
    grep -q '^    materials.length, 4 bytes from byte 20 of file; ' out.$program || fail "$program: its place"
    cmp out.shared out.$program
done

# The tool works from there, and shows files and repairs without any of its sources.
"$prefix/bin/a3dlint" check -q "$good"
(cd "$TMPDIR" && "$prefix/bin/a3dlint" triage "$bad" -o page.html > page.txt) || [ $? -eq 1 ] || fail 'triage finds no parts of its page'
grep -q '<h2\|fence-renamed.a3d' "$TMPDIR/page.html" || fail 'the page of triage has no file'
(cd / && "$prefix/bin/a3dlint" explain tanki/block-length) | grep -q '^    a3dlint edit block-length\.bad\.a3d ' || fail 'explain shows no repair'

# What was there before stays, and nothing else.
mkdir -p "$root/opt/other" && touch "$root/opt/other/file"
install_to install # once more, over the first
install_to uninstall
[ "$(cd "$root" && find . | LC_ALL=C sort | paste -sd ' ')" = '. ./opt ./opt/other ./opt/other/file' ] || { find "$root" | head; fail 'uninstall leaves something'; }
