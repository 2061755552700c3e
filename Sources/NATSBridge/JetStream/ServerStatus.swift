/// A message from the server itself instead of an answer: a number as in HTTP, in the header `Status`.
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

    /// A pull has expired; ``unused`` is set.
    var isTimeout: Bool { code == 408 }

    /// The publication's subject has no subscribers.
    package var hasNoResponders: Bool { code == 503 }
}
