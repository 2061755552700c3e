import JSONRPC
package import Recording
import Wire

/// The changes to a recording with which it has what came instead.
package struct DialogueRevision {
    package private(set) var edits = CassetteEdits()
    /// Findings that no edit mends: a message in an array of messages, or bytes that are none.
    package private(set) var left = 0
    /// The line behind which something new belongs: that of the last recorded message that was looked for.
    private var line = 1
    private var count = 0

    package init() {}

    package mutating func accept(_ finding: Discrepancy, of double: DialogueDouble) {
        let recorded = finding.entry.map { double.script.entries[$0] }
        if let recorded { line = max(line, recorded.place.line) }
        switch (finding.kind, recorded, finding.live) {
        case (.differs, let recorded?, let live?) where !recorded.isInBatch:
            let bytes = double.recorded(live, like: recorded.message)
            guard let event = Self.event(recorded.frame, kind: live.kind, bytes) else { return left += 1 }
            edits.replace(recorded.place.line, by: event)
        case (.missing, let recorded?, _) where !recorded.isInBatch: edits.remove(recorded.place.line)
        case (.additional, _, let live?) where live.kind != .response, (.repeated, _, let live?):
            count += 1
            let sender = double.side.other
            let frame = RecordedFrame(
                sender: sender, id: "\(sender.rawValue)-accepted-\(line)-\(count)", method: live.method,
                content: .message(kind: live.kind, live.bytes))
            guard let event = Self.event(frame, kind: live.kind, live.bytes) else { return left += 1 }
            edits.insert(event, after: line)
        default: left += 1
        }
    }

    private static func event(_ frame: RecordedFrame, kind: RPCMessage.Kind, _ bytes: [UInt8]) -> Event? {
        var frame = frame
        frame.content = .message(kind: kind, bytes)
        // The header was that of another message.
        frame.wrapping = nil
        return try? Event(line: frame.event.span)
    }
}
