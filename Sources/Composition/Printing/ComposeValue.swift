package import JSON

/// A value of a compose file that is to be written, as YAML for people or as JSON for programs.
package indirect enum ComposeValue: Equatable, Sendable {
    case text(String)
    /// `true`; what is false is left out.
    case yes
    case list([ComposeValue])
    /// In this order.
    case mapping([(key: String, value: ComposeValue)])

    package static func == (one: ComposeValue, other: ComposeValue) -> Bool { one.json == other.json }

    static func texts(_ texts: [String]) -> ComposeValue { .list(texts.map(ComposeValue.text)) }
}

extension ComposeValue: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        switch self {
        case .text(let text): writer.string(text)
        case .yes: writer.literal("true")
        case .list(let items):
            writer.beginArray()
            for item in items { writer.element(item) }
            writer.endArray()
        case .mapping(let members):
            writer.beginObject()
            for member in members { writer.member(named: member.key, member.value) }
            writer.endObject()
        }
    }
}

extension ComposeValue {
    /// As YAML in blocks, with short lists of texts in one line.
    package var yaml: String {
        var lines: [String] = []
        append(to: &lines, indentation: "")
        return lines.map { "\($0)\n" }.joined()
    }

    /// Such lists are easier to read in one line.
    private static let longestLine = 100

    private func append(to lines: inout [String], indentation: String) {
        switch self {
        case .text, .yes: lines.append(indentation + inline)
        case .list(let items):
            for item in items { item.append(to: &lines, indentation: indentation, behind: "- ") }
        case .mapping(let members):
            for (key, value) in members {
                value.append(to: &lines, indentation: indentation, behind: "\(Self.scalar(key)): ")
            }
        }
    }

    /// Behind a key or the sign of an item, in its line if it fits.
    private func append(to lines: inout [String], indentation: String, behind sign: String) {
        let whole = indentation + sign + inline
        if isShort || whole.count <= Self.longestLine && isFlat {
            lines.append(whole)
        } else if sign == "- " {
            var inner: [String] = []
            append(to: &inner, indentation: indentation + "  ")
            lines.append("\(indentation)- \(inner.first.map { $0.dropFirst(indentation.count + 2) } ?? "")")
            lines += inner.dropFirst()
        } else {
            lines.append(indentation + sign.dropLast())
            append(to: &lines, indentation: indentation + "  ")
        }
    }

    /// Whether it has no lines of its own.
    private var isShort: Bool {
        switch self {
        case .text, .yes: true
        case .list(let items): items.isEmpty
        case .mapping(let members): members.isEmpty
        }
    }

    private var isFlat: Bool {
        if case .list(let items) = self { items.allSatisfy(\.isShort) } else { false }
    }

    private var inline: String {
        switch self {
        case .text(let text): Self.scalar(text)
        case .yes: "true"
        case .list(let items): "[\(items.map(\.inline).joined(separator: ", "))]"
        case .mapping(let members):
            "{\(members.map { "\(Self.scalar($0.key)): \($0.value.inline)" }.joined(separator: ", "))}"
        }
    }

    /// Words that are no texts to some readers of YAML.
    private static let reserved: Set<String> = ["true", "false", "yes", "no", "on", "off", "y", "n", "null"]

    /// In double quotes unless it can't be anything but a text.
    private static func scalar(_ text: String) -> String {
        let scalars = text.unicodeScalars
        let isPlain =
            !scalars.isEmpty && scalars.allSatisfy(\.isPlain) && scalars.first?.beginsPlainText == true
            && !reserved.contains(text.lowercased())
        guard !isPlain else { return text }
        return "\"\(scalars.map(\.escapedForYAML).joined())\""
    }
}

extension Unicode.Scalar {
    fileprivate var beginsPlainText: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "/", "_": true
        default: false
        }
    }

    fileprivate var isPlain: Bool {
        switch self {
        case "0"..."9", ".", "-", "+", "=", "@", "%": true
        default: beginsPlainText
        }
    }

    /// Nothing in it moves a cursor or reorders a line.
    fileprivate var escapedForYAML: String {
        switch self {
        case "\"": return "\\\""
        case "\\": return "\\\\"
        case "\n": return "\\n"
        case "\t": return "\\t"
        case " "..."~": return String(self)
        default: break
        }
        let isSafe = properties.isAlphabetic || properties.isEmoji || properties.generalCategory == .otherPunctuation
        if isSafe, value >= 0xA0 { return String(self) }
        let digits = String(value, radix: 16, uppercase: true)
        let width = value <= 0xFFFF ? 4 : 8
        return "\\\(width == 4 ? "u" : "U")\(String(repeating: "0", count: width - digits.count))\(digits)"
    }
}
