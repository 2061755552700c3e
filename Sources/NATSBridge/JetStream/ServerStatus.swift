/// A message of the server's own in the place of an answer: a number as of HTTP, in the header `Status`.
package struct ServerStatus: Equatable, Sendable {
    package let code: Int
    /// Messages that a pull still waited for when it ended.
    package let unused: Int

    /// - Returns: nil for any other message.
    package init?(_ message: NATSMessage) {
        guard message.payload.isEmpty, let text = message["Status"], let code = Int(text) else { return nil }
        self.code = code
        unused = message["Nats-Pending-Messages"].flatMap { Int($0) }.map { max(0, $0) } ?? 0
    }

    /// A pull has lived as long as it was to; ``unused`` is told.
    var isTimeout: Bool { code == 408 }

    /// Nobody hears the subject that was published on.
    package var hasNoResponders: Bool { code == 503 }
}
