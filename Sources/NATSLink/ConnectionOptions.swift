import CNATS
import Platform

/// libnats's options for a connection.
final class ConnectionOptions {
    private(set) var handle: OpaquePointer?
    /// The address that callbacks get; libnats's threads may use it as long as the process lives.
    private let signals: UnsafeMutableRawPointer

    /// Bytes per read; more than a TLS record, so that nothing is left in OpenSSL's own buffer.
    private static let readSize: Int32 = 1 << 16

    init(_ settings: ConnectionSettings, _ signals: ConnectionSignals) throws(LinkError) {
        self.signals = Unmanaged.passRetained(signals).toOpaque()
        try LinkError.check("make options", natsOptions_Create(&handle))
        try setServers(settings)
        try setIdentity(settings)
        try setSecurity(settings)
        try setReconnecting()
        try setLoop()
    }

    deinit { natsOptions_Destroy(handle) }

    private func setServers(_ settings: ConnectionSettings) throws(LinkError) {
        var servers: [UnsafePointer<CChar>?] = settings.servers.map { UnsafePointer(strdup($0)) }
        defer { for server in servers { free(UnsafeMutablePointer(mutating: server)) } }
        let status = natsOptions_SetServers(handle, &servers, Int32(clamping: servers.count))
        try LinkError.check("read the URL of the server", status)
        try LinkError.check("set a name", natsOptions_SetName(handle, settings.name))
        try LinkError.check("set a timeout", natsOptions_SetTimeout(handle, Connection.patience))
        try LinkError.check("set a size", natsOptions_SetIOBufSize(handle, Self.readSize))
    }

    private func setIdentity(_ settings: ConnectionSettings) throws(LinkError) {
        if let user = settings.user {
            try LinkError.check("set the user", natsOptions_SetUserInfo(handle, user, settings.password ?? ""))
        }
        if let token = settings.token { try LinkError.check("set the token", natsOptions_SetToken(handle, token)) }
        if let file = settings.credentials {
            let status = natsOptions_SetUserCredentialsFromFiles(handle, file, nil)
            try LinkError.check("read the credentials in \(file)", status)
        }
        if let file = settings.nkey {
            let status = natsOptions_SetNKeyFromSeed(handle, try NKeyFile.publicKey(in: file), file)
            try LinkError.check("read the seed in \(file)", status)
        }
    }

    private func setSecurity(_ settings: ConnectionSettings) throws(LinkError) {
        // libnats 3.4 itself ignores tls://, and would send a password to a server without TLS.
        if settings.wantsTLS { try LinkError.check("use TLS", natsOptions_SetSecure(handle, true)) }
        if let file = settings.certificateAuthority {
            let status = natsOptions_LoadCATrustedCertificates(handle, file)
            try LinkError.check("read the certificates in \(file)", status)
        }
        if let file = settings.certificate, let key = settings.key {
            let status = natsOptions_LoadCertificatesChain(handle, file, key)
            try LinkError.check("read the certificate in \(file) and the key in \(key)", status)
        }
    }

    private func setReconnecting() throws(LinkError) {
        let statuses = [
            natsOptions_SetAllowReconnect(handle, true),
            natsOptions_SetMaxReconnect(handle, -1),
            natsOptions_SetReconnectWait(handle, Connection.pause),
            natsOptions_SetReconnectJitter(handle, Connection.jitter, Connection.jitter),
            natsOptions_SetPingInterval(handle, Connection.pingInterval),
            natsOptions_SetMaxPingsOut(handle, Connection.mostPings),
            natsOptions_SetDisconnectedCB(
                handle, { _, signals in ConnectionOptions.signals(signals)?.note(.disconnected) }, signals),
            natsOptions_SetReconnectedCB(
                handle, { _, signals in ConnectionOptions.signals(signals)?.note(.connected) }, signals),
            natsOptions_SetClosedCB(
                handle, { _, signals in ConnectionOptions.signals(signals)?.note(.closed) }, signals),
            natsOptions_SetErrorHandler(
                handle,
                { _, _, status, signals in
                    ConnectionOptions.signals(signals)?.complain(LinkError.lastText(status))
                }, signals),
        ]
        for status in statuses { try LinkError.check("set options", status) }
    }

    /// From now on, an absent server is waited for.
    func setRetrying() throws(LinkError) {
        let status = natsOptions_SetRetryOnFailedConnect(
            handle, true, { _, signals in ConnectionOptions.signals(signals)?.note(.connected) }, signals)
        try LinkError.check("set options", status)
    }

    private func setLoop() throws(LinkError) {
        // Without a thread that writes a little later: the loop writes.
        try LinkError.check("set options", natsOptions_SetSendAsap(handle, true))
        let status = natsOptions_SetEventLoop(
            handle, signals,
            { place, loop, _, socket in
                place?.pointee = loop
                ConnectionOptions.signals(loop)?.watch(socket)
                return NATS_OK
            },
            { loop, adds in
                if !adds { ConnectionOptions.signals(loop)?.watch(nil) }
                return NATS_OK
            },
            { loop, adds in
                ConnectionOptions.signals(loop)?.setWriting(adds)
                return NATS_OK
            },
            { loop in
                ConnectionOptions.signals(loop)?.watch(nil)
                return NATS_OK
            })
        try LinkError.check("set an event loop", status)
    }

    private static func signals(_ address: UnsafeMutableRawPointer?) -> ConnectionSignals? {
        address.map { Unmanaged<ConnectionSignals>.fromOpaque($0).takeUnretainedValue() }
    }
}
