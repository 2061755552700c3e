import Platform
import CCurl
import Encodings

/// A header field of a request or a response (RFC 9110 §5).
package struct HTTPHeader: Equatable, Sendable {
    package let name: String
    package let value: String

    /// A field to send. Values that would smuggle in another field or request are refused, and so are framing fields.
    package init(_ name: String, _ value: String) throws(TransferError) {
        let value = HeaderRule.trimmed(value)
        guard HeaderRule.isToken(name), HeaderRule.isValue(value) else { throw .invalidHeader(name: name) }
        if let reason = HeaderRule.framing(name, value) { throw .refusedHeader(name: name, reason: reason) }
        self.init(received: name, value)
    }

    /// The name of a field that is not to be sent. Framing fields are sent as they must be.
    package static func withoutField(_ name: String) throws(TransferError) -> String {
        guard HeaderRule.isToken(name) else { throw .invalidHeader(name: name) }
        guard name.lowercased() != "expect", let reason = HeaderRule.framing(name, "") else { return name }
        throw .refusedHeader(name: name, reason: reason)
    }

    /// A received field.
    package init(received name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// Compares names, ignoring case.
    func isNamed(_ other: String) -> Bool {
        let count = name.utf8.count
        guard count == other.utf8.count else { return false }
        let own = name.utf8.span
        let others = other.utf8.span
        for place in 0..<count where own[place].lowercased != others[place].lowercased { return false }
        return true
    }
}

/// HTTP dates (RFC 9110 §5.6.7), in any form that libcurl parses.
enum HTTPDate {
    /// - Returns: seconds since 1970; nil for another text.
    static func seconds(_ text: String) -> Int? {
        let date = curl_getdate(text, nil)
        return date < 0 ? nil : Int(date)
    }
}
