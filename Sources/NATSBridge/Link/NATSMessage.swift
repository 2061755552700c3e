package import JSON
package import Wire

/// A message on NATS.
package struct NATSMessage: Equatable, Sendable {
    package var subject: String
    /// Where an answer is expected.
    package var reply: String?
    /// Unordered.
    package var headers: [NATSHeader]
    package var payload: [UInt8]

    package init(_ subject: String, reply: String? = nil, headers: [NATSHeader] = [], payload: [UInt8] = []) {
        self.subject = subject
        self.reply = reply
        self.headers = headers
        self.payload = payload
    }

    /// The first value of a header; its name is not case-sensitive.
    package subscript(header: String) -> String? { headers.first { $0.isNamed(header) }?.value }

    /// Decodes the payload as the server's JSON.
    package func read<Answer: JSONReadable>(_ answer: Answer.Type) throws(PayloadError) -> Answer {
        try Payload.decode(answer, from: payload, of: subject)
    }
}
