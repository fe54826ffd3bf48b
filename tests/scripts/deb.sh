#!/bin/bash
# The Debian packages: lintian finds no error, and in a system that has nothing but the base of Debian they install with what they
# depend on, work as a user there would use them, and go without a trace.
# alone: the packages link build/a3dlint another way
set -eu
. "$TOP/tests/scripts/lib/skip.sh"
cd "$TMPDIR"
for tool in dpkg-shlibdeps lintian mmdebstrap; do command -v $tool > /dev/null || skip "no $tool here"; done
[ "$(id -u)" -eq 0 ] || skip 'not root, who alone makes a system of its own'
. /etc/os-release
[ "${ID:-}" = debian ] || skip 'not Debian'
fail() { echo "deb: $*"; exit 1; }
packages=$(make -C "$TOP" --no-print-directory -s -j2 deb)
make -C "$TOP" --no-print-directory -s build/a3dlint # which the packages have linked another way
for package in $packages; do
    lintian --allow-root --fail-on error --tag-display-limit 0 "$package" > lintian.log 2>&1 || { cat lintian.log; fail "lintian complains of ${package##*/}"; }
done

mkdir debs models
# shellcheck disable=SC2086 # paths without blanks
cp $packages debs
cp "$CORPUS/rules/m3g/checksum.bad.m3g" "$CORPUS/examples/fence-renamed.a3d" models
# The same release as here, since the dependencies are of here.
cat > inside <<'END'
set -eu
cd /tmp
status=0
a3dlint check -o report.txt models || status=$?
[ $status -eq 1 ]
grep -q 'error m3g/checksum' report.txt
a3dlint fix models/fence-renamed.a3d -o good.a3d > /dev/null
a3dlint -q good.a3d
a3dlint triage models -o page.html > /dev/null || [ $? -eq 1 ]
grep -q WebGL page.html
a3dlint --version
ldd /usr/bin/a3dlint | grep 'not found' && exit 1
ls /usr/share/man/man1/a3dlint.1.gz /usr/share/bash-completion/completions/a3dlint > /dev/null
END
# The system gets its packages from where this one gets them.
mirror=$(sed -n 's/^URIs: //p; s/^deb \(\[[^]]*\] \)\?\([^ ]*\) .*/\2/p' /etc/apt/sources.list.d/*.sources /etc/apt/sources.list 2>/dev/null | head -n 1)
[ -n "$mirror" ] || fail 'apt has no source of packages'
mmdebstrap --quiet --variant=essential --include=apt --format=null \
    --customize-hook='mkdir -p "$1/tmp/debs" && cp debs/*.deb "$1/tmp/debs" && cp -R models inside "$1/tmp"' \
    --customize-hook='chroot "$1" sh -c "apt-get install -y --no-install-recommends /tmp/debs/*.deb" > apt.log' \
    --customize-hook='chroot "$1" sh /tmp/inside > inside.log 2>&1' \
    --customize-hook='chroot "$1" apt-get purge -y a3dlint liba3dlint0 liba3dlint-dev >> apt.log' \
    --customize-hook='cd "$1" && find . -path ./tmp -prune -o -path ./proc -prune -o -path ./sys -prune -o -ipath "*a3dlint*" -print > "$OLDPWD/left"' \
    "${VERSION_CODENAME:?}" /dev/null "$mirror" > system.log 2>&1 ||
    { tail -n 20 system.log apt.log inside.log 2>/dev/null; fail 'the packages do not install or do not work'; }
grep -q '^a3dlint [0-9]' inside.log || { cat inside.log; fail 'the program did not run'; }
# What apt and dpkg note down of every package is theirs.
if grep -v '^./var/\(lib\|log\|cache\)/' left; then fail 'these stay after a purge'; fi
