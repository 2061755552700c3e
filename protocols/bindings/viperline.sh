# shellcheck shell=bash disable=SC2013,SC2016
# A terminal application in one file, in bash with jq: user actions come in, whole screens go out. README.md has examples.
#
# It calls your functions, as far as they exist: on_search QUERY, on_select ROW, on_press CONTROL ROW,
# on_submit VALUES SECRETS (JSON), on_change VALUE FIELD, on_sort COLUMN DESCENDING, on_highlight ROW, on_toggle ROW EXPANDED,
# on_scroll FIRST COUNT, on_resize COLUMNS ROWS, on_reach_end, on_run STATUS FAILURE, on_event TYPE DATA, on_end; on_open_NAME ARGUMENT... for a new
# scene, on_return_NAME ARGUMENT... for one that is on top again after another one.

export VIPERLINE_LIBRARY=0.2.0         # the version of this file
words=null                             # JSON: the view's own words in your language, for all screens
limit=${VIPERLINE_LINE_LIMIT:-1048576} # of a line, in bytes
folder=$(mktemp -d)                    # doc: the scenes and the state; event: the current one; and its results
# For your functions: the scene's id, and "true" for a replayed event. Internal: the event's number, the function's process.
scene='' replayed='' number=0 function='' ended=''
timers=() posts=() flying=''            # timers: "SECONDS FUNCTION"; posts: files whose events wait; an own event is under way
exec 3>&1 >&2                          # printed text is a diagnostic

