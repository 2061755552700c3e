import CNATS
import Platform
import Processes
import Wire

package struct ConnectionSettings: Sendable {
    /// URLs, which may contain a user, a password or a token.
    package var servers = ["nats://127.0.0.1:4222"]
    /// This connection's name in the server's own tools.
    package var name = "viperline-nats"
    package var user: String?
    package var password: String?
    package var token: String?
    /// A file with a JWT and a seed.
    package var credentials: String?
    /// A file with a seed, and its public key on a separate line.
    package var nkey: String?
    /// PEM files.
    package var certificateAuthority: String?
    package var certificate: String?
    package var key: String?

    package init() {}
}

extension ConnectionSettings {
    /// The variables of the environment that set what no option has set; of a file also whether it is secret.
    private static var variables: [(name: String, path: WritableKeyPath<Self, String?>, isSecret: Bool?)] {
        [
            ("NATS_USER", \.user, nil), ("NATS_PASSWORD", \.password, nil), ("NATS_TOKEN", \.token, nil),
            ("NATS_CREDS", \.credentials, true), ("NATS_NKEY", \.nkey, true),
            ("NATS_CA", \.certificateAuthority, false), ("NATS_CERT", \.certificate, false), ("NATS_KEY", \.key, true),
        ]
    }

    /// Takes from the environment what no option has set, and checks everything; returns warnings.
    package mutating func complete() throws(LinkError) -> [String] {
        guard (1...32).contains(servers.count) else { throw LinkError("Name 1 to 32 servers") }
        if let url = servers.first(where: { !Self.isURL($0) }) {
            let scheme = url.firstRange(of: "://").map { url[..<$0.upperBound] } ?? ""
            throw LinkError("A server is nats://HOST:PORT or tls://HOST:PORT, not \(scheme)\(Self.withoutUser(url))")
        }
        var warnings: [String] = []
        for (variable, path, isSecret) in Self.variables {
            self[keyPath: path] = self[keyPath: path] ?? RoleEnvironment.variable(variable)
            guard let isSecret, let file = self[keyPath: path] else { continue }
            let isPrivate = try IdentityFile.check(file, of: variable)
            guard isSecret, !isPrivate else { continue }
            warnings.append("others can read the secret in \(file) (\(variable)): chmod 600 makes it private")
        }
        guard (certificate == nil) == (key == nil) else {
            throw LinkError("A certificate and its key go together: NATS_CERT and NATS_KEY")
        }
        guard password == nil || user != nil else { throw LinkError("NATS_PASSWORD needs NATS_USER") }
        if let nkey { _ = try IdentityFile.publicKey(in: nkey) }
        return warnings
    }

    /// The servers in a form that a log may show.
    package var publicServers: String { servers.map(Self.withoutUser).joined(separator: ", ") }

    /// True if the program proves its identity with a signature.
    var signs: Bool { nkey != nil || credentials != nil }

    /// True if a server without TLS is to be refused.
    package var wantsTLS: Bool {
        certificateAuthority != nil || certificate != nil || servers.contains { $0.lowercased().hasPrefix("tls://") }
    }

    /// True if a text is a host, optionally with a scheme that libnats knows, a user and a port.
    package static func isURL(_ text: String) -> Bool {
        if let end = text.firstRange(of: "://") {
            guard ["nats", "tls"].contains(text[..<end.lowerBound].lowercased()) else { return false }
        }
        let place = withoutUser(text)
        guard !place.isEmpty, place.utf8.count <= 512, !place.contains("/") else { return false }
        // An IPv6 address is in brackets.
        guard let colon = place.lastIndex(of: ":"), !place.hasSuffix("]") else { return true }
        return colon > place.startIndex && UInt16(place[place.index(after: colon)...]).map { $0 > 0 } == true
    }

    package static func withoutUser(_ url: String) -> String {
        let rest = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
        return String(rest.lastIndex(of: "@").map { rest[rest.index(after: $0)...] } ?? rest)
    }
}

final class NATSOptions {
    private(set) var handle: OpaquePointer?
    /// The address that callbacks get; libnats's threads may use it as long as the process lives.
    private let address: UnsafeMutableRawPointer

    /// Bytes per read; more than a TLS record, so that nothing is left in OpenSSL's own buffer.
    private static let readSize: Int32 = 1 << 16

    init(_ settings: ConnectionSettings, _ connection: LibraryConnection) throws(LinkError) {
        address = Unmanaged.passRetained(connection).toOpaque()
        try LinkError.check("make options", natsOptions_Create(&handle))
        try setIdentity(settings)
        try setRules(settings)
        try setLoop()
    }

    deinit { natsOptions_Destroy(handle) }

