# shellcheck shell=sh
# Shared by the scripts: messages on stderr, installation of what is missing, builds. To be sourced, after `set -eu`.

# Scripts in folders of scripts are one level deeper.
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
root=${root%/scripts}

# answer_help ARGUMENT...: prints the help and ends, if an argument before `--` asks for it, wherever it stands: nothing is built or begun for
# it. The help is what `usage` prints: the comment at the head of a script that has no other.
usage() { sed -n '2,/^[^#]/s/^# //p' "$0"; }
answer_help() {
    for argument in "$@"; do
        case $argument in
        --) return ;;
        --help | -h)
            usage
            exit 0
            ;;
        esac
    done
}

# take_only MOST ARGUMENT...: ends the script if there are more arguments than that, or an option, before anything begins.
take_only() {
    most=$1
    shift
    for argument in "$@"; do
        case $argument in -*) most=0 ;; esac
        [ "$most" -gt 0 ] || die 64 "unknown argument $argument; see --help"
        most=$((most - 1))
    done
}

# products_in [FOLDER]: the whole path of the folder with the programs of a build, the debug one by default; ends the script if there are none.
products_in() {
    products=${1:-$(need_swift && build --show-bin-path)}
    code=${1:+64}
    [ -x "$products/viperline" ] || die "${code:-69}" "there is no program viperline in $products; build first, or give the folder of a build"
    CDPATH='' cd -- "$products" && pwd
}

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
        say "this is not Debian: please install the equivalents of $* yourself"
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
        die 69 "swift is not in PATH; install Swift 6.3 or later (https://www.swift.org/install/linux/)"
    version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\)\.\([0-9]*\).*/\1 \2/p' | head -n 1)
    # shellcheck disable=SC2086 # two words
    set -- $version
    if [ "${1:-0}" -lt 6 ] || { [ "$1" = 6 ] && [ "${2:-0}" -lt 3 ]; }; then
        die 69 "this is Swift ${1:-?}.${2:-?}; Viperline needs 6.3 or later (https://www.swift.org/install/linux/)"
    fi
}

need_build_tools() {
    need_swift
    need_packages libcurl4-openssl-dev libidn2-dev zlib1g-dev libutf8proc-dev libyaml-dev \
        libcmark-gfm-dev libcmark-gfm-extensions-dev libjq-dev libmicrohttpd-dev libnats-dev
}

# use_one_build: from here on, tests and releases are made of the same objects, which are optimised and have no debug information.
use_one_build() {
    VIPERLINE_BUILD_FLAGS='-c release -Xswiftc -gnone -Xswiftc -enable-testing'
    export VIPERLINE_BUILD_FLAGS
}

# build OPTION...: builds for debugging, or as this run builds everything.
build() {
    # shellcheck disable=SC2086 # a list of options
    swift build --package-path "$root" ${VIPERLINE_BUILD_FLAGS:-} "$@"
}

# build_release: the executables, optimised, with the Swift runtime inside (Package.swift): they start in milliseconds and can be copied.
build_release() {
    need_build_tools
    build_log=$(mktemp)
    [ -x "$root/.build/release/viperline" ] || say "building a release; the first time takes a few minutes"
    # Tests are in no release, unless both are made of the same objects.
    parts=${VIPERLINE_PARTS:-}
    [ -n "${VIPERLINE_BUILD_FLAGS:-}" ] || parts=${parts:-release}
    # shellcheck disable=SC2086 # a list of options
    if ! VIPERLINE_PARTS=$parts swift build --package-path "$root" ${VIPERLINE_BUILD_FLAGS:--c release -Xswiftc -gnone} >"$build_log" 2>&1; then
        cat "$build_log" >&2
        rm -f "$build_log"
        die 70 "the build failed; the compiler's messages are above"
    fi
    rm -f "$build_log"
}

programs='viperline viperline-fetcher viperline-presenter viperline-router viperline-view viperline-web viperline-catalog viperline-pattern viperline-app viperline-jq viperline-nats'

# version: the one that `--version` prints.
version() { sed -n 's/.*current = "\([0-9.]*\)".*/\1/p' "$root/Sources/Base/Version/Version.swift"; }

# install_tree FOLDER: puts a release into FOLDER/bin and FOLDER/share: the programs, stripped, the compose files, the
# protocols, manual pages, and completions for bash, zsh and fish.
install_tree() {
    destination=$1
    products=$root/.build/release
    mkdir -p "$destination/bin" "$destination/share/man/man1" \
        "$destination/share/bash-completion/completions" "$destination/share/zsh/vendor-completions" \
        "$destination/share/fish/vendor_completions.d" || return
    for program in $programs; do
        install -m 755 "$products/$program" "$destination/bin/$program"
        strip --strip-all --remove-section=.comment --remove-section=.note "$destination/bin/$program"
        "$products/$program" --generate-completion-script bash >"$destination/share/bash-completion/completions/$program"
        "$products/$program" --generate-completion-script zsh >"$destination/share/zsh/vendor-completions/_$program"
        "$products/$program" --generate-completion-script fish >"$destination/share/fish/vendor_completions.d/$program.fish"
        "$products/$program" --help-json |
            python3 "$root/scripts/manual.py" "$(version)" "$(release_date +%Y-%m-%d)" |
            gzip -9n >"$destination/share/man/man1/$program.1.gz"
    done
    install_pages "$destination/share/viperline"
    # For `--version --json`; unknown without a repository.
    git -C "$root" rev-parse HEAD >"$destination/share/viperline/commit" 2>/dev/null || rm -f "$destination/share/viperline/commit"
}

# install_pages FOLDER: the part that needs no build, the compose files and the protocols. `scripts/check pages` looks for links out of it.
install_pages() {
    pages=$1
    mkdir -p "$pages/compose/patterns"
    install -m 644 "$root"/compose/*.yaml "$pages/compose/"
    install -m 644 "$root"/compose/patterns/*.yaml "$pages/compose/patterns/"
    # Links are followed: a template is installed with its library.
    (cd "$root/compose" && find templates -path templates/in-tree -prune -o -name __pycache__ -prune -o -name '.build*' -prune -o ! -type d \
        -exec install -Dm 644 {} "$pages/compose/{}" \;)
    (cd "$root" && find protocols -type f -exec install -Dm 644 {} "$pages/{}" \;)
}

# release_date FORMAT...: of the newest commit, so that the same sources make the same files.
release_date() {
    seconds=${SOURCE_DATE_EPOCH:-$(git -C "$root" log -1 --format=%ct 2>/dev/null || date +%s)}
    LC_ALL=C date -u -d "@$seconds" "$@"
}
