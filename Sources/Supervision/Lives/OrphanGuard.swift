import Processes
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

    init() throws(SystemError) {
        let pipe = try Pipe.open()
        var launch = Launch(["/bin/sh", "-c", Self.script, "viperline-guard"])
        launch.environment = ["PATH": "/usr/bin:/bin"]
        launch.descriptors = [(pipe.reader.number, 0)]
        launch.files = [.init("/dev/null", O_RDWR, as: 1), .init("/dev/null", O_RDWR, as: 2)]
        launch.group = .own
        _ = try launch.start()
        input = pipe.writer
    }

    /// Tells it what to end, as `kill` takes it: process ids, or negative process group ids.
    func watch(_ targets: [pid_t]) {
        let line = targets.map(String.init).joined(separator: " ") + "\n"
        try? StandardStream.write(Array(line.utf8), to: input.number)
    }
}
