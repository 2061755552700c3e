// Written by scripts/generate from the declarations of this target.

package import JSON
import ScreenModel
import TerminalView
import ViewMessages

extension AgentMemory {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var pending: [String]?
        var scenes: [String: ViewMemory.OfScene]?
        var lost: LostLine?
        var handshake: ClientHello?
        var open: [JSONBytes]?
        var version: Int?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "pending" where pending == nil: pending = try reader.read([String].self)
            case "scenes" where scenes == nil: scenes = try reader.read([String: ViewMemory.OfScene].self)
            case "lost" where lost == nil: lost = try reader.readIfPresent(LostLine.self)
            case "handshake" where handshake == nil: handshake = try reader.read(ClientHello.self)
            case "open" where open == nil: open = try reader.read([JSONBytes].self)
            case "version" where version == nil: version = try reader.read(Int.self)
            default: try reader.skipValue()
            }
        }
        guard let pending else { throw .missing("pending", at: object) }
        guard let scenes else { throw .missing("scenes", at: object) }
        guard let handshake else { throw .missing("handshake", at: object) }
        guard let open else { throw .missing("open", at: object) }
        guard let version else { throw .missing("version", at: object) }
        self.pending = pending
        self.scenes = scenes
        self.lost = lost
        self.handshake = handshake
        self.open = open
        self.version = version
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("handshake", handshake)
        writer.member("lost", lost)
        writer.member("open", open)
        writer.member("pending", pending)
        writer.member("scenes", scenes)
        writer.member("version", version)
        writer.endObject()
    }
}

extension ClientHello {
    init(from reader: inout JSONReader) throws(JSONError) {
        let start = reader.offset
        let text = try reader.token()
        switch text {
        case "absent": self = .absent
        case "plain": self = .plain
        case "asking": self = .asking
        default: throw .unknown(text, at: start)
        }
    }

    func write(to writer: inout JSONWriter) {
        switch self {
        case .absent: writer.literal("\"absent\"")
        case .plain: writer.literal("\"plain\"")
        case .asking: writer.literal("\"asking\"")
        }
    }
}

extension QuestionReply {
    init(from reader: inout JSONReader) throws(JSONError) {
        var action: String?
        var content: [String: JSONBytes]?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "action" where action == nil: action = try reader.read(String.self)
            case "content" where content == nil: content = try reader.readIfPresent([String: JSONBytes].self)
            default: try reader.skipValue()
            }
        }
        guard let action else { throw .missing("action", at: object) }
        self.action = action
        self.content = content
    }
}

extension ToolArguments {
    init(from reader: inout JSONReader) throws(JSONError) {
        var action: String?
        var row: String?
        var control: String?
        var question: String?
        var text: String?
        var column: String?
        var descending: Bool?
        var form: String?
        var values: [String: JSONBytes]?
        var part: Int?
        var from: Int?
        var count: Int?
        var since: Int?
        var version: Int?
        var seconds: Double?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "action" where action == nil: action = try reader.readIfPresent(String.self)
            case "row" where row == nil: row = try reader.readIfPresent(String.self)
            case "control" where control == nil: control = try reader.readIfPresent(String.self)
            case "question" where question == nil: question = try reader.readIfPresent(String.self)
            case "text" where text == nil: text = try reader.readIfPresent(String.self)
            case "column" where column == nil: column = try reader.readIfPresent(String.self)
            case "descending" where descending == nil: descending = try reader.readIfPresent(Bool.self)
            case "form" where form == nil: form = try reader.readIfPresent(String.self)
            case "values" where values == nil: values = try reader.readIfPresent([String: JSONBytes].self)
            case "part" where part == nil: part = try reader.readIfPresent(Int.self)
            case "from" where from == nil: from = try reader.readIfPresent(Int.self)
            case "count" where count == nil: count = try reader.readIfPresent(Int.self)
            case "since" where since == nil: since = try reader.readIfPresent(Int.self)
            case "version" where version == nil: version = try reader.readIfPresent(Int.self)
            case "seconds" where seconds == nil: seconds = try reader.readIfPresent(Double.self)
            default: try reader.skipValue()
            }
        }
        self.action = action
        self.row = row
        self.control = control
        self.question = question
        self.text = text
        self.column = column
        self.descending = descending
        self.form = form
        self.values = values
        self.part = part
        self.from = from
        self.count = count
        self.since = since
        self.version = version
        self.seconds = seconds
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("action", action)
        writer.member("column", column)
        writer.member("control", control)
        writer.member("count", count)
        writer.member("descending", descending)
        writer.member("form", form)
        writer.member("from", from)
        writer.member("part", part)
        writer.member("question", question)
        writer.member("row", row)
        writer.member("seconds", seconds)
        writer.member("since", since)
        writer.member("text", text)
        writer.member("values", values)
        writer.member("version", version)
        writer.endObject()
    }
}