# show: shows a whole screen, as JSON from standard input, or from jq's options: --arg title Files --argjson rows '["a", "b"]'.
# An activity lasts until the function ends or shows another screen.
show() {
    [ -n "$scene" ] || misuse 'functions that handle events may call show; others call post' || return
    [ $# = 0 ] || { jq -n "$@" '$ARGS.named' | show && return; } || return
    jq -c --slurpfile doc "$folder/doc" --slurpfile event "$folder/event" --arg scene "$scene" --argjson words "$words" "$members"'
        ($doc[0].scenes[] | select(.scene == $scene)) as $now | (keys_unsorted - members)[0] as $unknown
        | if $unknown then error("a screen has no \($unknown); it may have \(members | join(", "))") else . end
        | .parts = [(select(.text != null) | {text: {body: "\(.text)"}}),
            (.rows // empty | map(if type == "string" then {id: ., title: .} else . end)
                | {list: {rows: ., empty: "Nothing found."}}), .parts[]?]
        | if .prompt then .prompt = {text: $now.query} + (.prompt | if type == "object" then . else {placeholder: "\(.)"} end) else . end | .words = (.words // $words)
        | if .words then . else del(.words) end
        | (.notice | if type == "string" then {text: .} else . end) as $notice
        | if $notice then .notice = {id: "\($event[0] | .id // "start")"} + $notice
          elif $now.screen.notice then .notice = $now.screen.notice else . end # it stays until another one comes
        | .title = "\(.title // $now.screen.title)" | {screen: del(.text, .rows)}' >"$folder/new" && is_filled "$folder/new" show || return
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

# back: closes the scene; closing the first one ends the session. copy TEXT: puts a text on the user's clipboard.
back() {
    if grep -q busy "$folder/sent"; then jq '.screen | del(.activity)' "$folder/screen" | show; fi
    # The view waits for the function of the scene below, so that nobody acts on an old screen.
    jq -c --arg scene "$scene" --argjson names "$names" --slurpfile event "$folder/event" "$line"'select(.scenes[-1].scene == $scene)
        | .scenes[-2] // empty | ("on_return_" + .name) as $name | select(any($names[]; . == $name))
        | . as $below | {screen: (.screen + {activity: "…"})} | line($event[0]; $below; "view.input.show")' "$folder/doc" >&3
    echo '{}' | send router.input.back
}
copy() { jq -n --arg text "$1" '{$text}' | send view.input.copy; }

# execute COMMAND ARGUMENT...: hands the user's terminal to a command, such as an editor. on_run gets its exit code, or why it
# did not run.
execute() { jq -n '{command: $ARGS.positional}' --args -- "$@" | send view.input.run; }

# ask TYPE [SECONDS]: sends the request on standard input, and prints the data of its answer. Fails if the answer is a failure, or
# if there is none in time (60 seconds).
ask() {
    local id name role=${1%%.*} patience=$((SECONDS + ${2:-60})) answer
    printf . >>"$folder/asked"
    id=${VIPERLINE_SERVICE:-app}-ask-$(jq -r '.id // 0' "$folder/event")-$(wc -c <"$folder/asked") # the same in a successor
    name=$(file_name "$id") answer=$folder/answer-$(file_name "$id")
    printf '%s\n' "$role" "$id" "$BASHPID" >"$folder/open"
    chain_of_scene | while read -r chain; do echo "$name" >"$folder/chain-$role-$chain"; done
    send "$1" '' "$id" || return
    until [ -e "$answer" ]; do
        if [ -e "$folder/over" ] && [ ! -e "$answer" ]; then
            [ "$(cat "$folder/calling")" = "$number" ] || misuse "no answer to $1 before the end" || return # a background job
            # At the end of the input, the function ends without a reply, and a successor handles its event again.
            : >"$folder/cut" && kill -USR1 $$ && sleep 60
        fi
        [ $SECONDS -lt $patience ] || misuse "no answer to $1 in time: does a service of the session answer it?" || return
        sleep 0.02
    done
    rm -f "$folder/open"
    jq -e '.type | endswith(".failed") | not' "$answer" >/dev/null || misuse "$(jq -r '.data.message // "the request failed"' "$answer")" || return
    jq -c .data "$answer"
}

# post TYPE: sends the event on standard input, which answers none, also from a background job; an app.output event comes back
# to this application.
post() {
    local file
    case $1 in app.output.*) is_wired "$1" || return $(($? - 1)) ;; esac
    file=$(mktemp "$folder/post-XXXXXX")
    jq -c --arg type "$1" '{specversion: "1.0", $type, data: .}' >"$file" && is_filled "$file" "post $1" || return
    [ "$(wc -c <"$file")" -le $((limit * 7 / 8)) ] || misuse "$1 would have $(wc -c <"$file") bytes; a line may have $limit" || return
    echo "post $file" >"$folder/queue"
}

# every SECONDS FUNCTION: calls it with the time (seconds since 1970) again and again, as an event of the session.
every() { timers+=("$1 $2"); }
timer() { "${timers[$1]#* }" "$2"; }

# rows: prints the marked rows of the action, or else its row.
rows() { jq -r '.data | (.rows // [.row // empty])[]' "$folder/event"; }

# send TYPE: sends an event in reply to the current one, or as a request on behalf of it. Its data comes from standard input.
send() {
    local file=$folder/line-$BASHPID # a background job may send, too
    [ -s "$folder/event" ] || misuse "send $1: only in a function that handles an event; others call post" || return
    jq -c --arg id "${3:-}" --slurpfile doc "$folder/doc" --slurpfile event "$folder/event" --arg scene "$scene" --arg type "$1" "$line"'
        line($event[0]; first(($doc[0].scenes[] | select(.scene == $scene)), null); $type) | if $id != "" then .id = $id else . end' >"$file" &&
        is_filled "$file" "send $1" || return
    [ "$(wc -c <"$file")" -le $((limit * 7 / 8)) ] || # the bus adds attributes
        { echo "$1 would have $(wc -c <"$file") bytes; a line may have $limit" >&2 && return 1; }
    case $1 in
    view.input.show | router.input.*) (flock 9 && cat "$file" >&3 && rm "$file" && echo "${2:-$1}" >"$folder/sent") 9>"$folder/lock" ;;
    *) (flock 9 && cat "$file" >&3 && rm "$file") 9>"$folder/lock" ;;
    esac
}

# remember NAME VALUE, recall NAME: the application's state; a successor of this process has it too. A function's changes count
# only if it succeeds.
remember() { jq -nc --arg name "$1" --arg value "$2" '{($name): $value}' >>"$folder/remembered"; }
recall() { jq -rs --arg name "$1" '[.[0].state, .[1:][]] | add[$name] // empty' "$folder/doc" "$folder/remembered"; }

# parameter NAME: a parameter of the scene; the arguments of `open` are 1, 2, ….
parameter() {
    jq -r --arg scene "$scene" --arg name "$1" '.scenes[] | select(.scene == $scene).parameters[$name] // empty' "$folder/doc"
}

misuse() { echo "$1" >&2 && return 1; }
is_filled() { [ -s "$1" ] || misuse "$2: standard input is empty, where it needs JSON"; }
file_name() { printf '%s' "$1" | LC_ALL=C tr -c 'A-Za-z0-9+.-' _ | tail -c 150; }
chain_of_scene() { jq -r --arg scene "$scene" '.scenes[] | select(.scene == $scene).chain // empty' "$folder/doc" | while read -r it; do file_name "$it" && echo; done; }

