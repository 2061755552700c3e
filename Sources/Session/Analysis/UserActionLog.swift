import Platform
package import Recording
import TerminalText
package import Wire

/// Derives the user's actions from a session's events, and numbers them.
///
/// If the view reports what was typed (`process.output.entered`), each line typed to the linear view is an action, and
/// so are keys with no event in between. Otherwise each output of the view is one.
package struct UserActionLog: Sendable {
    /// Bytes of what the user types.
    private static let longest = 1 << 12
    private let view: String
    private var count = 0
    private var knowsEntries = false
    /// The keys that no event has followed yet, and the time of the first.
    private var typed = ""
    private var typedAt = 0.0

    package init(view: String) {
        self.view = view
    }

    /// - Returns: the actions now complete.
    package mutating func note(_ event: Event, at time: Double) -> [RecordedAction] {
        if event.type == ProcessOutput.Entered.type,
            let entered = try? event.decode(ProcessOutput.Entered.self)
        {
            knowsEntries = true
            if typed.isEmpty { typedAt = time }
            // Bytes kept of one action; more would not be shown.
            if typed.utf8.count < Self.longest { typed += entered.text }
            return entered.text.hasSuffix("\n") ? end() : []
        }
        // Events without receivers, such as snapshots, are not part of the conversation.
        guard !event.type.hasPrefix("process.") else { return [] }
        var actions = end()
        if !knowsEntries, event.source == view { actions.append(action(UserActionText.of(event), at: time)) }
        return actions
    }

    /// - Returns: the action that was typed last, once.
    package mutating func end() -> [RecordedAction] {
        guard !typed.isEmpty else { return [] }
        defer { typed = "" }
        return [action(UserActionText.of(typed: typed), at: typedAt)]
    }

    private mutating func action(_ text: String, at time: Double) -> RecordedAction {
        count += 1
        return RecordedAction(number: count, text: text, time: time)
    }
}

package struct RecordedAction: Equatable, Sendable {
    /// The action's number, from 1.
    package let number: Int
    /// The action on one line, safe to print.
    package let text: String
    /// Seconds since the session began.
    package let time: Double
}

/// Describes a user's action in one line that is safe to print.
package enum UserActionText {
    /// Characters that are shown.
    private static let longest = 200

    /// The text for an event of the view: the last word of its type and its values, such as `didSearch music`.
    package static func of(_ event: Event) -> String {
        let name = event.type.split(separator: ".").last.map(String.init) ?? event.type
        guard case .object(let data) = JSONTree(event.data) else { return clean(name) }
        let values = data.sorted { $0.key < $1.key }.compactMap { text(of: $0.value) }
        return clean(([name] + values).joined(separator: " "))
    }

    /// The text for typed text: unprintable keys are shown as symbols.
    package static func of(typed text: String) -> String {
        var line = text.hasSuffix("\n") ? String(text.dropLast()) : text
        // An agent's call stands here with its action alone.
        if let start = line.firstRange(of: #""arguments":"#), let end = line.firstRange(of: #","_meta":"#),
            line.hasPrefix(#"{"jsonrpc":"#), start.upperBound < end.lowerBound
        {
            line = "act " + line[start.upperBound..<end.lowerBound]
        }
        var shown = String.UnicodeScalarView()
        for scalar in line.prefix(longest).unicodeScalars { shown.append(symbol(for: scalar) ?? scalar) }
        return clean(String(shown))
    }

    private static func text(of value: JSONTree) -> String? {
        switch value {
        case .string(let text): text
        case .spelled, .bool: value.text
        case .null, .array, .object: nil
        }
    }

    /// U+2400 to U+2421 are control pictures; Enter is shown as on its key.
    private static func symbol(for scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0x0A, 0x0D: "⏎"
        case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value)
        case 0x7F: "␡"
        default: nil
        }
    }

    private static func clean(_ text: String) -> String { String(Sanitizer.line(text).prefix(longest)) }
}

extension CassetteHeader {
    /// The view's name if the header does not mark the service with the terminal.
    package static let usualView = "view"
}

extension CassetteHeader? {
    /// The service that has the terminal.
    package var view: String {
        self?.services.filter { $0.value.terminal == true }.keys.min() ?? CassetteHeader.usualView
    }
}
