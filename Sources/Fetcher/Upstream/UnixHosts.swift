/// Hosts that are reached through a Unix socket (`VIPERLINE_UNIX_HOSTS=catalog.invalid=/path/sock,other.invalid=/path2`),
/// so that the offline upstream needs no port.
package struct UnixHosts: Equatable, Sendable {
    /// An entry that is not HOST=/PATH.
    package struct Malformed: Error, Equatable, Sendable {
        package let entry: String
    }

    private var paths: [String: String] = [:]

    package init() {}

    package init(_ variable: String) throws(Malformed) {
        for entry in variable.split(separator: ",") {
            let parts = entry.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[1].hasPrefix("/") else { throw Malformed(entry: String(entry)) }
            paths[parts[0].lowercased()] = String(parts[1])
        }
    }

    package subscript(host host: String) -> String? { paths[host.lowercased()] }
}
