import Platform

/// The environment variables of this process.
package enum OwnEnvironment {
    /// Where a name stands twice, the first one counts, as for getenv(3).
    package static var variables: [String: String] {
        var variables: [String: String] = [:]
        var next = environ
        while let entry = next.pointee {
            let text = String(cString: entry)
            if let sign = text.firstIndex(of: "="), sign != text.startIndex {
                let name = String(text[..<sign])
                if variables[name] == nil { variables[name] = String(text[text.index(after: sign)...]) }
            }
            next += 1
        }
        return variables
    }
}