# Whether an event comes back: 1 outside a session, where events of the recording take its place, 2 if the compose file forbids it.
is_wired() {
    [ -n "${VIPERLINE_WIRING:-}" ] || return 1
    local missing
    missing=$(jq -nr --arg type "$1" 'env.VIPERLINE_WIRING | fromjson | {receives, sends} | to_entries
        | map(select(any(.value[]?; . as $pattern | "\($type)." | startswith("\($pattern).")) | not) | "`\(.key)`") | join(" and ")')
    [ -z "$missing" ] || {
        echo "add app.output to $missing of ${VIPERLINE_SERVICE:-app} in the compose file: $1 comes back over the bus" >&2
        return 2
    }
}

on_back() { back; }
on_follow() { open "$1"; }

# Handles events, one at a time, until the input ends.
run() {
    echo '{"state": {}, "scenes": [], "seen": []}' >"$folder/doc"
    echo 0 | tee "$folder/newest" >"$folder/left"
    names=$(declare -F | cut -d ' ' -f 3 | jq -R . | jq -sc .)
    jq -nr --argjson names "$names" "$line"'$names[] | select(startswith("on_")) | select(IN(known_functions[]) or test("^on_(open|return)_") | not)
        | "the library calls no function \(.)"' >&2
    mkfifo "$folder/queue"
    exec 4<>"$folder/queue"
    trap supersede USR1
    trap 'exit 0' PIPE
    read_ahead <&0 4<&- &
    jobs=$!
    disown
    if [ "${#timers[@]}" -gt 0 ] && { is_wired app.output.ticked || [ $? = 1 ]; }; then
        for timer in ${VIPERLINE_WIRING:+"${!timers[@]}"}; do
            wind_timer "$timer" "${timers[$timer]%% *}" 3>&- 4<&- </dev/null &
            jobs="$jobs $!"
            disown
        done
    fi
    trap 'end_trees $jobs 2>/dev/null; rm -rf "$folder"' EXIT
    for timer in "${timers[@]}"; do
        jq -en --arg it "${timer%% *}" '$it | tonumber? // 0 | . >= 0.1 and . <= 86400' >/dev/null || misuse "every $timer: from 0.1 to 86400 seconds" || exit 1
        declare -F "${timer#* }" >/dev/null || misuse "write every SECONDS FUNCTION; in \"every $timer\", \"${timer#* }\" is not a function" || exit 1
    done
    while read -r kind number <&4; do
        case $kind in
        end) break ;;
        post) posts+=("$number") ;;
        *)
            [ "$kind" != own ] || flying=''
            mv "$folder/$number" "$folder/event"
            replayed=$(jq -r '.replayed // empty' "$folder/event")
            step "$begin"
            [ "$kind" != own ] || jq -r '.data.timer // empty' "$folder/event" | while read -r it; do : >"$folder/ticked-$it"; done
            ;;
        esac
        [ ! -e "$folder/cut" ] || break
        send_posts
    done
    scene=''
    if declare -F on_end >/dev/null; then on_end </dev/null; fi
}

# Events that come back leave one at a time, so that they never fill the application's own queue.
send_posts() {
    local count=${#posts[@]}
    while [ "${#posts[@]}" -gt 0 ] && [ -z "$flying" ]; do
        case $(jq -r .type "${posts[0]}") in app.output.*) flying=1 ;; esac
        cat "${posts[0]}" >&3 && rm "${posts[0]}"
        posts=("${posts[@]:1}")
    done
    [ "${#posts[@]}" = "$count" ] || [ ! -s "$folder/event" ] || step 'tojson, snapshot($event[0])' # a successor need not count these lines
}

wind_timer() {
    while sleep "$2" && kill -0 $$; do
        jq -n --argjson timer "$1" '{$timer, time: now}' | post app.output.ticked
        until [ -e "$folder/ticked-$1" ]; do sleep 0.05; done
        rm "$folder/ticked-$1"
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
    [ ! -e "$folder/cut" ] || return 0
    scene=$3 ended='' # for the functions that it calls, and the trap
    : | tee "$folder/screen" "$folder/sent" "$folder/errors" "$folder/asked" >"$folder/remembered"
    if declare -F "$4" >/dev/null && ! is_superseded "$4"; then
        echo "$number" >"$folder/calling"
        exec 5< <((set -eo pipefail && "${@:4}") >&2 2>"$folder/errors" 4<&- </dev/null; echo $?)
        function=$! name=$4
        supersede
        read -r status <&5 || status=$((ended ? 0 : 137)) # unlike wait, this continues after a signal
        function=''
        : >"$folder/calling"
        cat "$folder/errors" >&2
        [ ! -e "$folder/cut" ] || return 0
        # A request without an answer, unless it is that of a background job.
        if [ -s "$folder/open" ] && ! { [ "$status$ended" = 0 ] && kill -0 "$(tail -n 1 "$folder/open")" 2>/dev/null; }; then
            jq -n --arg id "$(sed -n 2p "$folder/open")" '{$id}' | send "$(head -n 1 "$folder/open").input.cancel"
            rm -f "$folder/open"
        fi
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
    [ -n "$function" ] && (flock 9 && { [ -e "$folder/cut" ] || is_superseded "$name"; } && end_tree "$function") 9>"$folder/lock" 2>/dev/null && ended=1
}

