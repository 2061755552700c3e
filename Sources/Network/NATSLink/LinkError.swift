import Platform
import CNATS

package struct LinkError: Error, Equatable, Sendable, CustomStringConvertible {
    package let description: String
    let kind: Kind

    enum Kind {
        /// No server answers.
        case absence
        /// The server refuses this program.
        case refusal
        case other
    }

    init(_ description: String, _ kind: Kind = .other) { (self.description, self.kind) = (description, kind) }

    init(connecting servers: String, _ status: natsStatus) {
        let kind: Kind =
            switch status {
            case NATS_CONNECTION_AUTH_FAILED: .refusal
            case NATS_NO_SERVER, NATS_TIMEOUT, NATS_IO_ERROR, NATS_CONNECTION_CLOSED: .absence
            default: .other
            }
        self.init("connect to \(servers): \(Self.advice(status, Self.lastText(status)))", kind)
    }

    static func advice(_ status: natsStatus, _ text: String) -> String {
        switch status {
        case NATS_CONNECTION_AUTH_FAILED:
            "the server refuses us (\(text)); check NATS_USER and NATS_PASSWORD, NATS_TOKEN, NATS_NKEY or NATS_CREDS"
        case NATS_SSL_ERROR:
            "\(text); check NATS_CA, the host in NATS_URL, and NATS_CERT with NATS_KEY if the server asks for them"
        case NATS_SECURE_CONNECTION_WANTED:
            "the server has no TLS, so nothing was sent; if this is intended, write nats:// and name no certificates"
        case NATS_PROTOCOL_ERROR:
            "\(text); it may require a certificate (NATS_CERT and NATS_KEY), or may not be a NATS server"
        default: text
        }
    }

    private static func text(_ status: natsStatus) -> String {
        natsStatus_GetText(status).map { String(cString: $0) } ?? "error \(status.rawValue)"
    }

    /// libnats's message about its last failure on this thread, without its own file and line: `(conn.c:733): `.
    static func lastText(_ status: natsStatus) -> String {
        var last = status
        guard let found = nats_GetLastError(&last), found.pointee != 0, last == status else { return Self.text(status) }
        let message = String(cString: found)
        guard message.hasPrefix("("), let end = message.firstRange(of: "): ") else { return message }
        return String(message[end.upperBound...])
    }

    static func check(_ action: @autoclosure () -> String, _ status: natsStatus) throws(LinkError) {
        guard status == NATS_OK else { throw LinkError("\(action()): \(text(status))") }
    }
}
