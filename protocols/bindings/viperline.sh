# shellcheck shell=bash disable=SC2013,SC2016
# A terminal application in one file, in bash with jq: user actions come in, whole screens go out. README.md has examples.
#
# It calls your functions, as far as they exist: on_search QUERY, on_select ROW, on_press CONTROL ROW,
# on_submit VALUES SECRETS (JSON), on_change VALUE FIELD, on_event TYPE DATA, and on_open_NAME ARGUMENT... for a new scene.

limit=${VIPERLINE_LINE_LIMIT:-1048576} # of a line, in bytes
folder=$(mktemp -d)                    # doc: the scenes and the state; event: the current one; and its results
# For your functions: the scene's id, and "true" for a replayed event. Internal: the event's number, the function's process.
scene='' replayed='' number=0 function='' ended=''
exec 3>&1 >&2                          # printed text is a diagnostic

# show: shows a whole screen, as JSON from standard input, or from jq's options: --arg title Files --argjson rows '["a", "b"]'.
# An activity lasts until the function ends or shows another screen.
show() {
    [ $# = 0 ] || { jq -n "$@" '$ARGS.named' | show && return; } || return
    jq -c --slurpfile doc "$folder/doc" --arg scene "$scene" '.parts = [(select(.text != null) | {text: {body: "\(.text)"}}),
            (.rows // empty | map(if type == "string" then {id: ., title: .} else . end)
                | {list: {rows: ., empty: "Nothing found."}}), .parts[]?]
        | if .prompt then .prompt = {placeholder: .prompt, text: ($doc[0].scenes[] | select(.scene == $scene).query)} else . end
        | .title = "\(.title // "")" | {screen: del(.text, .rows)}' >"$folder/new" && [ -s "$folder/new" ] || return
    if grep -q '"activity":' "$folder/new"; then set -- busy; fi
    send view.input.show "$@" <"$folder/new" && mv "$folder/new" "$folder/screen"
}

# open NAME ARGUMENT...: opens a scene, or a web page in the browser.
open() {
    if grep -q busy "$folder/sent"; then jq '.screen | del(.activity)' "$folder/screen" | show; fi
    case $1 in
    http:* | https:*) jq -n --arg url "$1" '{url: $url}' | send router.input.openURL ;;
    *) jq -n '$ARGS.positional | {name: .[0], parameters: (.[1:] | to_entries | map({key: "\(.key + 1)", value}) | from_entries)}' \
        --args -- "$@" | send router.input.open ;;
    esac
}

# send TYPE: sends an event in reply to the current one, or as a request on behalf of it. Its data comes from standard input.
send() {
    jq -c --slurpfile doc "$folder/doc" --slurpfile event "$folder/event" --arg scene "$scene" --arg type "$1" "$line"'
        line($event[0]; first(($doc[0].scenes[] | select(.scene == $scene)), null); $type)' >"$folder/line" &&
        [ -s "$folder/line" ] || return
    [ "$(wc -c <"$folder/line")" -le $((limit * 7 / 8)) ] || # the bus adds attributes
        { echo "$1 would have $(wc -c <"$folder/line") bytes; a line may have $limit" >&2 && return 1; }
    (flock 9 && cat "$folder/line" >&3 && echo "${2:-$1}" >"$folder/sent") 9>"$folder/lock"
}

# remember NAME VALUE, recall NAME: the application's state; a successor of this process has it too. A function's changes count
# only if it succeeds.
remember() { jq -nc --arg name "$1" --arg value "$2" '{($name): $value}' >>"$folder/remembered"; }
recall() { jq -rs --arg name "$1" '[.[0].state, .[1:][]] | add[$name] // empty' "$folder/doc" "$folder/remembered"; }

# parameter NAME: a parameter of the scene; the arguments of `open` are 1, 2, ….
parameter() {
    jq -r --arg scene "$scene" --arg name "$1" '.scenes[] | select(.scene == $scene).parameters[$name] // empty' "$folder/doc"
}

on_back() { echo '{}' | send router.input.back; }
on_follow() { open "$1"; }

