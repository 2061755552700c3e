# shellcheck shell=sh
# Shared by the scripts: say things on stderr, install what is missing, build. To be sourced, after `set -eu`.

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)

say() { printf '%s: %s\n' "$(basename -- "$0")" "$*" >&2; }
die() {
    code=$1
    shift
    say "$*"
    exit "$code"
}

as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif command -v sudo >/dev/null 2>&1; then
        sudo "$@"
    else
        return 1
    fi
}

# need_packages PACKAGE...: installs those Debian packages that are not installed.
need_packages() {
    if ! command -v dpkg-query >/dev/null 2>&1; then
        say "this is no Debian: please see to the likes of $* yourself"
        return 0
    fi
    missing=
    for package in "$@"; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
    done
    [ -n "$missing" ] || return 0
    say "installing:$missing"
    # shellcheck disable=SC2086 # a list of words
    if ! { as_root apt-get update -qq && as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $missing; } \
        >&2 </dev/null; then
        die 69 "could not install$missing; as root, run: apt-get update && apt-get install$missing"
    fi
}

need_swift() {
    command -v swift >/dev/null 2>&1 ||
        die 69 "there is no swift in PATH; install Swift 6.3 or later (https://www.swift.org/install/linux/)"
    version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\)\.\([0-9]*\).*/\1 \2/p' | head -n 1)
    # shellcheck disable=SC2086 # two words
    set -- $version
    if [ "${1:-0}" -lt 6 ] || { [ "$1" = 6 ] && [ "${2:-0}" -lt 3 ]; }; then
        die 69 "this is Swift ${1:-?}.${2:-?}; Viperline needs 6.3 or later (https://www.swift.org/install/linux/)"
    fi
}

need_build_tools() {
    need_swift
    need_packages libcurl4-openssl-dev libidn2-dev zlib1g-dev libutf8proc-dev libyaml-dev
}

# build_release: the executables, optimised, with the Swift runtime inside: they start in milliseconds and can be copied.
build_release() {
    need_build_tools
    build_log=$(mktemp)
    [ -x "$root/.build/release/viperline" ] || say "building a release; the first time takes a few minutes"
    if ! swift build --package-path "$root" -c release --static-swift-stdlib >"$build_log" 2>&1; then
        cat "$build_log" >&2
        rm -f "$build_log"
        die 70 "the build failed; what the compiler said is above"
    fi
    rm -f "$build_log"
}
