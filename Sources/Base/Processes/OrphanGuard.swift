package import Platform

/// A tiny process that outlives the supervisor: if the supervisor is killed, it kills every process of the session.
///
/// Roles exit by themselves at the end of their input; this is for those that do not, and for what they started. It is
/// a shell script because that is small (half a megabyte), portable, and independent of the supervisor's code.
///
/// The guard learns of a process before it exists, by a token in the environment, so that it also finds a process that
/// is just being started. With /proc it finds processes that have left a service's process group, but not its session.
package final class OrphanGuard {
    /// A variable in the environment of each service's process, with a value of its own.
    package static let tokenVariable = "VIPERLINE_START"

    /// The guard's script. A line of input replaces the one before: the token of the process being started, or `-`, and arguments
    /// for `kill`. At the end of input, if the last line names anything, it waits half a second, for processes to exit by themselves,
    /// and acts on that line.
    private static let script = #"""
        trap '' HUP INT QUIT TERM TSTP
        token=- targets=
        while IFS=' ' read -r first rest; do token=$first targets=$rest; done
        [ "$token$targets" != - ] || exit 0
        sleep 0.5
        if [ "$token" != - ] && [ -d /proc/self ]; then
            for file in $(grep -lzxF -e "VIPERLINE_START=$token" /proc/[0-9]*/environ 2>/dev/null); do
                pid=${file#/proc/} pid=${pid%/environ}
                targets="-$pid $pid $targets"
            done
        fi
        [ -n "$targets" ] || exit 0
        kill -s KILL -- $targets 2>/dev/null
        # Twice, for what was started meanwhile.
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

    /// Guards that take the place of one that was killed.
    private static let mostReplacements = 10

    /// Closed with this object; the shell then sees the end of its input.
    private var input: Descriptor
    /// The rest of the last list; a suspended guard must not block the session.
    private var unread = OutputQueue(limit: 1)
    /// The line that the guard has, or will have.
    private var last: [UInt8] = []
    /// The guard's id; nil once it has ended for good.
    package private(set) var pid: pid_t?
    private var replacements = 0

    package init() throws(SystemError) {
        let pipe = try Pipe.open()
        pid = try Self.start(reading: pipe.reader.number)
        input = pipe.writer.nonBlocking()
    }

    private static func start(reading input: Int32) throws(SystemError) -> pid_t {
        var launch = Launch(["/bin/sh", "-c", Self.script, "viperline-guard"])
        launch.environment = ["PATH": "/usr/bin:/bin"]
        launch.descriptors = [(input, 0)]
        launch.files = [.init("/dev/null", O_RDWR, as: 1), .init("/dev/null", O_RDWR, as: 2)]
        launch.group = .ownSession
        return try launch.start()
    }

    /// Starts another guard if this one was killed.
    /// - Returns: whether there is a new one, which needs the list of what to end.
    package func replaceIfEnded() -> Bool {
        guard let ended = pid, Outcome.reaped(ended) != nil else { return false }
        pid = nil
        guard replacements < Self.mostReplacements, let pipe = try? Pipe.open() else { return false }
        replacements += 1
        pid = try? Self.start(reading: pipe.reader.number)
        input = pipe.writer.nonBlocking()
        unread.removeAll()
        last = []
        return pid != nil
    }

    /// Sends the guard the list of what to kill, unless it has it.
    /// - Parameters:
    ///   - targets: arguments for `kill`: process ids, and negative ids of process groups whose leader also leads a
    ///     session.
    ///   - token: of the process that is being started, one word.
    package func watch(_ targets: [pid_t], starting token: String? = nil) {
        try? unread.write(to: input.number)
        // A guard that does not read keeps its last whole list.
        guard !unread.isFull else { return }
        let line = Array((([token ?? "-"] + targets.map(String.init)).joined(separator: " ") + "\n").utf8)
        guard line != last else { return }
        last = line
        unread.append(line)
        try? unread.write(to: input.number)
    }
}
