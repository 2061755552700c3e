import Platform

/// What a process has used so far.
package struct ProcessUsage: Equatable, Sendable {
    /// Seconds of processor time, its own and the system's for it.
    package let processorTime: Double
    /// Bytes of its memory that are not swapped out, shared ones among them.
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