# Handles events, one at a time, until the input ends.
run() {
    echo '{"state": {}, "scenes": [], "seen": []}' >"$folder/doc"
    echo 0 | tee "$folder/newest" >"$folder/left"
    names=$(declare -F | cut -d ' ' -f 3 | jq -R . | jq -sc .)
    trap supersede USR1
    trap 'exit 0' PIPE
    exec 4< <(read_ahead)
    trap 'kill '$!' 2>/dev/null; rm -rf "$folder"' EXIT
    while read -r number <&4; do
        mv "$folder/$number" "$folder/event"
        replayed=$(jq -r '.replayed // empty' "$folder/event")
        step "$begin"
    done
}

# step PROGRAM OPTION...: jq prints the new doc, then commands to run.
step() {
    jq -r --slurpfile event "$folder/event" --argjson names "$names" --argjson limit "$limit" "${@:2}" "$line $1" "$folder/doc" \
        >"$folder/step" || return
    head -n 1 "$folder/step" >"$folder/doc"
    eval "$(tail -n +2 "$folder/step")"
}

emit() { printf '%s\n' "$1" >&3; }

# call LAST DUE SCENE FUNCTION ARGUMENT...: calls a function; the action needs a reply if DUE is 1.
call() {
    local last=$1 due=$2 status=0
    scene=$3 ended='' # for the functions that it calls, and the trap
    : | tee "$folder/screen" "$folder/sent" "$folder/errors" >"$folder/remembered"
    if declare -F "$4" >/dev/null && ! is_superseded "$4"; then
        exec 5< <((set -eo pipefail && "${@:4}") >&2 2>"$folder/errors" 4<&- </dev/null; echo $?)
        function=$! name=$4
        supersede
        read -r status <&5 || status=$((ended ? 0 : 137)) # unlike wait, this continues after a signal
        function=''
        cat "$folder/errors" >&2
    fi
    step "$end" --argjson last "$last" --argjson due "$due" --argjson status "$status" --arg ended "$ended" --arg scene "$scene" \
        --rawfile sent "$folder/sent" --rawfile errors "$folder/errors" --slurpfile screen "$folder/screen" \
        --slurpfile remembered "$folder/remembered"
}

# A newer action ends the function of an older one; leaving a scene ends the function that opens it; unless it has sent its reply.
is_superseded() {
    local newest=newest
    case $1 in on_open_*) newest=left ;; esac
    [ -z "$replayed" ] && ! grep -qv busy "$folder/sent" && [ "$(cat "$folder/$newest")" -gt "$number" ] 2>/dev/null
}

supersede() {
    [ -n "$function" ] && (flock 9 && is_superseded "$name" && end_tree "$function") 9>"$folder/lock" 2>/dev/null && ended=1
}

end_tree() {
    kill -STOP "$1"
    for child in $(cat "/proc/$1/task/$1/children"); do end_tree "$child"; done
    kill -KILL "$1"
}

# Puts each event into a file of its own, and its number on standard output.
read_ahead() {
    LC_ALL=C stdbuf -oL cut -b "-$((limit + 1))" | jq -Rr --unbuffered --argjson names "$names" "$line $parse" |
        while IFS= read -r kind && IFS= read -r event; do
            number=$((number + 1))
            printf '%s\n' "$event" >"$folder/$number"
            case $kind in back) echo "$number" >"$folder/left" ;; esac
            case $kind in action | back) echo "$number" >"$folder/newest" ;; esac
            echo "$number" && kill -USR1 $$
        done
}

# The jq programs.
line='
def chain: .correlationid // .id;
def line($event; $scene; $type):
    {specversion: "1.0", $type, subject: (if $scene then $scene.scene else $event.subject end), causationid: $event.id,
     correlationid: (if $scene then $scene.chain else $event | chain end), causationsource: $event.source, data: .}
    | with_entries(select(.value != null));
def emit: "emit \(tojson | @sh)";
def snapshot($event): select($ENV.VIPERLINE_SERVICE and $event.id) | {state, scenes}
    | line($event; null; "process.output.snapshot") | select(tojson | utf8bytelength < $limit / 8 * 7) | emit;
def action: {didSearch: ["on_search", "query"], didSelect: ["on_select", "row"], didPress: ["on_press", "control", "row"],
    didSubmit: ["on_submit", "values", "secrets"], didChange: ["on_change", "value", "field"], didGoBack: ["on_back"],
    didFollow: ["on_follow", "url"]}[.type | ltrimstr("view.output.")] // ["on_event"];
