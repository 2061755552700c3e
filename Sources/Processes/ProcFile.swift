import Platform

/// The short files in which Linux tells of a process (proc(5)).
enum ProcFile {
    /// Nil where there is no such process, or it is another user's.
    static func text(_ name: String, of pid: Int32) -> String? {
        let number = open("/proc/\(pid)/\(name)", O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { return nil }
        let file = Descriptor(owning: number)
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = read(file.number, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
    }
}
