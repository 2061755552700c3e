/// The path without links, `.` and `..`; nil where it leads to nothing.
package func resolvedPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
}

/// The text of a link; nil where there is none. That of `/proc/self/exe` is the executable's path even if another one has replaced it
/// since.
package func linkText(_ path: String) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
        guard let start = buffer.baseAddress, case let count = readlink(path, start, buffer.count), count >= 0 else {
            return nil
        }
        return String(decoding: UnsafeRawBufferPointer(buffer)[..<count], as: UTF8.self)
    }
}

/// The folder in which this process runs.
package enum WorkingFolder {
    /// The folder's path; nil where it was removed.
    package static var path: String? {
        guard let path = getcwd(nil, 0) else { return nil }
        defer { free(path) }
        return String(cString: path)
    }
}
