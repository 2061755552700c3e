package import JSON

/// A parsed JSON value, for comparisons that ignore spacing and the order of members, as ``JSONCanonicalForm``.
package indirect enum JSONTree: Sendable {
    case null
    case bool(Bool)
    /// The canonical form of a value that the other cases would change: a number, or a text with half of a surrogate pair.
    case spelled(String)
    case string(String)
    case array([JSONTree])
    case object([Key: JSONTree])

    /// The name of a member. Names are compared by bytes, because a text of Swift equals its other spellings in Unicode.
    package struct Key: Hashable, Comparable, ExpressibleByStringLiteral, CustomStringConvertible, Sendable {
        package let description: String

        package init(_ text: String) { description = text }
        package init(stringLiteral text: String) { description = text }

        package static func == (one: Key, other: Key) -> Bool {
            one.description.utf8.elementsEqual(other.description.utf8)
        }

        package static func < (one: Key, other: Key) -> Bool {
            one.description.utf8.lexicographicallyPrecedes(other.description.utf8)
        }

        package func hash(into hasher: inout Hasher) {
            for byte in description.utf8 { hasher.combine(byte) }
        }
    }

    package init?(_ json: some Collection<UInt8>) {
        guard let tree = try? JSONTree(json: Array(json)) else { return nil }
        self = tree
    }

    /// A place in which two values differ.
    package struct Difference: Equatable, Sendable, CustomStringConvertible {
        /// A path such as `data.screen.rows[3].title`.
        package let path: String
        /// Nil where the value is missing.
        package let expected: JSONTree?
        package let actual: JSONTree?

        package init(path: String, expected: JSONTree?, actual: JSONTree?) {
            self.path = path
            self.expected = expected
            self.actual = actual
        }

        /// True if only the programs that play media differ. They are up to the machine, and a role without a user plays
        /// none.
        package func isUpToTheMachine(in type: String) -> Bool {
            type == "router.output.didPlay" && path == "data.player"
        }

        package var description: String {
            "\(path): expected \(expected.map(\.text) ?? "nothing"), got \(actual.map(\.text) ?? "nothing")"
        }
    }

    /// The places where `other` differs from this value, the expected one.
    package func differences(from other: JSONTree, at path: String = "") -> [Difference] {
        switch (self, other) {
        case (.object(let mine), .object(let theirs)):
            return Set(mine.keys).union(theirs.keys).sorted().flatMap { key in
                Self.differences(mine[key], theirs[key], at: path.isEmpty ? "\(key)" : "\(path).\(key)")
            }
        case (.array(let mine), .array(let theirs)):
            return (0..<max(mine.count, theirs.count)).flatMap { index in
                Self.differences(
                    index < mine.count ? mine[index] : nil, index < theirs.count ? theirs[index] : nil,
                    at: "\(path)[\(index)]")
            }
        default: return self == other ? [] : [Difference(path: path, expected: self, actual: other)]
        }
    }

    private static func differences(_ one: JSONTree?, _ other: JSONTree?, at path: String) -> [Difference] {
        if let one, let other { return one.differences(from: other, at: path) }
        return one == nil && other == nil ? [] : [Difference(path: path, expected: one, actual: other)]
    }

    package static func quoted(_ text: String) -> String {
        var bytes: [UInt8] = []
        JSONText.append(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The value as JSON, with sorted keys.
    package var text: String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .spelled(let text): text
        case .string(let value): Self.quoted(value)
        case .array(let elements): "[\(elements.map(\.text).joined(separator: ","))]"
        case .object(let members):
            "{\(members.sorted { $0.key < $1.key }.map { "\(Self.quoted("\($0.key)")):\($0.value.text)" }.joined(separator: ","))}"
        }
    }
}

extension JSONTree: Equatable {
    package static func == (one: JSONTree, other: JSONTree) -> Bool {
        switch (one, other) {
        case (.null, .null): true
        case (.bool(let one), .bool(let other)): one == other
        case (.spelled(let one), .spelled(let other)), (.string(let one), .string(let other)):
            one.utf8.elementsEqual(other.utf8)
        case (.array(let one), .array(let other)): one == other
        case (.object(let one), .object(let other)): one == other
        default: false
        }
    }
}

extension JSONTree: JSONReadable {
    package init(from reader: inout JSONReader) throws(JSONError) {
        switch reader.nextByte {
        case UInt8(ascii: "{"):
            var members: [Key: JSONTree] = [:]
            try reader.beginObject()
            while let name = try reader.nextKey() {
                let key = Key(name.text ?? name.spelling)
                let value = try JSONTree(from: &reader)
                if members[key] == nil { members[key] = value }
            }
            self = .object(members)
        case UInt8(ascii: "["): self = .array(try reader.read())
        case UInt8(ascii: "t"), UInt8(ascii: "f"): self = .bool(try reader.bool())
        case UInt8(ascii: "n") where try reader.readNull(): self = .null
        case UInt8(ascii: "\""):
            let position = reader.position
            if let text = try reader.token().text { self = .string(text); return }
            reader.move(to: position)
            fallthrough
        default:
            var canonical: [UInt8] = []
            try JSONCanonicalForm.append(reader.bytes(try reader.skipValue()).span, to: &canonical)
            self = .spelled(String(decoding: canonical, as: UTF8.self))
        }
    }
}
