import Platform

/// What the system tells of any process (proc(5)); nothing where there is no /proc.
package struct SystemProcess: Equatable, Sendable {
    package let pid: Int32
    /// `R` runs, `S` sleeps, `D` waits for a device, `T` is suspended, `Z` has ended.
    let state: Character
    /// The id of its session: that of the process that has begun it with setsid().
    package let session: Int32
    /// When it began, in the system's ticks since the machine did.
    package var beginning = 0
    /// Seconds of processor time, its own and the system's for it.
    package let processorTime: Double

    /// It runs, or others can make it run.
    package var mayGoOn: Bool { !["S", "I", "Z", "X"].contains(state) }

    /// It is stopped until somebody continues it, as after Ctrl-Z.
    package var isSuspended: Bool { state == "T" }

    /// It sleeps until the other end of a pipe is read or written, or until a child of its own has ended.
    package var isBlockedByPipe: Bool {
        if state == "Z" { return true }
        guard let place = ProcFile.text("wchan", of: pid) else { return false }
        return place.contains("pipe_") || place == "do_wait"
    }

    /// It sleeps until there is something to read, or one of several things happens.
    package var waitsForInput: Bool {
        guard state == "S", let place = ProcFile.text("wchan", of: pid) else { return false }
        return ["pipe_read", "poll", "select"].contains(where: place.contains)
    }

    /// Nil when there is no such process, or nothing is told.
    package static func of(_ pid: Int32) -> SystemProcess? { ProcFile.text("stat", of: pid).flatMap { parse($0) } }

    /// All processes of some sessions.
    package static func all(inSessions sessions: Set<Int32>) -> [SystemProcess] {
        identifiers().filter { sessions.contains(getsid($0)) }.compactMap { of($0) }
    }

    /// Kills all processes of some sessions, also those that are started meanwhile.
    package static func killAll(inSessions sessions: Set<Int32>) {
        for _ in 0..<10 {
            let found = all(inSessions: sessions).filter { $0.state != "Z" && $0.state != "X" }
            guard !found.isEmpty else { return }
            for process in found { kill(process.pid, SIGKILL) }
        }
    }

    /// - Parameter stat: `PID (NAME) STATE …`. The name may hold anything, so fields are counted from its end.
    static func parse(_ stat: String, ticksPerSecond: Int = sysconf(Int32(_SC_CLK_TCK))) -> SystemProcess? {
        guard let name = stat.lastIndex(of: ")"), let pid = stat.split(separator: " ").first.flatMap({ Int32($0) })
        else { return nil }
        let fields = stat[stat.index(after: name)...].split(separator: " ")
        guard fields.count > 19, let state = fields[0].first, let session = Int32(fields[3]),
            let user = Int(fields[11]), let system = Int(fields[12]), let beginning = Int(fields[19])
        else { return nil }
        return SystemProcess(
            pid: pid, state: state, session: session, beginning: beginning,
            processorTime: (Double(user) + Double(system)) / Double(max(1, ticksPerSecond)))
    }

    private static func identifiers() -> [Int32] {
        guard let listing = opendir("/proc") else { return [] }
        defer { closedir(listing) }
        var found: [Int32] = []
        while let entry = readdir(listing) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if let pid = Int32(name) { found.append(pid) }
        }
        return found
    }
}
