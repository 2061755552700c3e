import Composition
import FoundationEssentials
import Supervision
import Wire

/// What `viperline ps` prints of a session that does not answer.
struct SilentSession: Encodable {
    var pid: Int32
    var folder: String
    var answers = false
    /// None that are known: so that whoever looks through the services of all sessions need not care.
    var services: [String] = []

    init(place: SessionPlace) {
        pid = place.process
        folder = place.path
    }

    var text: String { "(\(pid)) does not answer; it may be suspended (kill -CONT \(pid) continues it)\n" }

    var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(self) else { return "" }
        return String(decoding: JSONText.escapingUnprintable(Array(data)), as: UTF8.self) + "\n"
    }
}
