import Platform
import Processes
import Wire

/// A tiny process that outlives the supervisor: when that is killed, it ends every process of the session.
///
/// Roles leave by themselves at the end of their input; this is for those that do not, and for what they started. It is
/// a shell script because that is small (half a megabyte), portable, and shares no fate with our own code.
///
/// It is told of a process before that exists, by a token in its environment: so also the one that was just being started
/// is found. Where the system has /proc, what has left the process group of a service, but not its session, is found too.
final class OrphanGuard {
    /// In the environment of each process of a service; no two have the same value.
    static let tokenVariable = "VIPERLINE_START"

    /// Reads lines that each tell the present state: the token of a process that is being started, or `-`, and what `kill`
    /// takes. When the input ends, it acts on the last line, after half a second for those that leave by themselves.
    private static let script = #"""
        trap '' HUP INT QUIT TERM TSTP
        token=- targets=
        while IFS=' ' read -r first rest; do token=$first targets=$rest; done
        sleep 0.5
        if [ "$token" != - ] && [ -d /proc/self ]; then
            for file in $(grep -lzxF -e "VIPERLINE_START=$token" /proc/[0-9]*/environ 2>/dev/null); do
                pid=${file#/proc/} pid=${pid%/environ}
                targets="-$pid $pid $targets"
            done
        fi
        [ -n "$targets" ] || exit 0
        kill -s KILL -- $targets 2>/dev/null
        # A second time for what was started meanwhile.
        for round in 1 2; do
            for file in /proc/[0-9]*/stat; do
                # The name in the second field may hold anything, also line feeds.
                line=
                while IFS= read -r part; do line="$line $part"; done <"$file" || continue
                set -- ${line##*) }
                case " $targets " in *" -$4 "*) pid=${file#/proc/} && kill -s KILL "${pid%/stat}" ;; esac
            done 2>/dev/null
        done
        """#

    private let input: Descriptor

    init() throws(SystemError) {
        let pipe = try Pipe.open()
        var launch = Launch(["/bin/sh", "-c", Self.script, "viperline-guard"])
        launch.environment = ["PATH": "/usr/bin:/bin"]
        launch.descriptors = [(pipe.reader.number, 0)]
        launch.files = [.init("/dev/null", O_RDWR, as: 1), .init("/dev/null", O_RDWR, as: 2)]
        launch.group = .ownSession
        _ = try launch.start()
        input = pipe.writer
    }

    /// Tells it what to end.
    /// - Parameters:
    ///   - targets: as `kill` takes them: process ids, or negative ones of process groups, whose leader also leads a
    ///     session.
    ///   - token: that of a process which is being started.
    func watch(_ targets: [pid_t], starting token: String? = nil) {
        // One that has been suspended must not suspend the session.
        var entry = pollfd(fd: input.number, events: Int16(POLLOUT), revents: 0)
        guard poll(&entry, 1, 0) == 1 else { return }
        let line = ([token ?? "-"] + targets.map(String.init)).joined(separator: " ") + "\n"
        try? StandardStream.write(Array(line.utf8), to: input.number)
    }
}
