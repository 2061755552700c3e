# shellcheck shell=bash
# The application of `scripts/conform protocol` on the shell library. Tests/Conversations/README.md describes it.
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
    hoard) # an argument of a program may have 128 KiB
        for ((number = 0; number < text / 100000; number++)); do
            remember "hoard$number" "$(head -c 100000 /dev/zero | tr '\0' x)"
        done
        ;;
    large)
        head -c "$text" /dev/zero | tr '\0' x | jq -Rs '{title: "Home", text: .}' | show
        return
        ;;
    ask) text=$(jq -n --arg url "$text" '{$url}' | ask interactor.input.get | jq -r .body) ;;
    hasty) text=$(jq -n --arg url "$text" '{$url}' | ask interactor.input.get 1 | jq -r .body) ;;
    post) jq -n --arg text "$text" '{$text}' | post app.output.posted & ;;
    flood) flood "$text" & ;;
    tick) remember ticks 0 ;;
    copy) copy "$text" ;;
    execute) execute vi "$text" ;;
    back)
        back
        return
        ;;
    given) text="given $(parameter 1 | wc -l)" ;;
    clear)
        show --argjson rows '[]'
        return
        ;;
    member)
        show --arg title Home --arg promt Say
        return
        ;;
    outside) text=$(scene='' show --arg title Home 2>&1) || true ;;
    nan)
        jq -n '{title: "Home", parts: [{progress: {label: "x", fraction: nan}}]}' | show
        return
        ;;
    esac
    show --arg title Home --arg text "$text" --arg prompt Say --argjson rows '["wait", "row -1"]'
}

flood() {
    for ((number = 1; number <= $1; number++)); do
        jq -n --argjson number "$number" --argjson count "$1" '{is_last: ($number == $count)}' | post app.output.flooded
    done
}

on_event() {
    case $1 in
    app.output.posted) show --arg title Home --arg text "posted $(jq -r .text <<<"$2")" ;;
    app.output.flooded)
        remember count $(($(recall count || echo 0) + 1))
        if jq -e .is_last <<<"$2"; then show --arg title Home --arg text "flooded $(recall count)"; fi
        ;;
    esac
}

tock() {
    local ticks
    ticks=$(recall ticks)
    if [ -z "$ticks" ]; then return; fi
    remember ticks $((ticks + 1))
    show --arg title Home --arg text "tick $((ticks + 1)), $([ "${1%.*}" -gt 1000000000 ] && echo after || echo before) 2001"
}
every 0.2 tock

on_return_home() { show --arg text 'Home again' --arg prompt Say; }
on_end() { echo '{"text":"ended"}' | send process.output.status; }

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
    *) show --arg title Home --arg text "$1 $(rows | paste -sd ' '): $done" ;;
    esac
}

on_submit() {
    remember number "$(jq -r .number <<<"$1")"
    show --arg title Home --arg text "$(recall number), $(jq -r '.token | length' <<<"$2") letters"
}

on_change() { show --arg title Home --arg text "$2 is $1"; }

on_sort() { show --arg title Home --arg text "$1 $([ "$2" = true ] && echo down || echo up)" --arg notice Sorted; }
on_highlight() { jq -n --arg row "$1" '{title: "Home", rows: [$row], preview: [{text: {body: "about \($row)"}}], highlight: true}' | show; }
on_run() { show --arg title Home --arg text "ran: $1 $2"; }
on_reach_end() { show --arg title Home --arg text more; }

run
