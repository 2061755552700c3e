import CNATS

/// What libnats could not do.
package struct LinkError: Error, Equatable, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }

    init(_ action: String, _ status: natsStatus) {
        let text = natsStatus_GetText(status).map { String(cString: $0) } ?? "error \(status.rawValue)"
        description = "\(action): \(text)"
    }

    /// - Parameters:
    ///   - action: what is tried.
    ///   - status: of the call that tries it.
    static func check(_ action: @autoclosure () -> String, _ status: natsStatus) throws(LinkError) {
        guard status == NATS_OK else { throw LinkError(action(), status) }
    }
}
