import TerminalText

/// An arrow's label, shortened to fit.
struct ArrowLabel {
    private let name: String
    private let subject: String?
    private let latency: String?

    init(_ message: DiagramRow.Message) {
        name = Sanitizer.line(message.name)
        subject = message.subject.map(Sanitizer.line)
        latency = message.latency.map { "+\(Latency.text($0))" }
    }

    /// - Parameter room: cells.
    func text(in room: Int) -> String {
        let withoutSubject = [name, latency].compactMap(\.self).joined(separator: " ")
        let all = [name, subject.map { "(\($0))" }, latency].compactMap(\.self).joined(separator: " ")
        for text in [all, withoutSubject, name] where CellWidth.of(text) <= room { return text }
        // A name that must be cut in any case leaves room for the latency, as long as it remains recognisable.
        if let latency, room - latency.count - 1 >= 4 {
            return name.truncated(to: room - latency.count - 1) + " " + latency
        }
        return name.truncated(to: room)
    }
}
