/// Headers of a pool's messages, besides those of CloudEvents.
package enum PoolHeader {
    /// Of requests and notices: the caller.
    package static let caller = "Viperline-Session"
    /// Of requests and notices: the caller's incarnation, a dot, and how many lines it has read.
    package static let position = "Viperline-Position"
    /// Of requests and notices: the service's name on the caller's bus. A worker's child has the same name, so that bus takes its lines
    /// unchanged.
    package static let service = "Viperline-Service"
    /// Of requests: patterns of types that do not answer them, separated by commas.
    package static let progress = "Viperline-Progress"
    /// Of answers: how often the request was delivered, a dot, and how many lines about it the child has written.
    package static let mark = "Viperline-Mark"
    /// While JetStream remembers an id, it stores no second message with it.
    package static let messageID = "Nats-Msg-Id"

    /// The longest id, in bytes; a longer one is left out.
    private static let longestID = 512

    /// - Parameter parts: any text.
    package static func messageID(_ parts: String...) -> NATSHeader? {
        let text = parts.map(PercentCoding.encode).joined(separator: "/")
        return text.utf8.count <= longestID ? NATSHeader(messageID, text) : nil
    }
}
