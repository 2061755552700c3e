import FoundationEssentials
import JSON
import Wire

/// A JSON value, taken apart so that two can be compared whatever their writers' spacing and order of members.
package indirect enum JSONTree: Equatable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONTree])
    case object([String: JSONTree])

    /// Nil where the bytes are no JSON.
    package init?(_ json: some Collection<UInt8>) {
        guard let tree = try? JSONDecoder().decode(JSONTree.self, from: Data(json)) else { return nil }
        self = tree
    }

    /// One place in which two values differ.
    package struct Difference: Equatable, Sendable, CustomStringConvertible {
        /// Such as `data.screen.rows[3].title`.
        package let path: String
        /// Nil where there is nothing.
        package let expected: JSONTree?
        package let actual: JSONTree?

        package init(path: String, expected: JSONTree?, actual: JSONTree?) {
            self.path = path
            self.expected = expected
            self.actual = actual
        }

        package var description: String {
            "\(path): expected \(expected.map(\.text) ?? "nothing"), got \(actual.map(\.text) ?? "nothing")"
        }
    }

    /// Where `other` differs from this, which is what was expected.
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

    private static func quoted(_ text: String) -> String {
        var bytes: [UInt8] = []
        JSONText.append(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// As JSON, members in the order of their keys.
    package var text: String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .number(let value): Int(exactly: value).map { "\($0)" } ?? "\(value)"
        case .string(let value): Self.quoted(value)
        case .array(let elements): "[\(elements.map(\.text).joined(separator: ","))]"
        case .object(let members):
            "{\(members.sorted { $0.key < $1.key }.map { "\(Self.quoted($0.key)):\($0.value.text)" }.joined(separator: ","))}"
        }
    }
}

extension JSONTree: Decodable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSONTree].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONTree].self))
        }
    }
}
