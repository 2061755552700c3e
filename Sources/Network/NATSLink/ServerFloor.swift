import CNATS

/// The oldest nats-server that a program can use.
package struct ServerFloor: Sendable {
    let major: Int32
    let minor: Int32
    /// The reason why an older server does not do, as the end of a sentence.
    let reason: String

    /// - Parameter reason: why an older one does not do, as the end of a sentence.
    package init(_ major: Int32, _ minor: Int32, because reason: String) {
        (self.major, self.minor, self.reason) = (major, minor, reason)
    }

    private static let highestNumber: Int32 = 999

    /// - Parameters:
    ///   - connection: one that is connected.
    ///   - server: the server's host and port.
    /// - Returns: why the server cannot be used; nil if it can, or does not tell its version.
    func refusal(of connection: OpaquePointer?, _ server: String) -> String? {
        guard !viperline_serverIsAtLeast(connection, major, minor, 0) else { return nil }
        return """
            the server \(server) is nats-server \(Self.version(of: connection)), and this needs \(major).\(minor) or later: \(reason). \
            Install a newer server there (https://github.com/nats-io/nats-server/releases), or name another one in NATS_URL
            """
    }

    /// libnats compares versions and shows none.
    private static func version(of connection: OpaquePointer?) -> String {
        func highest(_ isAtMost: (Int32) -> Bool) -> Int32 { (0...highestNumber).last(where: isAtMost) ?? 0 }
        let major = highest { viperline_serverIsAtLeast(connection, $0, 0, 0) }
        let minor = highest { viperline_serverIsAtLeast(connection, major, $0, 0) }
        let update = highest { viperline_serverIsAtLeast(connection, major, minor, $0) }
        return "\(major).\(minor).\(update)"
    }
}
