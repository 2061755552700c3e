// Written by scripts/generate from the declarations of this target.

import JSON

extension Cancellation {
    init(from reader: inout JSONReader) throws(JSONError) {
        var id: JSONBytes?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "id" where id == nil: id = try reader.read(JSONBytes.self)
            default: try reader.skipValue()
            }
        }
        guard let id else { throw .missing("id", at: object) }
        self.id = id
    }
}

extension CompletionItem {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("documentation", documentation)
        writer.member("kind", kind)
        writer.member("label", label)
        writer.member("textEdit", textEdit)
        writer.endObject()
    }
}

extension CompletionItem.Edit {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("newText", newText)
        writer.member("range", range)
        writer.endObject()
    }
}

extension CompletionList {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("isIncomplete", isIncomplete)
        writer.member("items", items)
        writer.endObject()
    }
}

extension Diagnostic {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("message", message)
        writer.member("range", range)
        writer.member("severity", severity)
        writer.member("source", source)
        writer.endObject()
    }
}

extension DocumentParameters {
    init(from reader: inout JSONReader) throws(JSONError) {
        var textDocument: Document?
        var position: TextPosition?
        var contentChanges: [Change]?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "textDocument" where textDocument == nil: textDocument = try reader.read(Document.self)
            case "position" where position == nil: position = try reader.readIfPresent(TextPosition.self)
            case "contentChanges" where contentChanges == nil: contentChanges = try reader.readIfPresent([Change].self)
            default: try reader.skipValue()
            }
        }
        guard let textDocument else { throw .missing("textDocument", at: object) }
        self.textDocument = textDocument
        self.position = position
        self.contentChanges = contentChanges
    }
}

extension DocumentParameters.Change {
    init(from reader: inout JSONReader) throws(JSONError) {
        var range: TextRange?
        var text: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "range" where range == nil: range = try reader.readIfPresent(TextRange.self)
            case "text" where text == nil: text = try reader.read(String.self)
            default: try reader.skipValue()
            }
        }
        guard let text else { throw .missing("text", at: object) }
        self.range = range
        self.text = text
    }
}

extension DocumentParameters.Document {
    init(from reader: inout JSONReader) throws(JSONError) {
        var uri: String?
        var version: Int?
        var text: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "uri" where uri == nil: uri = try reader.read(String.self)
            case "version" where version == nil: version = try reader.readIfPresent(Int.self)
            case "text" where text == nil: text = try reader.readIfPresent(String.self)
            default: try reader.skipValue()
            }
        }
        guard let uri else { throw .missing("uri", at: object) }
        self.uri = uri
        self.version = version
        self.text = text
    }
}

extension Hover {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("contents", contents)
        writer.member("range", range)
        writer.endObject()
    }
}

extension LoggedMessage {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("message", message)
        writer.member("type", type)
        writer.endObject()
    }
}

extension Markup {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("kind", kind)
        writer.member("value", value)
        writer.endObject()
    }
}

extension PublishedDiagnostics {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("diagnostics", diagnostics)
        writer.member("uri", uri)
        writer.member("version", version)
        writer.endObject()
    }
}

extension TextLocation {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("range", range)
        writer.member("uri", uri)
        writer.endObject()
    }
}

extension TextPosition {
    init(from reader: inout JSONReader) throws(JSONError) {
        var line: Int?
        var character: Int?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "line" where line == nil: line = try reader.read(Int.self)
            case "character" where character == nil: character = try reader.read(Int.self)
            default: try reader.skipValue()
            }
        }
        guard let line else { throw .missing("line", at: object) }
        guard let character else { throw .missing("character", at: object) }
        self.line = line
        self.character = character
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("character", character)
        writer.member("line", line)
        writer.endObject()
    }
}

extension TextRange {
    init(from reader: inout JSONReader) throws(JSONError) {
        var start: TextPosition?
        var end: TextPosition?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "start" where start == nil: start = try reader.read(TextPosition.self)
            case "end" where end == nil: end = try reader.read(TextPosition.self)
            default: try reader.skipValue()
            }
        }
        guard let start else { throw .missing("start", at: object) }
        guard let end else { throw .missing("end", at: object) }
        self.start = start
        self.end = end
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("end", end)
        writer.member("start", start)
        writer.endObject()
    }
}
