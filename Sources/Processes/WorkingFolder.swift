import Platform

/// The folder in which this process runs.
package enum WorkingFolder {
    /// Its path; nil where it was removed.
    package static var path: String? {
        guard let path = getcwd(nil, 0) else { return nil }
        defer { free(path) }
        return String(cString: path)
    }
}