    private func setIdentity(_ settings: ConnectionSettings) throws(LinkError) {
        var servers: [UnsafePointer<CChar>?] = settings.servers.map { UnsafePointer(strdup($0)) }
        defer { for server in servers { free(UnsafeMutablePointer(mutating: server)) } }
        let count = Int32(clamping: servers.count)
        var steps = [("read the URL of the server", natsOptions_SetServers(handle, &servers, count))]
        if let user = settings.user {
            steps.append(("set the user", natsOptions_SetUserInfo(handle, user, settings.password ?? "")))
        }
        if let token = settings.token { steps.append(("set the token", natsOptions_SetToken(handle, token))) }
        if let file = settings.credentials {
            let status = natsOptions_SetUserCredentialsFromFiles(handle, file, nil)
            steps.append(("read the credentials in \(file)", status))
        }
        if let file = settings.nkey {
            let key = try IdentityFile.publicKey(in: file)
            steps.append(("read the seed in \(file)", natsOptions_SetNKeyFromSeed(handle, key, file)))
        }
        // libnats 3.4 itself ignores tls://, and would send a password to a server without TLS.
        if settings.wantsTLS { steps.append(("use TLS", natsOptions_SetSecure(handle, true))) }
        if let file = settings.certificateAuthority {
            steps.append(("read the certificates in \(file)", natsOptions_LoadCATrustedCertificates(handle, file)))
        }
        if let file = settings.certificate, let key = settings.key {
            let status = natsOptions_LoadCertificatesChain(handle, file, key)
            steps.append(("read the certificate in \(file) and the key in \(key)", status))
        }
        for (action, status) in steps { try LinkError.check(action, status) }
    }

    private func setRules(_ settings: ConnectionSettings) throws(LinkError) {
        let statuses = [
            natsOptions_SetName(handle, settings.name),
            natsOptions_SetTimeout(handle, NATSConnection.patience),
            natsOptions_SetIOBufSize(handle, Self.readSize),
            // The loop writes, so no thread has to write a little later.
            natsOptions_SetSendAsap(handle, true),
            natsOptions_SetAllowReconnect(handle, false),
            natsOptions_SetPingInterval(handle, NATSConnection.pingInterval),
            natsOptions_SetMaxPingsOut(handle, NATSConnection.mostPings),
            natsOptions_SetClosedCB(handle, { _, address in NATSOptions.tell(address) { $0.lose() } }, address),
            natsOptions_SetErrorHandler(
                handle,
                { _, _, status, address in NATSOptions.tell(address) { $0.complain(LinkError.lastText(status)) } },
                address),
        ]
        for status in statuses { try LinkError.check("set options", status) }
    }

    private func setLoop() throws(LinkError) {
        let status = natsOptions_SetEventLoop(
            handle, address,
            { place, loop, _, socket in
                place?.pointee = loop
                return NATSOptions.tell(loop) { $0.watch(socket) }
            },
            { loop, adds in NATSOptions.tell(loop) { if !adds { $0.lose() } } },
            { loop, adds in NATSOptions.tell(loop) { $0.setWriting(adds) } },
            { loop in NATSOptions.tell(loop) { $0.lose() } })
        try LinkError.check("set an event loop", status)
    }

    @discardableResult
    private static func tell(_ address: UnsafeMutableRawPointer?, _ body: (LibraryConnection) -> Void) -> natsStatus {
        if let address { body(Unmanaged<LibraryConnection>.fromOpaque(address).takeUnretainedValue()) }
        return NATS_OK
    }
}

/// A file with the program's identity, or with certificates to trust. libnats would wait for a pipe, and read a device until
/// memory is full.
enum IdentityFile {
    /// Bytes of a file of keys or certificates.
    private static let mostBytes = 1 << 22
    /// The length of a user's public key, and the most bytes of a file with one.
    private static let (keyLength, mostKeyBytes) = (56, 1 << 16)

    /// - Returns: whether others cannot read it.
    static func check(_ path: String, of variable: String) throws(LinkError) -> Bool {
        func failure(_ reason: String) -> LinkError { LinkError("read \(path) (\(variable)): \(reason)") }
        guard let file = Descriptor(opening: path, O_RDONLY | O_NONBLOCK | O_NOCTTY),
            let status = FileStatus(of: file.number)
        else { throw failure(String(cString: strerror(errno))) }
        guard status.isRegular else { throw failure("it is not a regular file") }
        guard status.size > 0 else { throw failure("it is empty") }
        guard status.size <= mostBytes else { throw failure("it is larger than 4 MiB") }
        return status.isPrivate
    }

    /// The public key (`U…`) in a file of an NKey, in a line of its own below the seed (`SU…`), as `nk -gen user -pubout` prints them.
    static func publicKey(in path: String) throws(LinkError) -> String {
        let text = String(decoding: WholeFile.beginning(of: path, count: mostKeyBytes), as: UTF8.self)
        guard
            let key = text.split(whereSeparator: \.isWhitespace).first(where: {
                $0.utf8.count == keyLength && $0.hasPrefix("U")
            })
        else { throw LinkError("\(path) has no public key (U…); write it into a line of its own, below the seed") }
        return String(key)
    }
}
