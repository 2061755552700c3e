# Keys of viperline app for zsh: eval "$(viperline app --zsh)"
#   Ctrl-T  files for the command line     Alt-C  another folder
#   Ctrl-R  a command of the history       Tab    after **, files or folders

if [[ -o interactive ]]; then

_viperline_pick() { viperline app --bind ctrl-z:ignore --height 40% "$@" }

# Files (f) or folders (d) below a folder, by the fastest program that is there.
_viperline_find() {
    (
        cd -q -- "$2" 2>/dev/null || exit
        if (( $+commands[fd] )); then
            fd --hidden --follow --exclude .git --type $1 --strip-cwd-prefix
        elif (( $+commands[fdfind] )); then
            fdfind --hidden --follow --exclude .git --type $1 --strip-cwd-prefix
        elif [[ $1 == f ]] && (( $+commands[rg] )); then
            rg --files --hidden --follow --glob '!.git'
        else
            find -L . -mindepth 1 \( -name .git -o -name node_modules \) -prune -o -type $1 -printf '%P\n'
        fi
    ) 2>/dev/null
}

_viperline_files() {
    local picked
    picked=$(_viperline_find f . | _viperline_pick -m --scheme path)
    [[ -n $picked ]] && LBUFFER+="${(j: :)${(q@)${(f)picked}}} "
    zle reset-prompt
}

_viperline_history() {
    local picked
    picked=$(
        fc -l -r -t '%F %H:%M' -i 1 2>/dev/null | awk '{ sub(/^ *[0-9]+[*]? +/, ""); time = substr($0, 1, 16); line = substr($0, 17); sub(/^ +/, "", line); if (!seen[line]++) print time "\t" line }' |
            _viperline_pick +m --scheme history -d '\t' --nth 2.. --accept-nth 2.. -q "$BUFFER"
    )
    if [[ -n $picked ]]; then
        BUFFER=${(g:o:)picked}
        CURSOR=$#BUFFER
    fi
    zle reset-prompt
}

_viperline_folder() {
    local picked
    picked=$(_viperline_find d . | _viperline_pick +m --scheme path)
    if [[ -n $picked ]]; then
        zle push-line
        BUFFER="builtin cd -- ${(q)picked}"
        zle accept-line
    else
        zle reset-prompt
    fi
}

_viperline_complete() {
    local word=${LBUFFER##* } kind=f folder= picked
    if [[ $word != *'**' ]]; then
        zle ${_viperline_tab:-expand-or-complete}
        return
    fi
    [[ $LBUFFER == (cd|pushd|rmdir)\ * ]] && kind=d
    local start=${word%'**'}
    [[ $start == */* ]] && folder=${start%/*}/
    picked=$(_viperline_find $kind ${~${folder:-.}} | _viperline_pick -m --scheme path -q "${start##*/}")
    if [[ -n $picked ]]; then
        local names=(${(f)picked})
        LBUFFER="${LBUFFER%"$word"}${(j: :)${(q@)names/#/$folder}} "
    fi
    zle reset-prompt
}

_viperline_tab=${${(z)$(bindkey '^I')}[2]}
[[ $_viperline_tab == (_viperline_complete|undefined-key) ]] && _viperline_tab=expand-or-complete
for _viperline_widget in files history folder complete; do zle -N _viperline_$_viperline_widget; done
for _viperline_map in emacs viins vicmd; do
    bindkey -M $_viperline_map '^T' _viperline_files
    bindkey -M $_viperline_map '^R' _viperline_history
    bindkey -M $_viperline_map '\ec' _viperline_folder
    [[ $_viperline_map == vicmd ]] || bindkey -M $_viperline_map '^I' _viperline_complete
done
unset _viperline_map _viperline_widget

fi
