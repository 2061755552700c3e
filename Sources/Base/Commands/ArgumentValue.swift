/// A value that a word of the command line can become.
package protocol ArgumentValue {
    init?(argument: String)
    /// The value as a user would write it.
    var argument: String { get }
    /// All values, if they can be listed.
    static var choices: [String] { get }
    /// The form of a word that is such a value, for the message about another word; nil where the choices are enough.
    static var form: String? { get }
    /// True if such a value may begin with `-` in a word of its own; otherwise that word is an option.
    static var mayBeginWithDash: Bool { get }
}

extension ArgumentValue {
    package var argument: String { "\(self)" }
    package static var choices: [String] { [] }
    package static var form: String? { nil }
    package static var mayBeginWithDash: Bool { false }
}

extension ArgumentValue where Self: FixedWidthInteger {
    package static var form: String? { "expected a whole number" }
}

extension ArgumentValue where Self: RawRepresentable<String> {
    package init?(argument: String) { self.init(rawValue: argument) }
    package var argument: String { rawValue }
}

extension ArgumentValue where Self: RawRepresentable<String> & CaseIterable {
    package static var choices: [String] { allCases.map(\.rawValue) }
}

extension ArgumentValue where Self: LosslessStringConvertible {
    package init?(argument: String) { self.init(argument) }
}

extension String: ArgumentValue {}
extension Int: ArgumentValue {}
extension Int32: ArgumentValue {}
extension UInt64: ArgumentValue {}
extension Double: ArgumentValue {
    package static var form: String? { "expected a number" }
}
