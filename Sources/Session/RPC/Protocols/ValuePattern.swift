import Platform
import JSON
import Recording

/// One step from a JSON value into it.
enum ValueStep: Hashable, Sendable {
    case key(String)
    case index(Int)

    /// By bytes: texts of Swift equal their other spellings in Unicode.
    static func == (one: ValueStep, other: ValueStep) -> Bool {
        switch (one, other) {
        case (.key(let one), .key(let other)): one.utf8.elementsEqual(other.utf8)
        case (.index(let one), .index(let other)): one == other
        default: false
        }
    }

    func hash(into hasher: inout Hasher) {
        switch self {
        case .key(let key): for byte in key.utf8 { hasher.combine(byte) }
        case .index(let index): hasher.combine(index)
        }
    }

    /// The spelling in a path behind other steps: `.a`, `["c.d"]`, `[3]`.
    var text: String {
        switch self {
        case .key(let key) where !key.isEmpty && key.utf8.allSatisfy(ValuePattern.isPlain): ".\(key)"
        case .key(let key): "[\(JSONTree.quoted(key))]"
        case .index(let index): "[\(index)]"
        }
    }
}

/// Paths in parameters and results: `a.b[3]["c.d"]`, where `*` stands for one step and `**` for any number.
package struct ValuePattern: Hashable, Sendable {
    enum Step: Hashable, Sendable {
        case exactly(ValueStep)
        case any
        case anyNumber
    }

    package let text: String
    private let steps: [Step]

    /// Nil for a text that is not a pattern. A member of the message in front (`params`, `result`, `error`) is left out, so that the
    /// path of a report is a pattern.
    package init?(_ text: String) {
        guard var steps = Self.steps(of: Array(text.utf8)), !steps.isEmpty else { return nil }
        let outer: [Step] = ["params", "result", "error", "arguments", "body"].map { .exactly(.key($0)) }
        if steps.count > 1, outer.contains(steps[0]) { steps.removeFirst() }
        (self.text, self.steps) = (text, steps)
    }

    func matches(_ path: [ValueStep]) -> Bool {
        // Most paths differ in the last step.
        if case .exactly(let last)? = steps.last, last != path.last { return false }
        return Self.matches(steps[...], path[...])
    }

    private static func matches(_ steps: ArraySlice<Step>, _ path: ArraySlice<ValueStep>) -> Bool {
        guard let step = steps.first else { return path.isEmpty }
        switch step {
        case .anyNumber:
            return path.indices.contains { matches(steps.dropFirst(), path[$0...]) }
                || matches(steps.dropFirst(), path[path.endIndex...])
        case .any: return !path.isEmpty && matches(steps.dropFirst(), path.dropFirst())
        case .exactly(let step): return path.first == step && matches(steps.dropFirst(), path.dropFirst())
        }
    }

    // MARK: Reading

    /// More steps than any path has.
    private static let mostSteps = 64

    private static func steps(of text: [UInt8]) -> [Step]? {
        var steps: [Step] = []
        var at = 0
        while at < text.count, steps.count < mostSteps {
            if text[at] == UInt8(ascii: "[") {
                guard let (step, end) = bracketed(text, at + 1) else { return nil }
                steps.append(step)
                at = end
            } else {
                if text[at] == UInt8(ascii: "."), !steps.isEmpty { at += 1 }
                let word = text[at...].prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "[") }
                guard !word.isEmpty else { return nil }
                at = word.endIndex
                switch String(decoding: word, as: UTF8.self) {
                case "*": steps.append(.any)
                case "**": steps.append(.anyNumber)
                case let key: steps.append(.exactly(.key(key)))
                }
            }
        }
        return at == text.count ? steps : nil
    }

    /// - Returns: the step, and where the text goes on.
    private static func bracketed(_ text: [UInt8], _ start: Int) -> (Step, Int)? {
        if start < text.count, text[start] == UInt8(ascii: "\"") {
            var end = start + 1
            while end < text.count, text[end] != UInt8(ascii: "\"") {
                end += text[end] == UInt8(ascii: "\\") ? 2 : 1
            }
            guard end + 1 < text.count, text[end + 1] == UInt8(ascii: "]"),
                let key = JSONText.decode(text.span.extracting(start..<end + 1))
            else { return nil }
            return (.exactly(.key(key)), end + 2)
        }
        let word = text[start...].prefix { $0 != UInt8(ascii: "]") }
        guard word.endIndex < text.count else { return nil }
        if word.elementsEqual("*".utf8) { return (.any, word.endIndex + 1) }
        guard let index = Int(String(decoding: word, as: UTF8.self)), index >= 0 else { return nil }
        return (.exactly(.index(index)), word.endIndex + 1)
    }

    static func isPlain(_ byte: UInt8) -> Bool { byte.isAlphanumeric || "_$-/".utf8.contains(byte) }
}
