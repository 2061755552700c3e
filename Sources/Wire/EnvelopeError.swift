package import JSON

/// Why a line is not an event. Offsets are bytes from the line's start.
package enum EnvelopeError: Error, Equatable, Sendable {
    case notUTF8
    case notAnObject
    case invalidJSON(offset: Int)
    case tooDeep(limit: Int)
    case duplicateAttribute(String)
    /// The attribute as written, in other capitals, and its right spelling.
    case misspeltAttribute(String, String)
    case missingType
    case notAString(attribute: String)
    case notABoolean(attribute: String)
    case unsupportedVersion(String)
    case dataIsNoObject
    case lineTooLong(bytes: Int, limit: Int)
}

extension EnvelopeError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notUTF8: "not valid UTF-8"
        case .notAnObject: "not a JSON object"
        case .invalidJSON(let offset): "invalid JSON at byte \(offset)"
        case .tooDeep(let limit): "nested deeper than \(limit) levels"
        case .duplicateAttribute(let name): "the attribute \"\(name)\" stands twice"
        case .misspeltAttribute(let name, let attribute): "the attribute \"\(attribute)\" is spelt \"\(name)\""
        case .missingType: "no \"type\""
        case .notAString(let name): "the attribute \"\(name)\" is not a string, or an empty one"
        case .notABoolean(let name): "the attribute \"\(name)\" is not true or false"
        case .unsupportedVersion(let version): "specversion \"\(version)\" is not \"1.0\""
        case .dataIsNoObject: "\"data\" is not an object"
        case .lineTooLong(let bytes, let limit): "a line of \(bytes) bytes is over the limit of \(limit)"
        }
    }
}

extension EnvelopeError {
    package init(_ error: JSONError) {
        self =
            switch error.problem {
            case .notUTF8: .notUTF8
            case .malformed: .invalidJSON(offset: error.offset)
            case .tooDeep: .tooDeep(limit: JSONScanner.depthLimit)
            case .missing, .null, .mismatch, .invalid: .notAnObject
            }
    }
}
