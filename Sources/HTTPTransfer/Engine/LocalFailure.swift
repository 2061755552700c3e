import Platform

/// Failures of this machine, not of a server.
enum LocalFailure {
    /// The last system call's error.
    static var code: Int32 { errno }

    /// The system's message for an error.
    static func words(_ code: Int32 = errno) -> String { String(cString: strerror(code)) }

    static let tooManyFiles =
        "too many open files on this machine: raise the limit (ulimit -n), or lower --parallel"

    static func isLackOfDescriptors(_ code: Int32) -> Bool { code == EMFILE || code == ENFILE }

    /// Whether descriptors have run out; a connection takes up to three during the name lookup.
    static var lacksDescriptors: Bool {
        let tried = (0..<3).map { _ in (descriptor: dup(STDERR_FILENO), code: errno) }
        for entry in tried where entry.descriptor >= 0 { close(entry.descriptor) }
        return tried.contains { $0.descriptor < 0 && isLackOfDescriptors($0.code) }
    }
}
