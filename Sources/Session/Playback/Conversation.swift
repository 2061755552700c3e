import JSON
package import Recording

/// Inputs of a service and the expected outputs, in a file with one of them per line:
///
///     {"conversation":"app"}
///     {"given":{"type":"view.output.didSearch","data":{"query":"tea"}}}
///     {"expected":{"type":"view.input.show","data":{"screen":{"title":"Tea"}}}}
///
/// The first line names the service. It may have `arguments` for the program, a list, and `environment`, an object.
/// A `given` is an event, or a text that is sent unchanged. ``ConversationRules`` decide whether an event is as expected.
package struct Conversation: Sendable {
    package enum Step: Sendable {
        /// A line for the program, without LF.
        case given([UInt8])
        case expected(JSONTree)
    }

    /// A step, and its line in the file, from 1.
    package struct Line: Sendable {
        package let number: Int
        package let step: Step
    }

    /// A line that cannot be read.
    package struct Mistake: Error, CustomStringConvertible {
        package let line: Int
        package let message: String

        package var description: String { "line \(line): \(message)" }
    }

    package private(set) var service = ""
    package private(set) var arguments: [String] = []
    package private(set) var environment: [String: String] = [:]
    package private(set) var lines: [Line] = []

    /// True if a file that begins with these bytes is one: the first member is `conversation`.
    package static func begins(_ bytes: [UInt8]) -> Bool {
        let blanks = Set(" \t\r\n".utf8)
        let object = bytes.drop { blanks.contains($0) }
        guard object.first == UInt8(ascii: "{") else { return false }
        return object.dropFirst().drop { blanks.contains($0) }.starts(with: #""conversation""#.utf8)
    }

    package init(_ file: [UInt8]) throws(Mistake) {
        var number = 0
        for line in file.split(separator: 0x0A, omittingEmptySubsequences: false) {
            number += 1
            guard !line.allSatisfy({ " \t\r".utf8.contains($0) }) else { continue }
            let bytes = Array(line)
            guard case .object(let members)? = JSONTree(bytes) else {
                throw Mistake(line: number, message: "this is not a JSON object")
            }
            if service.isEmpty {
                try readHeader(members, at: number)
            } else {
                lines.append(Line(number: number, step: try Self.step(members, bytes, at: number)))
            }
        }
        guard !service.isEmpty else { throw Mistake(line: 1, message: "the file is empty") }
    }

    private mutating func readHeader(_ members: [JSONTree.Key: JSONTree], at number: Int) throws(Mistake) {
        for (key, value) in members.sorted(by: { $0.key < $1.key }) {
            switch (key, value) {
            case ("conversation", .string(let name)) where !name.isEmpty: service = name
            case ("arguments", .array(let values)): arguments = try Self.texts(values, of: "\(key)", at: number)
            case ("environment", .object(let values)):
                let names = values.keys.sorted().map(\.description)
                guard names.allSatisfy({ HarmlessService.isName($0) }) else {
                    throw Mistake(line: number, message: "environment has a name that a variable cannot have")
                }
                let texts = try Self.texts(names.compactMap { values[.init($0)] }, of: "\(key)", at: number)
                environment = Dictionary(zip(names, texts)) { $1 }
            case ("conversation", _), ("arguments", _), ("environment", _):
                throw Mistake(
                    line: number,
                    message: "\(key) is not what it should be: {\"conversation\":\"SERVICE\",\"arguments\":[…],"
                        + "\"environment\":{…}}")
            default: throw Mistake(line: number, message: "unknown member \"\(key)\"")
            }
        }
        guard !service.isEmpty else {
            throw Mistake(line: number, message: "the first line names the service: {\"conversation\":\"SERVICE\"}")
        }
    }

    private static func texts(_ values: [JSONTree], of key: String, at number: Int) throws(Mistake) -> [String] {
        var texts: [String] = []
        for value in values {
            guard case .string(let text) = value else {
                throw Mistake(line: number, message: "each of \(key) is a text")
            }
            texts.append(text)
        }
        return texts
    }

    private static func step(
        _ members: [JSONTree.Key: JSONTree], _ line: [UInt8], at number: Int
    ) throws(Mistake) -> Step {
        switch (members.count, members["given"], members["expected"]) {
        case (1, .string(let text)?, _): return .given(Array(text.utf8))
        case (1, .object?, _):
            guard let range = JSONSlices.member("given", of: line.span) else { break }
            return .given(Array(line[range]))
        case (1, _, .object(let event)?): return .expected(.object(event))
        default: break
        }
        throw Mistake(
            line: number, message: "a line is {\"given\":EVENT}, {\"given\":\"TEXT\"} or {\"expected\":EVENT}")
    }
}

/// The rules by which an event is as a conversation expects it: all members that are listed match. Objects may have more members;
/// `null` means that a member is absent; lists have the listed length. What differs from run to run is never compared.
/// `scripts/conform` has the same rules.
package enum ConversationRules {
    /// Members of an event that are never compared.
    package static let neverCompared: Set<String> = ["id", "source", "time", "specversion"]

    /// The first place in which an event is not as expected.
    package static func difference(_ expected: JSONTree, _ event: JSONTree) -> JSONTree.Difference? {
        guard case .object(let members) = expected else { return difference(expected, event, at: "") }
        return difference(.object(members.filter { !neverCompared.contains("\($0.key)") }), event, at: "")
    }

    /// - Parameter special: whether a value is as such a pattern expects it; nil for a value that stands for itself.
    static func difference(
        _ expected: JSONTree, _ actual: JSONTree?, at path: String,
        special: (JSONTree, JSONTree?) -> Bool? = { _, _ in nil }
    ) -> JSONTree.Difference? {
        if let holds = special(expected, actual) {
            return holds ? nil : JSONTree.Difference(path: path, expected: expected, actual: actual)
        }
        switch (expected, actual) {
        case (.null, nil): return nil
        case (.object(let members), .object(let others)?):
            for (key, value) in members.sorted(by: { $0.key < $1.key }) {
                let place = path.isEmpty ? "\(key)" : "\(path).\(key)"
                if let found = difference(value, others[key], at: place, special: special) { return found }
            }
            return nil
        case (.array(let elements), .array(let others)?) where elements.count == others.count:
            for (index, pair) in zip(elements, others).enumerated() {
                if let found = difference(pair.0, pair.1, at: "\(path)[\(index)]", special: special) { return found }
            }
            return nil
        default:
            guard expected != actual else { return nil }
            return JSONTree.Difference(
                path: path.isEmpty ? "the event" : path, expected: expected, actual: actual)
        }
    }
}
