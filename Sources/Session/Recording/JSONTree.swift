package import JSON

/// A parsed JSON value, for comparisons that ignore spacing and the order of members.
package indirect enum JSONTree: Equatable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    /// As it stands in the JSON: what the other cases would lose.
    case spelled(String)
    case string(String)
    case array([JSONTree])
    case object([String: JSONTree])

    /// Nil for bytes that are not JSON.
    package init?(_ json: some Collection<UInt8>) {
        guard let tree = try? JSONTree(json: Array(json)) else { return nil }
        self = tree
    }

    /// The same with each number as it is spelled, if it is the whole value.
    package init?(spelled json: [UInt8]) {
        guard let first = json.first, first == UInt8(ascii: "-") || 0x30...0x39 ~= first else {
            self.init(json)
            return
        }
        self = .spelled(String(decoding: json, as: UTF8.self))
    }

    /// One place in which two values differ.
    package struct Difference: Equatable, Sendable, CustomStringConvertible {
        /// Such as `data.screen.rows[3].title`.
        package let path: String
        /// Nil where the value is missing.
        package let expected: JSONTree?
        package let actual: JSONTree?

        package init(path: String, expected: JSONTree?, actual: JSONTree?) {
            self.path = path
            self.expected = expected
            self.actual = actual
        }

        /// Whether it is only the program that plays media. That is up to the machine, and a role without a user plays
        /// none.
        /// - Parameter type: of the event.
        package func isUpToTheMachine(in type: String) -> Bool {
            type == "router.output.didPlay" && path == "data.player"
        }

        package var description: String {
            "\(path): expected \(expected.map(\.text) ?? "nothing"), got \(actual.map(\.text) ?? "nothing")"
        }
    }

    /// Where `other` differs from this value, the expected one.
    package func differences(from other: JSONTree, at path: String = "") -> [Difference] {
        switch (self, other) {
        case (.object(let mine), .object(let theirs)):
            return Set(mine.keys).union(theirs.keys).sorted().flatMap { key in
                Self.differences(mine[key], theirs[key], at: path.isEmpty ? key : "\(path).\(key)")
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

    /// As JSON, with sorted keys.
    package var text: String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .spelled(let text): text
        case .number(let value): Int(exactly: value).map { "\($0)" } ?? "\(value)"
        case .string(let value): Self.quoted(value)
        case .array(let elements): "[\(elements.map(\.text).joined(separator: ","))]"
        case .object(let members):
            "{\(members.sorted { $0.key < $1.key }.map { "\(Self.quoted($0.key)):\($0.value.text)" }.joined(separator: ","))}"
        }
    }
}

extension JSONTree: JSONReadable {
    package init(from reader: inout JSONReader) throws(JSONError) {
        self =
            switch reader.nextByte {
            case UInt8(ascii: "{"): .object(try reader.read())
            case UInt8(ascii: "["): .array(try reader.read())
            case UInt8(ascii: "\""): .string(try reader.string())
            case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool(try reader.bool())
            case UInt8(ascii: "n") where try reader.readNull(): .null
            default: .number(try reader.double())
            }
    }
}
