import Wire

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A tiny process that outlives the supervisor: when that is killed, it ends every process group of the session.
///
/// Roles leave by themselves at the end of their input; this is for those that do not, and for what they started. It is
/// a shell script because that is small (half a megabyte), portable, and shares no fate with our own code.
final class OrphanGuard {
    /// Reads lines that each list the present targets; when the input ends, kills what the last line listed, after half
    /// a second for those that leave by themselves.
    private static let script = """
        trap '' HUP INT QUIT TERM TSTP
        targets=
        while read -r line; do targets=$line; done
        [ -n "$targets" ] || exit 0
        sleep 0.5
        kill -s KILL -- $targets 2>/dev/null
        """

    private let input: Descriptor
    private let pid: pid_t

    init() throws(SystemError) {
        let pipe = try Pipe.open()
        let quiet = open("/dev/null", O_RDWR | O_CLOEXEC)
        guard quiet >= 0 else { throw SystemError("open /dev/null") }
        let null = Descriptor(owning: quiet)
        let launch = Launch(
            command: ["/bin/sh", "-c", Self.script, "viperline-guard"], environment: ["PATH": "/usr/bin:/bin"],
            descriptors: [(pipe.reader.number, 0), (null.number, 1), (null.number, 2)], ownGroup: true)
        pid = try launch.start()
        input = pipe.writer
    }

    /// Tells it what to end, as `kill` takes it: process ids, or negative process group ids.
    func watch(_ targets: [pid_t]) {
        let line = targets.map(String.init).joined(separator: " ") + "\n"
        try? StandardStream.write(Array(line.utf8), to: input.number)
    }

    /// Reaps it after ``watch(_:)`` with nothing; it leaves once its input is closed.
    func wasReaped(_ pid: pid_t) -> Bool { pid == self.pid }
}
