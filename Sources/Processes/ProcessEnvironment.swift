import Platform

/// The variables that this process was started with.
package enum ProcessEnvironment {
    /// All of them, the empty ones too. Of a name that stands twice, the first holds, as for `getenv`.
    package static var variables: [String: String] {
        var variables: [String: String] = [:]
        var entry: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = environ
        while let text = entry.pointee {
            let parts = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2, variables[String(parts[0])] == nil { variables[String(parts[0])] = String(parts[1]) }
            entry += 1
        }
        return variables
    }
}
