import SafeText
import TerminalText
package import ViewMessages
import Wire

/// A request of an application to the user's machine. A view carries it out only in reply to an action of its own user: not from a
/// recording, and not twice.
package enum ViewRequest: Equatable, Sendable {
    /// - Parameter isAwaited: whether the user has done something that it replies to.
    case copy(String, isAwaited: Bool)
    case run(CommandRequest)

    /// Bytes of a text to copy: as many as terminals take in one sequence.
    package static let longestCopy = 1 << 16

    /// - Returns: nil for another event.
    init?(_ event: Event, isAwaited: Bool) throws(PayloadError) {
        switch event.type {
        case ViewInput.Copy.type:
            let text = StrippedText.strip(
                try event.decode(ViewInput.Copy.self).text, newline: "\n", tab: "\t")
            guard text.utf8.count <= Self.longestCopy else {
                throw PayloadError(
                    type: event.type, reason: "text has \(text.utf8.count) bytes, over the limit of \(Self.longestCopy)"
                )
            }
            self = .copy(text, isAwaited: isAwaited)
        case ViewInput.Run.type:
            self = .run(
                try CommandRequest(event.decode(ViewInput.Run.self), cause: event, isAwaited: isAwaited))
        default: return nil
        }
    }
}

/// A command that is to get the terminal.
package struct CommandRequest: Equatable, Sendable {
    package let command: [String]
    package let folder: String?
    /// The event, whose answer is the report.
    let cause: Event
    /// True if the user has done something that it replies to.
    package let isAwaited: Bool

    /// Words, and bytes of all of them.
    package static let mostWords = 1000
    package static let mostBytes = 1 << 16

    init(_ message: ViewInput.Run, cause: Event, isAwaited: Bool) throws(PayloadError) {
        let words = message.command + (message.folder.map { [$0] } ?? [])
        let bytes = words.reduce(0) { $0 + $1.utf8.count }
        guard message.command.first?.isEmpty == false, words.count <= Self.mostWords, bytes <= Self.mostBytes,
            !words.contains(where: { $0.utf8.contains(0) })
        else { throw PayloadError(type: ViewInput.Run.type, reason: "command is not a command") }
        (command, folder) = (message.command, message.folder)
        self.cause = cause
        self.isAwaited = isAwaited
    }

    /// The report that the command does not run here, with the reason for the user.
    package func refusal(_ reason: String) -> ViewOutput.DidRun {
        let line = Sanitizer.line(command.map { $0.contains(" ") ? "'\($0)'" : $0 }.joined(separator: " "))
        return ViewOutput.DidRun(failure: "Not run: \(line.prefix(200)) (\(reason))")
    }
}

/// The user's newest actions, each of which one event of each kind may ask for something.
struct RecentActions: Sendable {
    private var ids: [String] = []
    /// Actions that are remembered.
    private static let most = 100

    mutating func note(_ id: String) {
        ids.append(id)
        if ids.count > Self.most { ids.removeFirst() }
    }

    /// - Returns: whether the event replies to one of them. The next event that replies to it does not.
    mutating func take(_ event: Event) -> Bool {
        guard !event.isReplayed, let correlation = event.correlationID,
            let place = ids.firstIndex(of: correlation)
        else { return false }
        ids.remove(at: place)
        return true
    }
}
