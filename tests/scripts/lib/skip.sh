# shellcheck shell=sh
# How a test says that it, or a part of it, did not run. Sourced by scripts, by ci/scripts, ci/unit and ci/test.
#
# ci/scripts counts each call. With CI=true only what tests/skips.allowed lists may be skipped.

# skip WHY: the whole script does not run.
skip() {
    skip_part "$@"
    exit 77
}

# skip_part WHY: the script goes on without a part of itself.
skip_part() {
    echo "skipped: $*"
    [ -z "${SKIPS:-}" ] || echo "$*" >> "$SKIPS"
}

# skip_allowed NAME WHY: whether this run may skip it.
skip_allowed() {
    [ "${CI:-}" != true ] || grep -Fxq -- "$1: $2" "${SKIPS_ALLOWED:-tests/skips.allowed}"
}