def call($last; $due; $scene; $words): [$last, $due, $scene] + $words
    | map(if . == null then "" elif type == "string" then . else tojson end) | "call \(@sh)";
'

# An integer that jq would round becomes a string, half a surrogate pair becomes U+FFFD.
parse='. as $text | [(select(length < 100000) | gsub("(?<=[:\\[, ])(?<digits>-?[0-9]{16,})(?=[,\\]} ])"; "\"\(.digits)\"")), .,
        gsub("\\\\u[dD][89a-fA-F][0-9a-fA-F]{2}"; "\\ufffd")]
    | [.[] | try fromjson catch empty | select(type == "object" and (.type | type) == "string") | .data = (.data // {})
        | select(.data | type == "object")][0] // {type: "unreadable", data: {reason: "this is not an event", line: $text[:200]}}
    | (if .type == "view.output.didGoBack" then "back" elif .type | startswith("view.output.") then
        (action[0] as $name | if any($names[]; . == $name) then "action" else "other" end) else "other" end), tojson'

begin='$event[0] as $e | ($e | chain) as $chain | .scenes as $known
    | if $e.type == "unreadable" then tojson, ($e.data | line({}; null; "process.output.refused") | emit)
    elif $e.type == "process.input.restore" then .state = $e.data.state | .scenes = $e.data.scenes | tojson
    elif $e.type == "router.output.didNavigate" then
        def identity: [.scene, .name, .parameters // {}];
        def screen: {title: ((.name[:1] | ascii_upcase) + .name[1:]), parts: [],
            prompt: (if any($names[]; . == "on_search") then {placeholder: "Search", text: ""} else null end)};
        .scenes = [$e.data.stack[] | identity as $identity | first(($known[] | select(identity == $identity)),
            . + {query: "", $chain, screen: (screen | with_entries(select(.value != null)))})]
        | [.scenes[] | select(identity as $identity | any($known[]; identity == $identity) | not)] as $new
        | tojson, (range($new | length) as $at | $new[$at] | call(if $at + 1 == ($new | length) then 1 else 0 end; 1; .scene;
            ["on_open_" + .name, (.parameters // {})[]])), if $new == [] then snapshot($e) else empty end
    elif ($e.type | startswith("view.output.")) and $known != [] then
        ($e | action) as [$function, $main, $other] | any($known[]; .scene == $e.subject) as $named
        | (if $named then $e.subject else $known[-1].scene end) as $scene | [$e.source, $e.id] as $identity
        | ($e.id and any(.seen[]; . == $identity) or ($e.subject and ($named | not)) or $e.data.control == "viperline.close"
            or ($main and ($e.data | has($main) | not))) as $void
        | .seen = (.seen + [$identity])[-200:] | .scenes |= map(if .scene == $scene
            then .chain = $chain | .query = ($e.data.query // .query | tostring) else . end)
        | tojson, call(1; 1; $scene; [if $void then "" else $function end]
            + if $main then [$e.data[$main], if $other then $e.data[$other] else empty end] else [$e.type, $e.data] end)
    else tojson, call(1; 0; $known[-1].scene; ["on_event", $e.type, $e.data]) end'

end='$event[0] as $e | $screen[0].screen as $shown
    | (if $ended == "" and $status == 0 then .state += ($remembered | add // {}) else . end)
    | .scenes |= map(if $shown and .scene == $scene then .screen = ($shown | del(.activity)) else . end)
    | first((.scenes[] | select(.scene == $scene)), null) as $scene
    | {control: "viperline.close", title: "Close", role: "cancel"} as $close
    | (if $errors == "" then "Exit code \($status)" else $errors[-1000:] end) as $message
    | (if $status == 0 then {} else {alert: {title: "Something went wrong", $message, failure: true, buttons: [$close]}} end) as $alert
    | ($due == 1 and $sent == "" or $status != 0 or ($sent | startswith("busy"))) as $open
    | tojson, (select($scene and $open) | {screen: ($scene.screen + $alert)} | line($e; $scene; "view.input.show") | emit),
      if $last == 1 then snapshot($e) else empty end'
