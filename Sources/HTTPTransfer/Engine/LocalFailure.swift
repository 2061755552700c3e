import Platform

/// What this machine, and no server, is to blame for.
enum LocalFailure {
    /// What the last call of the system failed with.
    static var code: Int32 { errno }

    /// The system's words for an error.
    static func words(_ code: Int32 = errno) -> String { String(cString: strerror(code)) }

    static let tooManyFiles =
        "too many open files on this machine: raise the limit (ulimit -n), or lower --parallel"

    static func isLackOfDescriptors(_ code: Int32) -> Bool { code == EMFILE || code == ENFILE }

    /// Whether no descriptors are left; a connection takes up to three while its host is looked up.
    static var lacksDescriptors: Bool {
        let tried = (0..<3).map { _ in (descriptor: dup(STDERR_FILENO), code: errno) }
        for entry in tried where entry.descriptor >= 0 { close(entry.descriptor) }
        return tried.contains { $0.descriptor < 0 && isLackOfDescriptors($0.code) }
    }
}
