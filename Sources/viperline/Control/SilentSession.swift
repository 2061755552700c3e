import JSON
import Supervision

/// What `viperline ps` prints of a session that does not answer.
struct SilentSession {
    let pid: Int32
    let folder: String

    init(place: SessionPlace) {
        pid = place.process
        folder = place.path
    }

    var text: String { "(\(pid)) does not answer; it may be suspended (kill -CONT \(pid) continues it)\n" }

    var line: String { String(decoding: JSONText.escapingUnprintable(json), as: UTF8.self) + "\n" }
}

extension SilentSession: JSONWritable {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("answers", false)
        writer.member("folder", folder)
        writer.member("pid", pid)
        // None are known; a filter over the services of all sessions still works.
        writer.member("services", [String]())
        writer.endObject()
    }
}
