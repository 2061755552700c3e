/// A payload that is not of the shape that its type promises.
package struct PayloadError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The event's type.
    package let type: String
    /// What is wrong, with the path of the member.
    package let reason: String

    package init(type: String, reason: String) {
        self.type = type
        self.reason = reason
    }

    package var description: String { "\(type): \(reason)" }
}
