# Keys of viperline app for fish: viperline app --fish | source
#   Ctrl-T  files for the command line     Alt-C  another folder
#   Ctrl-R  a command of the history

if status is-interactive

    function _viperline_pick
        viperline app --bind ctrl-z:ignore --height 40% $argv
    end

    # Files (f) or folders (d), by the fastest program that is there.
    function _viperline_find
        if command --query fd
            fd --hidden --follow --exclude .git --type $argv[1] --strip-cwd-prefix
        else if command --query fdfind
            fdfind --hidden --follow --exclude .git --type $argv[1] --strip-cwd-prefix
        else if test $argv[1] = f; and command --query rg
            rg --files --hidden --follow --glob '!.git'
        else
            find -L . -mindepth 1 \( -name .git -o -name node_modules \) -prune -o -type $argv[1] -printf '%P\n' 2>/dev/null
        end
    end

    function _viperline_files
        set --local picked (_viperline_find f | _viperline_pick -m --scheme path)
        test -n "$picked"; and commandline --insert -- (string join ' ' -- (string escape -- $picked))' '
        commandline --function repaint
    end

    function _viperline_history
        set --local picked (history --null --show-time='%F %H:%M%t' | _viperline_pick +m --read0 --scheme history -d '\t' --nth 2.. --accept-nth 2.. -q (commandline | string collect) | string collect)
        test -n "$picked"; and commandline --replace -- $picked
        commandline --function repaint
    end

    function _viperline_folder
        set --local picked (_viperline_find d | _viperline_pick +m --scheme path)
        test -n "$picked"; and cd -- $picked
        commandline --function repaint
    end

    for map in default insert
        bind --mode $map \ct _viperline_files
        bind --mode $map \cr _viperline_history
        bind --mode $map \ec _viperline_folder
    end

end
