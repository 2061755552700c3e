import Platform

/// The program that runs in this process.
package enum OwnExecutable {
    /// The path of a program in the same folder. Links are followed, so that the neighbours of an installed program are found.
    package static func neighbour(_ name: String) -> String { "\(folder)/\(name)" }

    /// The absolute path by which it was called, from a folder of `PATH` or not, with its links: one of a package manager leads to the next
    /// version after an upgrade. Nil if that is not this program.
    package static var asCalled: String? {
        guard let name = CommandLine.arguments.first, !name.isEmpty else { return nil }
        var folders = [""]
        if !name.contains("/") {
            folders = (OwnEnvironment.variables["PATH"] ?? "").split(separator: ":").map { "\($0)/" }
        } else if !name.hasPrefix("/") {
            folders = [WorkingFolder.path.map { "\($0)/" } ?? ""]
        }
        return folders.lazy.map { $0 + name }.first {
            guard $0.hasPrefix("/"), let own = FileStatus(at: "/proc/self/exe") else { return false }
            return FileStatus(at: $0)?.isSame(as: own) ?? false
        }
    }

    private static var folder: String {
        guard let path = linkText("/proc/self/exe"), let end = path.lastIndex(of: "/") else { return "." }
        return String(path[..<end])
    }
}

package enum OwnEnvironment {
    /// The values by name. If a name appears twice, the first one counts, as for getenv(3).
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
