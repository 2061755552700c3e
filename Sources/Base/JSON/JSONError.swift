/// The reason why JSON could not be read, and the place.
public struct JSONError: Error, Equatable, Sendable {
    public enum Problem: Equatable, Sendable {
        case notUTF8
        /// The bytes are not JSON (RFC 8259).
        case malformed
        /// Nesting is deeper than ``JSONScanner/depthLimit``.
        case tooDeep
        case missing(key: String)
        case null
        /// The value is not this, a noun with its article.
        case mismatch(expected: String)
        /// The value has the right type, but not a valid content: a phrase for after the path.
        case invalid(String)
    }

    public let problem: Problem
    /// The offset in bytes: of the value (for a missing key, of the object), or of the wrong byte.
    public let offset: Int
    /// The value's place, such as `data.items[3].title`. Set when an error of a value leaves the reader.
    public private(set) var path = ""
    /// A guess at the author's intention, for behind the sentence.
    public private(set) var hint = ""

    public init(_ problem: Problem, at offset: Int) {
        self.problem = problem
        self.offset = offset
    }

    /// - Parameter object: the offset of the object that lacks the key.
    public static func missing(_ key: StaticString, at object: Int) -> JSONError {
        JSONError(.missing(key: key.description), at: object)
    }

    /// A string that is not one of a fixed set.
    public static func unknown(_ text: JSONKey, at offset: Int) -> JSONError {
        JSONError(.invalid("is \"\((text.text ?? "?").prefix(100))\", which is unknown"), at: offset)
    }

    /// An object whose only member should be its kind.
    public static func noKind(at object: Int) -> JSONError {
        JSONError(.invalid("must have exactly one member, its kind"), at: object)
    }

    /// Adds the path of the value.
    /// - Parameter root: the name of the outermost value; may be empty.
    @usableFromInline
    func located(in scanner: JSONScanner, root: String) -> JSONError {
        // The offset of an error that has a path belongs to the text that it was found in.
        guard path.isEmpty else { return self }
        var error = self
        switch problem {
        case .malformed:
            let bytes = UnsafeBufferPointer(start: scanner.base, count: scanner.end)
            if (try? UTF8Span(validating: bytes.span)) == nil { error = JSONError(.notUTF8, at: offset) }
        case .notUTF8, .tooDeep: break
        case .missing, .null, .mismatch, .invalid:
            error.path = JSONPath.text(of: offset, in: scanner, root: root)
        }
        return error
    }

    /// A member that is missing may be there under another name.
    func hinting(at strangers: [JSONStranger]) -> JSONError {
        guard case .missing(let key) = problem else { return self }
        let here = strangers.filter { $0.kind == .member && $0.parent == path }
        guard let meant = here.first(where: { $0.isNear(to: key) }) ?? here.first else { return self }
        var error = self
        error.hint = "; \"\(meant.name)\" is not known there (known: \(meant.known.joined(separator: ", ")))"
        return error
    }
}

extension JSONError: CustomStringConvertible {
    public var description: String {
        let value = path.isEmpty ? "the value" : path
        return switch problem {
        case .notUTF8: "not valid UTF-8"
        case .malformed: "invalid JSON at byte \(offset)"
        case .tooDeep: "nested deeper than \(JSONScanner.depthLimit) levels"
        case .missing(let key): (path.isEmpty ? "\(key) is missing" : "\(path).\(key) is missing") + hint
        case .null: "\(value) is null"
        case .mismatch(let expected): "\(value) is not \(expected)"
        case .invalid(let phrase): "\(value) \(phrase)"
        }
    }
}
