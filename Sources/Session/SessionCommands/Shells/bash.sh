# Keys of viperline app for bash: eval "$(viperline app --bash)"
#   Ctrl-T  files for the command line     Alt-C  another folder
#   Ctrl-R  a command of the history       Tab    after **, files or folders

if [[ $- == *i* ]]; then

_viperline_pick() {
    local code
    viperline app --bind ctrl-z:ignore --height 40% "$@"
    code=$?
    # Readline wants its pastes in brackets again.
    printf '\e[?2004h' >/dev/tty
    return $code
}

# Files (f) or folders (d) below a folder, by the fastest program that is there.
_viperline_find() {
    (
        cd -- "$2" 2>/dev/null || exit
        if type -P fd >/dev/null; then
            fd --hidden --follow --exclude .git --type "$1" --strip-cwd-prefix
        elif type -P fdfind >/dev/null; then
            fdfind --hidden --follow --exclude .git --type "$1" --strip-cwd-prefix
        elif [[ $1 == f ]] && type -P rg >/dev/null; then
            rg --files --hidden --follow --glob '!.git'
        else
            find -L . -mindepth 1 \( -name .git -o -name node_modules \) -prune -o -type "$1" -printf '%P\n'
        fi
    ) 2>/dev/null
}

_viperline_files() {
    local picked name text=
    picked=$(_viperline_find f . | _viperline_pick -m --scheme path) || return
    while IFS= read -r name; do
        printf -v name '%q ' "$name"
        text+=$name
    done <<<"$picked"
    READLINE_LINE=${READLINE_LINE:0:READLINE_POINT}$text${READLINE_LINE:READLINE_POINT}
    READLINE_POINT=$((READLINE_POINT + ${#text}))
}

# The commands with their times, a NUL after each, the newest first and each once.
_viperline_commands() {
    HISTTIMEFORMAT=$'\x1e%F %H:%M\t' builtin history | awk '
        BEGIN { RS = "\036" }
        NR > 1 {
            sub(/\n *[0-9]+[* ] *$/, "")
            sub(/\n$/, "")
            tab = index($0, "\t")
            time[++count] = substr($0, 1, tab)
            command[count] = substr($0, tab + 1)
        }
        END {
            for (place = count; place > 0; place--)
                if (!seen[command[place]]++) printf "%s%s%c", time[place], command[place], 0
        }'
}

_viperline_history() {
    local picked
    picked=$(
        _viperline_commands | _viperline_pick +m --read0 --scheme history -d '\t' --nth 2.. --accept-nth 2.. \
            -q "$READLINE_LINE"
    ) || return
    READLINE_LINE=$picked
    READLINE_POINT=${#picked}
}

# The line becomes the command, which Enter runs, and then what was typed again.
_viperline_folder() {
    local picked
    _viperline_typed=$READLINE_LINE
    READLINE_LINE=
    picked=$(_viperline_find d . | _viperline_pick +m --scheme path) &&
        printf -v READLINE_LINE ' builtin cd -- %q' "$picked"
    READLINE_POINT=${#READLINE_LINE}
}

_viperline_again() {
    READLINE_LINE=$_viperline_typed
    READLINE_POINT=${#READLINE_LINE}
}

_viperline_complete() {
    local word=$2 kind=f folder picked name
    COMPREPLY=()
    [[ $word == *'**' ]] || return
    word=${word%'**'}
    [[ $1 == cd || $1 == pushd || $1 == rmdir ]] && kind=d
    case $word in
    */*) folder=${word%/*}/ ;;
    *) folder= ;;
    esac
    picked=$(
        _viperline_find $kind "${folder:-.}" | _viperline_pick -m --scheme path -q "${word##*/}"
    ) || return
    while IFS= read -r name; do
        printf -v name '%q' "$folder$name"
        COMPREPLY=("${COMPREPLY[0]:+${COMPREPLY[0]} }$name")
    done <<<"$picked"
}

for _viperline_map in emacs-standard vi-insert vi-command; do
    bind -m $_viperline_map -x '"\C-t": _viperline_files'
    bind -m $_viperline_map -x '"\C-r": _viperline_history'
    bind -m $_viperline_map -x '"\C-x\C-v1": _viperline_folder'
    bind -m $_viperline_map -x '"\C-x\C-v2": _viperline_again'
    bind -m $_viperline_map '"\ec": "\C-x\C-v1\C-m\C-x\C-v2"'
done
for _viperline_map in cat cd cp diff du file head less ls mv nano nvim pushd rm rmdir tail vi view vim; do
    complete -p $_viperline_map &>/dev/null || complete -o bashdefault -o default -F _viperline_complete $_viperline_map
done
unset _viperline_map

fi