end_tree() {
    kill -STOP "$1"
    for child in $(cat "/proc/$1/task/$1/children"); do end_tree "$child"; done
    kill -KILL "$1"
}

end_trees() { for it in "$@"; do end_tree "$it"; done; }

# Puts each event into a file of its own, and its number on standard output.
read_ahead() {
    LC_ALL=C stdbuf -oL cut -b "-$((limit + 1))" | jq -Rr --unbuffered --argjson names "$names" "$line $parse" |
        while IFS= read -r kind && IFS= read -r event; do
            case $kind in
            answer\ *) answer "${kind#answer }" && continue ;;
            chain\ *) [ -e "$folder/chain-${kind#chain }" ] && answer "$(cat "$folder/chain-${kind#chain }")" && continue ;;
            esac
            number=$((number + 1))
            printf '%s\n' "$event" >"$folder/$number"
            case $kind in back) echo "$number" >"$folder/left" ;; esac
            case $kind in action | back) echo "$number" >"$folder/newest" ;; esac
            echo "${kind%% *} $number" >"$folder/queue" && kill -USR1 $$
        done
    : >"$folder/over"
    echo end >"$folder/queue"
}

# answer NAME: passes an answer to ask, which names the request or at least its chain.
answer() {
    [ ! -e "$folder/answer-$1" ] || return 0 # the second one goes nowhere
    printf '%s\n' "$event" >"$folder/answer" && mv "$folder/answer" "$folder/answer-$1"
}

# The jq programs.
members='
def members: ["title", "text", "rows", "prompt", "activity", "head", "parts", "alert", "hasMore", "preview", "highlight", "resize",
    "keys", "words", "notice"];'
line='
def service: $ENV.VIPERLINE_SERVICE // "app";
def known_functions: ["on_search", "on_select", "on_press", "on_submit", "on_change", "on_sort", "on_highlight", "on_toggle", "on_scroll",
    "on_resize", "on_reach_end", "on_run", "on_event", "on_end", "on_back", "on_follow"];
