// Written by scripts/generate from the declarations of this target.

package import JSON
import RouterMessages
import ViewMessages

extension Confirming {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var control: String?
        var row: String?
        var rows: [String]?
        var rowText: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "control" where control == nil: control = try reader.read(String.self)
            case "row" where row == nil: row = try reader.readIfPresent(String.self)
            case "rows" where rows == nil: rows = try reader.readIfPresent([String].self)
            case "rowText" where rowText == nil: rowText = try reader.readIfPresent(String.self)
            default: try reader.skipValue()
            }
        }
        guard let control else { throw .missing("control", at: object) }
        self.control = control
        self.row = row
        self.rows = rows
        self.rowText = rowText
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("control", control)
        writer.member("row", row)
        writer.member("rowText", rowText)
        writer.member("rows", rows)
        writer.endObject()
    }
}

extension JSONReadable where Self == Confirming {
    package init(control: String, row: String? = nil, rows: [String]? = nil, rowText: String? = nil) {
        self.init(control: control, row: row, rows: rows, rowText: rowText)
    }
}

extension Failure {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var action: String?
        var message: String?
        var url: String?
        var scene: String?
        var isCopied: Bool?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "action" where action == nil: action = try reader.read(String.self)
            case "message" where message == nil: message = try reader.read(String.self)
            case "url" where url == nil: url = try reader.readIfPresent(String.self)
            case "scene" where scene == nil: scene = try reader.readIfPresent(String.self)
            case "isCopied" where isCopied == nil: isCopied = try reader.readIfPresent(Bool.self)
            default: try reader.skipValue()
            }
        }
        guard let action else { throw .missing("action", at: object) }
        guard let message else { throw .missing("message", at: object) }
        self.action = action
        self.message = message
        self.url = url
        self.scene = scene
        self.isCopied = isCopied ?? false
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("action", action)
        writer.member("isCopied", isCopied)
        writer.member("message", message)
        writer.member("scene", scene)
        writer.member("url", url)
        writer.endObject()
    }
}

extension JSONReadable where Self == Failure {
    package init(action: String, message: String, url: String? = nil, scene: String? = nil, isCopied: Bool = false) {
        self.init(action: action, message: message, url: url, scene: scene, isCopied: isCopied)
    }
}

extension Leaving {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var form: String?
        var fields: String?
        var wish: Wish?
        var row: String?
        var control: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "form" where form == nil: form = try reader.read(String.self)
            case "fields" where fields == nil: fields = try reader.read(String.self)
            case "wish" where wish == nil: wish = try reader.read(Wish.self)
            case "row" where row == nil: row = try reader.readIfPresent(String.self)
            case "control" where control == nil: control = try reader.readIfPresent(String.self)
            default: try reader.skipValue()
            }
        }
        guard let form else { throw .missing("form", at: object) }
        guard let fields else { throw .missing("fields", at: object) }
        guard let wish else { throw .missing("wish", at: object) }
        self.form = form
        self.fields = fields
        self.wish = wish
        self.row = row
        self.control = control
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("control", control)
        writer.member("fields", fields)
        writer.member("form", form)
        writer.member("row", row)
        writer.member("wish", wish)
        writer.endObject()
    }
}

extension JSONReadable where Self == Leaving {
    package init(form: String, fields: String, wish: Leaving.Wish, row: String? = nil, control: String? = nil) {
        self.init(form: form, fields: fields, wish: wish, row: row, control: control)
    }
}

extension Leaving.Wish {
    package init(from reader: inout JSONReader) throws(JSONError) {
        let start = reader.offset
        let text = try reader.token()
        switch text {
        case "back": self = .back
        case "quit": self = .quit
        case "interrupt": self = .interrupt
        case "select": self = .select
        case "press": self = .press
        case "pressRow": self = .pressRow
        case "pressRows": self = .pressRows
        default: throw .unknown(text, at: start)
        }
    }

    package func write(to writer: inout JSONWriter) {
        switch self {
        case .back: writer.literal("\"back\"")
        case .quit: writer.literal("\"quit\"")
        case .interrupt: writer.literal("\"interrupt\"")
        case .select: writer.literal("\"select\"")
        case .press: writer.literal("\"press\"")
        case .pressRow: writer.literal("\"pressRow\"")
        case .pressRows: writer.literal("\"pressRows\"")
        }
    }
}

extension LostLine {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var failure: Failure?
        var correlation: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "failure" where failure == nil: failure = try reader.read(Failure.self)
            case "correlation" where correlation == nil: correlation = try reader.readIfPresent(String.self)
            default: try reader.skipValue()
            }
        }
        guard let failure else { throw .missing("failure", at: object) }
        self.failure = failure
        self.correlation = correlation
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("correlation", correlation)
        writer.member("failure", failure)
        writer.endObject()
    }
}
