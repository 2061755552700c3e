import Composition
import Testing
import Wire

@testable import Supervision

/// Shared by the journals' tests: lines to queue, and the resulting ids.
enum JournalText {
    static func line(
        _ id: String, from source: String = "a", cause: String? = nil, causeSource: String? = nil,
        chain: String? = nil, type: String = "a.output.x", data: String = "{}"
    ) -> String {
        let attributes = [("correlationid", chain), ("causationid", cause), ("causationsource", causeSource)]
        let others = attributes.compactMap { name, value in value.map { ",\"\(name)\":\"\($0)\"" } }.joined()
        return
            "{\"specversion\":\"1.0\",\"type\":\"\(type)\",\"source\":\"\(source)\",\"id\":\"\(id)\"\(others),\"data\":\(data)}\n"
    }

    static func queue(_ text: String, in journal: inout any Journal, type: String = "a.output.x") {
        Array(text.utf8).withUnsafeBytes { journal.noteInput(LineRun(scanning: $0), of: type) }
    }

    static func answer(_ text: String, in journal: inout any Journal, type: String = "b.output.y") {
        Array(text.utf8).withUnsafeBytes { journal.noteOutput(LineRun(scanning: $0), of: type) }
    }

    static let redelivering = Recovery.redeliver(
        notices: [MessagePattern("a.output.cancel")], progress: [MessagePattern("b.output.progress")])

    static func state(_ number: Int, _ subject: String, in journal: inout any Journal, pad: Int = 0) {
        let key = StateKey(type: "a.output.x", subject: subject)
        let line = line("a-\(number)", data: "{\"x\":\"\(String(repeating: "x", count: pad))\"}")
        Array(line.utf8).withUnsafeBytes { journal.noteInput($0, as: key) }
    }

    /// The backlog's events that are marked as replayed.
    static func replayed(_ backlog: Backlog) -> [String] {
        ids(Backlog(lines: backlog.lines.filter(ReplayMark.isMarked)))
    }

    static func ids(_ backlog: Backlog) -> [String] {
        backlog.lines.compactMap { line in
            String(decoding: line, as: UTF8.self).split(separator: "\"id\":\"", maxSplits: 1).last?
                .split(separator: "\"").first.map(String.init)
        }
    }
}
