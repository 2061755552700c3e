import Platform

/// The state of any process (proc(5)); nil where there is no /proc.
package struct SystemProcess: Equatable, Sendable {
    package let pid: Int32
    /// `R` runs, `S` sleeps, `D` waits for a device, `T` is suspended, `Z` has ended.
    let state: Character
    /// The id of the process's session: that of the process that has begun it with setsid().
    package let session: Int32
    /// The beginning of the process, in the system's ticks since the machine's start.
    package var beginning = 0
    /// Seconds of processor time, its own and the system's for it.
    package let processorTime: Double

    /// The process runs, or others can make it run.
    package var mayGoOn: Bool { !["S", "I", "Z", "X"].contains(state) }

    /// The process runs, or waits for a device.
    package var isBusy: Bool { state == "R" || state == "D" }

    package var isAlive: Bool { state != "Z" && state != "X" }

    /// The process is stopped until a signal continues it, as after Ctrl-Z.
    package var isSuspended: Bool { state == "T" }

    /// The process sleeps until the other end of a pipe is read or written, or until a child of its own has ended.
    package var isBlockedByPipe: Bool {
        if state == "Z" { return true }
        guard let place = ProcFile.text("wchan", of: pid) else { return false }
        // The function of the kernel: pipe_read, anon_pipe_write.
        return place.split(separator: "_").dropLast().contains("pipe") || place == "do_wait"
    }

    /// Nil if there is no such process, or no /proc.
    package static func of(_ pid: Int32) -> SystemProcess? { ProcFile.text("stat", of: pid).flatMap { parse($0) } }

    /// The words with which a process was started; nil if there is no such process, or no /proc.
    package static func command(of pid: Int32) -> String? {
        ProcFile.bytes("cmdline", of: pid, limit: 1024).map { bytes in
            bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
        }
    }

    /// All processes of some sessions.
    package static func all(inSessions sessions: Set<Int32>) -> [SystemProcess] {
        ProcFile.processes().filter { sessions.contains(getsid($0)) }.compactMap { of($0) }
    }

    /// Kills all processes of some sessions, including those that start during the call.
    package static func killAll(inSessions sessions: Set<Int32>) {
        for _ in 0..<10 {
            let found = all(inSessions: sessions).filter(\.isAlive)
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
}

/// The processor time and memory that a process has used so far.
package struct ProcessUsage: Equatable, Sendable {
    /// Seconds of processor time, its own and the system's for it.
    package let processorTime: Double
    /// Bytes of the process's memory that are not swapped out, shared ones among them.
    package let residentMemory: Int

    package init(processorTime: Double, residentMemory: Int) {
        self.processorTime = processorTime
        self.residentMemory = residentMemory
    }

    /// Nil when there is no such process, or it is another user's.
    package static func of(_ pid: Int32) -> ProcessUsage? {
        guard let process = SystemProcess.of(pid), let memory = ProcFile.text("statm", of: pid) else { return nil }
        return residentMemory(statm: memory, pageSize: sysconf(Int32(_SC_PAGESIZE))).map {
            ProcessUsage(processorTime: process.processorTime, residentMemory: $0)
        }
    }

    /// - Parameter statm: numbers of pages: the whole, the resident ones, and others.
    static func residentMemory(statm: String, pageSize: Int) -> Int? {
        let pages = statm.split(separator: " ")
        guard pages.count > 1, let resident = Int(pages[1]) else { return nil }
        let (bytes, overflow) = resident.multipliedReportingOverflow(by: pageSize)
        return overflow ? nil : bytes
    }
}

/// Processes that descend from one with a certain value of a variable in its environment, whatever group or session they are in now:
/// children inherit the variable, unless a program removes it.
package enum MarkedProcess {
    /// An environment beyond this is not read; the system allows no variable and no list of them that is much longer.
    private static let longestEnvironment = 1 << 22
    private static let rounds = 10

    /// Kills marked processes, also those that start during the call. It examines only this user's processes that are not older than the
    /// first marked one: reading the environment of others might block.
    /// - Parameters:
    ///   - values: of the variable.
    ///   - beginning: the time when the first of them began (``SystemProcess/beginning``).
    package static func killAll(with variable: String, in values: Set<String>, since beginning: Int) {
        for _ in 0..<rounds {
            let found = ProcFile.processes().filter { isMarked($0, variable, values, since: beginning) }
            guard !found.isEmpty else { return }
            for pid in found { kill(pid, SIGKILL) }
        }
    }

    private static func isMarked(_ pid: pid_t, _ variable: String, _ values: Set<String>, since beginning: Int) -> Bool
    {
        guard pid != getpid(), isOurs(pid), let process = SystemProcess.of(pid), process.beginning >= beginning,
            process.isAlive, let environment = ProcFile.bytes("environ", of: pid, limit: longestEnvironment)
        else { return false }
        return value(of: variable, in: environment).map(values.contains) ?? false
    }

    private static func isOurs(_ pid: pid_t) -> Bool {
        FileStatus(at: "/proc/\(pid)")?.isOwn ?? false
    }

    /// - Parameter environment: `NAME=value`s, each ended by a zero.
    static func value(of variable: String, in environment: [UInt8]) -> String? {
        let name = Array("\(variable)=".utf8)
        let entry = environment.split(separator: 0).first { $0.starts(with: name) }
        return entry.map { String(decoding: $0.dropFirst(name.count), as: UTF8.self) }
    }
}

/// The short files in which Linux describes a process (proc(5)).
enum ProcFile {
    /// Nil where there is no such process, or it is another user's.
    /// - Parameter limit: the most bytes that are read.
    static func text(_ name: String, of pid: Int32, limit: Int = 1024) -> String? {
        bytes(name, of: pid, limit: limit).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Nil where there is nothing to read.
    static func bytes(_ name: String, of pid: Int32, limit: Int) -> [UInt8]? {
        guard let file = open(name, of: pid) else { return nil }
        var text: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: min(limit, 1 << 16))
        while text.count < limit {
            let count = read(file.number, &chunk, min(chunk.count, limit - text.count))
            guard count > 0 else { break }
            text += chunk[..<count]
        }
        return text.isEmpty ? nil : text
    }

    /// A piece of the process's memory; nil where that is not there, or may not be read.
    static func memory(of pid: Int32, at address: UInt64, count: Int) -> [UInt8]? {
        guard count > 0, let place = off_t(exactly: address), let file = open("mem", of: pid) else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        return pread(file.number, &bytes, count, place) == count ? bytes : nil
    }

    static func threads(of pid: Int32, most: Int) -> [Int32] { numbers(in: "/proc/\(pid)/task", most: most) }

    static func processes() -> [Int32] { numbers(in: "/proc", most: .max) }

    /// The names in a folder that are numbers.
    private static func numbers(in folder: String, most: Int) -> [Int32] {
        var found: [Int32] = []
        FolderListing.forEach(in: folder) { entry in
            if let number = Int32(entry.name) { found.append(number) }
            return found.count < most
        }
        return found
    }

    private static func open(_ name: String, of pid: Int32) -> Descriptor? {
        Descriptor(opening: "/proc/\(pid)/\(name)", O_RDONLY)
    }
}
