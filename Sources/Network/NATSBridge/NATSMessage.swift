import Platform
package import JSON
package import Wire

package struct NATSMessage: Equatable, Sendable {
    package var subject: String
    /// The subject where an answer is expected.
    package var reply: String?
    /// Unordered.
    package var headers: [NATSHeader]
    package var payload: [UInt8]

    /// The most bytes for a message's headers.
    static let roomForHeaders = 4096

    package init(_ subject: String, reply: String? = nil, headers: [NATSHeader] = [], payload: [UInt8] = []) {
        (self.subject, self.reply, self.headers, self.payload) = (subject, reply, headers, payload)
    }

    /// The first value of a header; its name is not case-sensitive.
    package subscript(header: String) -> String? { headers.first { $0.isNamed(header) }?.value }

    /// True if the server reports, instead of an answer, that the publication's subject has no subscribers.
    var hasNoResponders: Bool { payload.isEmpty && self["Status"] == "503" }

    /// Decodes the payload as the server's JSON.
    package func read<Answer: JSONReadable>(_ answer: Answer.Type) throws(PayloadError) -> Answer {
        try Payload.decode(answer, from: payload, of: subject)
    }
}

package struct NATSHeader: Equatable, Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }

    /// True if this is the header's name, ignoring case, as in the CloudEvents binding.
    package func isNamed(_ other: String) -> Bool {
        guard name.utf8.count == other.utf8.count else { return false }
        return name == other || name.utf8.elementsEqual(other.utf8) { $0.lowercased == $1.lowercased }
    }
}
