/// Headers of a pool's messages, besides those of CloudEvents.
package enum PoolHeader {
    /// Of requests and notices: whose they are.
    package static let caller = "Viperline-Session"
    /// Of requests and notices: the caller's incarnation, a dot, and how many lines it has read.
    package static let position = "Viperline-Position"
    /// Of requests and notices: what the caller's bus calls the service. A worker's child has the same name, so what it writes can
    /// be written there as it stands.
    package static let service = "Viperline-Service"
    /// Of requests: patterns of what does not answer them, with commas between them.
    package static let progress = "Viperline-Progress"
    /// Of answers: how often the request was given out, a dot, and how many lines about it the child has written.
    package static let mark = "Viperline-Mark"
    /// JetStream stores a message with the same id once, while it remembers it.
    package static let messageID = "Nats-Msg-Id"

    /// Bytes of an id; a longer one is left out.
    private static let longestID = 512

    /// - Parameter parts: may hold anything.
    package static func messageID(_ parts: String...) -> NATSHeader? {
        let text = parts.map(PercentCoding.encode).joined(separator: "/")
        return text.utf8.count <= longestID ? NATSHeader(messageID, text) : nil
    }
}
