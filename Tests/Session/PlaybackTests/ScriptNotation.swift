import Playback
import Wire

/// Short notation for one service's recorded session. A line per event: `in` or `out`, its id, type and data; then,
/// after `<`, the id of its cause, after `~` its correlation, after `@` its subject, after `+` the seconds since the
/// previous line.
struct ScriptNotation {
    let script: ServiceScript

    init(_ text: String) {
        var script = ServiceScript()
        var time = 0.0
        for (number, line) in text.split(separator: "\n").enumerated() {
            let words = line.split(separator: " ")
            let event = Self.event(words.dropFirst())
            time += words.first { $0.hasPrefix("+") }.flatMap { Double($0.dropFirst()) } ?? 0
            if words[0] == "in" {
                script.append(input: event, time: time, line: number + 1)
            } else {
                script.append(output: event, time: time, line: number + 1)
            }
        }
        self.script = script
    }

    /// Parses `ID TYPE {data} <CAUSE ~CORRELATION @SUBJECT`.
    static func event(_ words: some Sequence<Substring>) -> Event {
        let words = Array(words)
        var event = Event(type: String(words[1]))
        event.id = String(words[0])
        for word in words.dropFirst(2) {
            let rest = String(word.dropFirst())
            switch word.first {
            case "{": event.data = Array(word.utf8)
            case "<": event.causationID = rest
            case "~": event.correlationID = rest
            case "@": event.subject = rest
            default: break
            }
        }
        return event
    }

    /// The effects in the same notation, without event ids.
    static func text(_ effects: [ServiceDouble.Effect]) -> [String] {
        effects.map { effect in
            switch effect {
            case .write(let event):
                let members = [
                    event.type, event.data.count > 2 ? String(decoding: event.data, as: UTF8.self) : nil,
                    event.causationID.map { "<\($0)" }, event.correlationID.map { "~\($0)" },
                    event.subject.map { "@\($0)" },
                ]
                return members.compactMap(\.self).joined(separator: " ")
            case .garble: return "garbled"
            case .report(let text): return "? " + text.replacing("\n", with: " ")
            case .end(let code): return "end \(code)"
            }
        }
    }
}
