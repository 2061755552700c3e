import Platform

/// Where the view listens.
package enum ListenAddress: Equatable, Sendable {
    /// A numeric address, and a port; 0 for any free one.
    case network(address: String, port: Int)
    case socket(path: String)
    /// No address: connections are handed over at a socket (``HandoverSocket``).
    case handover(path: String)

    package static let standard = ListenAddress.network(address: "127.0.0.1", port: 0)

    /// `127.0.0.1:8080`, `[::1]:8080`, `8080` (on the loopback), or `unix:/run/user/1000/view.sock`.
    package init?(_ text: String) {
        if text.hasPrefix("handover:/") {
            self = .handover(path: String(text.dropFirst(9)))
            return
        }
        if text.hasPrefix("unix:") {
            let path = String(text.dropFirst(5))
            guard path.hasPrefix("/"), path.utf8.count < 100 else { return nil }
            self = .socket(path: path)
            return
        }
        guard let colon = text.lastIndex(of: ":") else {
            guard let port = Self.port(text[...]) else { return nil }
            self = .network(address: "127.0.0.1", port: port)
            return
        }
        var address = String(text[..<colon])
        if address.hasPrefix("["), address.hasSuffix("]") { address = String(address.dropFirst().dropLast()) }
        guard let port = Self.port(text[text.index(after: colon)...]),
            Self.family(of: address) != nil
        else { return nil }
        self = .network(address: address, port: port)
    }

    /// - Returns: nil for what is no number of a port.
    static func port(_ text: Substring) -> Int? {
        guard text.utf8.count <= 5, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let port = Int(text), port < 65536
        else { return nil }
        return port
    }

    static func isSix(_ address: String) -> Bool { family(of: address) == AF_INET6 }

    static func family(of address: String) -> Int32? {
        var bytes = in6_addr()
        if inet_pton(AF_INET, address, &bytes) == 1 { return AF_INET }
        if inet_pton(AF_INET6, address, &bytes) == 1 { return AF_INET6 }
        return nil
    }

    /// Whether only this machine reaches it.
    package var isLocal: Bool {
        switch self {
        case .socket, .handover: true
        case .network(let address, _): address.hasPrefix("127.") || address == "::1"
        }
    }

    /// Whether it stands for all addresses of this machine, so that nobody can tell which name browsers use.
    package var isWildcard: Bool {
        guard case .network(let address, _) = self else { return false }
        return address == "0.0.0.0" || address == "::"
    }

    /// The origins by which a browser may reach it.
    /// - Parameters:
    ///   - port: where it listens.
    ///   - name: the view's own name below `.localhost`.
    package func origins(port: Int, name: String) -> [String] {
        switch self {
        case .handover: []
        case .socket: ["http://\(name).localhost", "http://localhost"]
        case .network(let address, _):
            (isLocal || isWildcard ? ["\(name).localhost", "localhost", "127.0.0.1", "[::1]"] : [])
                .map { "http://\($0):\(port)" }
                + ["http://\(address.contains(":") ? "[\(address)]" : address):\(port)"]
        }
    }

    /// The best of ``origins(port:name:)``.
    package func origin(port: Int, name: String) -> String {
        switch self {
        case .socket, .handover: return "http://localhost"
        case .network(let address, _):
            let host = isLocal || isWildcard ? "\(name).localhost" : address.contains(":") ? "[\(address)]" : address
            return "http://\(host):\(port)"
        }
    }
}
