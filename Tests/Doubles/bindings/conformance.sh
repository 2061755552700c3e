# shellcheck shell=bash
# The application of `scripts/conform protocol` on the shell library. Tests/Conversations/README.md says what it does.
# shellcheck source=protocols/bindings/viperline.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../../../protocols/bindings/viperline.sh"

on_open_home() { show --arg title Home --arg prompt Say; }
on_open_detail() {
    if [ "$1" = wait ]; then wait_for "$1" 60; fi
    show --arg title Detail --arg text "Detail of $1"
}

on_search() {
    local verb=${1%% *} text=
    case $1 in *' '*) text=${1#* } ;; esac
    case $verb in
    wait) wait_for "$text" 60 ;;
    pause) wait_for "$text" 0.3 ;;
    print) echo "$text" ;;
    count)
        text=$(($(recall count || echo 0) + 1))
        remember count "$text"
        ;;
    fail)
        remember count 1000
        echo "$text" >&2
        return 1
        ;;
    large)
        head -c "$text" /dev/zero | tr '\0' x | jq -Rs '{title: "Home", text: .}' | show
        return
        ;;
    nan)
        jq -n '{title: "Home", parts: [{progress: {label: "x", fraction: nan}}]}' | show
        return
        ;;
    esac
    show --arg title Home --arg text "$text" --arg prompt Say --argjson rows '["wait", "row -1"]'
}

wait_for() {
    show --arg title Home --arg activity "Waiting for $1"
    sleep "$2"
}

on_select() { open detail "$1"; }

on_press() {
    local done='done'
    [ -z "$replayed" ] || done='not again'
    case $1 in
    page) open https://pages.example/ ;;
    *) show --arg title Home --arg text "$1 $2: $done" ;;
    esac
}

on_submit() {
    remember number "$(jq -r .number <<<"$1")"
    show --arg title Home --arg text "$(recall number), $(jq -r '.token | length' <<<"$2") letters"
}

on_change() { show --arg title Home --arg text "$2 is $1"; }

run
