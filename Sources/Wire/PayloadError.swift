/// A payload does not have the shape of its type.
package struct PayloadError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The event's type.
    package let type: String
    /// The path of the member and what is wrong with it.
    package let reason: String

    package init(type: String, reason: String) {
        self.type = type
        self.reason = reason
    }

    package var description: String { "\(type): \(reason)" }
}
