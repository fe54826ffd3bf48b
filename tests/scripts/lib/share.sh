# shellcheck shell=bash
# A long list is gone through in parts, another each day. Sourced by scripts whose output other tests hold as a whole.

# share N [-z]: every N-th line of standard input; -z: they end with NUL. SEED=N repeats a day's, SHARE=all takes all.
share() {
    local n=$1 day=${SEED:-$(date +%j)}
    shift
    [ "${SHARE:-}" != all ] || n=1
    sed -n "$@" "$((10#$day % n + 1))~${n}p"
}
