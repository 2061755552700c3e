import Platform

/// What a process has used so far.
package struct ProcessUsage: Equatable, Sendable {
    /// Seconds of processor time, its own and the system's for it.
    package let processorTime: Double
    /// Bytes of it that are in memory, shared ones among them.
    package let residentMemory: Int

    package init(processorTime: Double, residentMemory: Int) {
        self.processorTime = processorTime
        self.residentMemory = residentMemory
    }

    /// Nil when there is no such process, or it is another user's.
    package static func of(_ pid: Int32) -> ProcessUsage? {
        guard let stat = text(of: "/proc/\(pid)/stat"), let memory = text(of: "/proc/\(pid)/statm") else {
            return nil
        }
        return parse(
            stat: stat, statm: memory, ticksPerSecond: sysconf(Int32(_SC_CLK_TCK)),
            pageSize: sysconf(Int32(_SC_PAGESIZE)))
    }

    /// Reads what Linux tells (proc(5)). The second field of `stat` is the program's name in parentheses, which may hold
    /// anything, so the fields are counted from the last one of these.
    static func parse(stat: String, statm: String, ticksPerSecond: Int, pageSize: Int) -> ProcessUsage? {
        guard let name = stat.lastIndex(of: ")") else { return nil }
        let fields = stat[stat.index(after: name)...].split(separator: " ")
        let pages = statm.split(separator: " ")
        guard fields.count > 12, pages.count > 1, let user = Int(fields[11]), let system = Int(fields[12]),
            let resident = Int(pages[1])
        else { return nil }
        return ProcessUsage(
            processorTime: Double(user + system) / Double(max(1, ticksPerSecond)), residentMemory: resident * pageSize)
    }

    private static func text(of path: String) -> String? {
        let number = open(path, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { return nil }
        let file = Descriptor(owning: number)
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = read(file.number, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
    }
}
