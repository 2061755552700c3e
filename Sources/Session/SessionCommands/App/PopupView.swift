import Picking
import Platform
import Processes
import Wire

/// The view of a session in a popup of tmux. Everything else stays outside: the input, the output, the exit code.
///
/// A shell is in the view's place and asks tmux for the popup. In there, this program takes over what the shell has (its words, variables,
/// folder and pipes, from /proc) and becomes the view. So tmux sees two numbers, whatever the words are, and no file is made.
package enum PopupView {
    private static let option = "--in-popup"

    /// Without a popup, the view is on the session's own terminal: tmux is too old or gone, shows a popup already, or no client shows the
    /// pane of the session. tmux reports 129 where the user has closed the popup. The parentheses keep the shell's own streams.
    private static let script = """
        at="-x $1 -y $2 -w $3 -h $4"; shift 4; trap begun=1 USR1
        client=$(tmux list-clients -F '#{client_activity} #{client_name} #{P:#{pane_id} }' 2>/dev/null | grep " $TMUX_PANE " | sort -rn)
        client=${client#* } client=${client%% *}; [ -z "$TMUX_PANE" ] || [ "$client" ] || [ ! -t 3 ] || exec "$@"
        (exec tmux display-popup -E ${TMUX_PANE:+${client:+-c "$client"}} $at "/proc/$PPID/exe \(option) $$" </dev/null >&2); code=$?
        [ "$begun" ] || [ ! -t 3 ] || exec "$@"
        [ "$begun" ] || { echo "viperline: --tmux: there is no terminal, and tmux shows no popup" >&5; exit 69; }
        [ $code = 129 ] && exit 130; exit $code
        """

    /// The view's command with the popup around it.
    static func command(_ view: [String], in popup: Popup) -> [String] {
        ["/bin/sh", "-c", script, "sh", popup.x, popup.y, popup.width, popup.height] + view
    }

    /// Returns if this process is not that in the popup.
    package static func begin(_ arguments: [String]) {
        guard arguments.count == 3, arguments[1] == option, let shell = pid_t(arguments[2]) else { return }
        exit(becomeView(of: "/proc/\(shell)", shell))
    }

    private static func becomeView(of place: String, _ shell: pid_t) -> Int32 {
        let words = parts(of: "\(place)/cmdline")
        // By now, the number may be that of another user's process.
        guard FileStatus(at: place)?.isOwn == true, words.count > 8, words[2] == Array(script.utf8) else {
            return ExitStatus.unavailable.rawValue
        }
        chdir("\(place)/cwd")
        dup2(0, 3)
        dup2(1, 4)
        for (number, flags) in [(0, O_RDONLY), (1, O_WRONLY), (2, O_WRONLY | O_APPEND), (5, O_WRONLY | O_APPEND)] {
            var stream = open("\(place)/fd/\(number)", flags | O_NOCTTY | O_CLOEXEC)
            // What is for standard error may be a socket, which cannot be opened.
            if stream < 0, number > 1 { stream = open("/dev/null", O_WRONLY | O_CLOEXEC) }
            guard stream >= 0, dup2(stream, Int32(number)) >= 0 else { return ExitStatus.unavailable.rawValue }
        }
        let terminal = OwnEnvironment.variables["TERM"]
        let variables = parts(of: "\(place)/environ")
        clearenv()
        for variable in variables { putenv(strdup((variable + [0]).map { CChar(bitPattern: $0) })) }
        if let terminal { setenv("TERM", terminal, 1) }
        kill(shell, SIGUSR1)
        // A popup has its own height.
        let view = words.dropFirst(8).prefix { $0 != Array("--height".utf8) }
        return ForegroundProgram.run(Array(view), of: "--tmux", readsTerminal: false)
    }

    /// The texts of a file of /proc, each of which ends with NUL.
    private static func parts(of path: String) -> [[UInt8]] {
        guard let file = Descriptor(opening: path, O_RDONLY) else { return [] }
        let bytes = readAll(file.number, most: 1 << 24) ?? []
        return bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast().map(Array.init)
    }
}