def chain: .correlationid // .id;
def line($event; $scene; $type):
    {specversion: "1.0", $type, subject: (if $scene then $scene.scene else $event.subject end), causationid: $event.id,
     correlationid: (if $scene then $scene.chain else $event | chain end), causationsource: $event.source,
     data: (if $type == "view.input.show" then .screen += ($scene.failure // {}) else . end)}
    | with_entries(select(.value != null));
def emit: "emit \(tojson | @sh)";
def snapshot($event): select($ENV.VIPERLINE_SERVICE and $event.id) | {state, scenes}
    | line($event; null; "process.output.snapshot") | select(tojson | utf8bytelength < $limit / 8 * 7) | emit;
def action: {didSearch: ["on_search", "query"], didSelect: ["on_select", "row"], didPress: ["on_press", "control", "row"],
    didSubmit: ["on_submit", "values", "secrets"], didChange: ["on_change", "value", "field"], didGoBack: ["on_back"],
    didFollow: ["on_follow", "url"], didSort: ["on_sort", "column", "descending"], didHighlight: ["on_highlight", "row"],
    didToggle: ["on_toggle", "row", "expanded"], didScroll: ["on_scroll", "first", "count"],
    didResize: ["on_resize", "columns", "rows"], didReachEnd: ["on_reach_end"], didRun: ["on_run", "status", "failure"]}[.type | ltrimstr("view.output.")] // ["on_event"];
def call($last; $due; $scene; $words): [$last, $due, $scene] + $words
    | map(if . == null then "" elif type == "string" then . else tojson end) | "call \(@sh)";
'

# An integer that jq would round becomes a string, half a surrogate pair becomes U+FFFD.
parse='def file_name: gsub("[^A-Za-z0-9+.-]"; "_") | .[-150:];
    . as $text | [(select(length < 100000) | gsub("(?<=[:\\[, ])(?<digits>-?[0-9]{16,})(?=[,\\]} ])"; "\"\(.digits)\"")), .,
        gsub("\\\\u[dD][89a-fA-F][0-9a-fA-F]{2}"; "\\ufffd")]
    | [.[] | try fromjson catch empty | select(type == "object" and (.type | type) == "string") | .data = (.data // {})
        | select(.data | type == "object")][0] // {type: "unreadable", data: {reason: "this is not an event", line: $text[:200]}}
    | (if .type == "view.output.didGoBack" then "back" elif .type | startswith("view.output.") then
        (action[0] as $name | if $name != "on_event" and any($names[]; . == $name) then "action" else "other" end)
      elif (.type | startswith("app.output.")) and (.source // service) == service then "own"
      elif (.causationid // "" | startswith("\(service)-ask-")) and (.type | contains(".output.")) then
        if .type | endswith(".progress") then "answer none" else "answer \(.causationid | file_name)" end
      elif .causationid == null and (.type | contains(".output.")) and (chain != null) then
        "chain \(.type | split(".")[0])-\(chain | file_name)"
      else "other" end), tojson'

begin='$event[0] as $e | ($e | chain) as $chain | .scenes as $known
    | if $e.type == "unreadable" then tojson, ($e.data | line({}; null; "process.output.refused") | emit)
    elif $e.type == "process.input.restore" then .state = $e.data.state | .scenes = $e.data.scenes
        # After a swap, the code of the scene on top may be another.
        | .scenes[-1].scene as $scene | [.scenes[-1] // empty | select($ENV.VIPERLINE_RESTORED == "swap")
            | (select(.query != "") | ["on_search", .query]), (("on_return_", "on_open_") as $kind | [$kind + .name, (.parameters // {})[]])
            | select(.[0] as $name | any($names[]; . == $name))][:1] as $again
        | tojson, ($again[] as $words | call(1; 1; $scene; $words))
    elif $e.type == "router.output.didNavigate" then
        def identity: [.scene, .name, .parameters // {}];
        def screen: {title: ((.name[:1] | ascii_upcase) + .name[1:]), parts: [],
            prompt: (if any($names[]; . == "on_search") then {placeholder: "Search", text: ""} else null end)};
        .scenes = [$e.data.stack[] | identity as $identity | first(($known[] | select(identity == $identity)),
            . + {query: "", $chain, screen: (screen | with_entries(select(.value != null)))})]
        | [.scenes[] | select(identity as $identity | any($known[]; identity == $identity) | not)] as $new
        | (.scenes[-1] // null | identity) as $top | ($new == [] and any($known[:-1][]; identity == $top)
            and any($names[]; . == "on_return_\($top[1])")) as $again
        | (if $again then .scenes[-1].chain = $chain else . end)
        | tojson, (range($new | length) as $at | $new[$at] | call(if $at + 1 == ($new | length) then 1 else 0 end; 1; .scene;
            ["on_open_" + .name, (.parameters // {})[]])), if $again then
            .scenes[-1] as $scene | call(1; 1; $scene.scene; ["on_return_" + $scene.name, ($scene.parameters // {})[]])
          elif $new == [] then snapshot($e) else empty end
    elif $e.type == "app.output.ticked" and ($e.source // service) == service then
        tojson, call(1; 0; $known[-1].scene; ["timer", $e.data.timer, $e.data.time])
    elif ($e.type | startswith("view.output.")) and $known != [] then
        ($e | action) as [$function, $main, $other] | any($known[]; .scene == $e.subject) as $named
        | (if $named then $e.subject else $known[-1].scene end) as $scene | [$e.source, $e.id] as $identity
        | ($e.id and any(.seen[]; . == $identity) or ($e.subject and ($named | not))) as $old | ($old or $e.data.control == "viperline.close"
            or ($main and $function != "on_run" and ($e.data | has($main) | not))) as $void
        | .seen = (.seen + [$identity])[-200:] | .scenes |= map(if .scene == $scene
            then .chain = $chain | .query = ($e.data.query // .query | tostring)
                | if $e.type == "view.output.didSort" then .sort = $e.data else . end
                | if $old or ($e.type | IN("Highlight", "ReachEnd", "Resize", "Run", "Scroll" | "view.output.did" + .)) then .
                  else del(.failure) end else . end) # another action answers an alert
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
    | (if $scene and $status != 0 then {failure: $alert} else {} end) as $failure # until the user answers it
    | .scenes |= map(if .scene == $scene.scene then . + $failure else . end)
    | ($due == 1 and $sent == "" or $status != 0 or ($sent | startswith("busy"))) as $open
    | tojson, (select($scene and $open) | {screen: $scene.screen} | line($e; $scene + $failure; "view.input.show") | emit),
      if $last == 1 then snapshot($e) else empty end'
