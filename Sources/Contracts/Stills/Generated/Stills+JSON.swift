// Written by scripts/generate from the declarations of this target.

package import JSON

extension Still {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var rows: [[Run]]?
        var cursor: Place?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "rows" where rows == nil: rows = try reader.read([[Run]].self)
            case "cursor" where cursor == nil: cursor = try reader.readIfPresent(Place.self)
            default: try reader.skipValue()
            }
        }
        guard let rows else { throw .missing("rows", at: object) }
        self.rows = rows
        self.cursor = cursor
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("cursor", cursor)
        writer.member("rows", rows)
        writer.endObject()
    }
}

extension JSONReadable where Self == Still {
    package init(rows: [[Still.Run]], cursor: Still.Place? = nil) {
        self.init(rows: rows, cursor: cursor)
    }
}

extension Still.Place {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var row: Int?
        var column: Int?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "row" where row == nil: row = try reader.read(Int.self)
            case "column" where column == nil: column = try reader.read(Int.self)
            default: try reader.skipValue()
            }
        }
        guard let row else { throw .missing("row", at: object) }
        guard let column else { throw .missing("column", at: object) }
        self.row = row
        self.column = column
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("column", column)
        writer.member("row", row)
        writer.endObject()
    }
}

extension JSONReadable where Self == Still.Place {
    package init(row: Int, column: Int) {
        self.init(row: row, column: column)
    }
}

extension Still.Run {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var column: Int?
        var text: String?
        var style: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "column" where column == nil: column = try reader.read(Int.self)
            case "text" where text == nil: text = try reader.read(String.self)
            case "style" where style == nil: style = try reader.readIfPresent(String.self)
            default: try reader.skipValue()
            }
        }
        guard let column else { throw .missing("column", at: object) }
        guard let text else { throw .missing("text", at: object) }
        self.column = column
        self.text = text
        self.style = style ?? ""
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("column", column)
        writer.member("style", style)
        writer.member("text", text)
        writer.endObject()
    }
}

extension JSONReadable where Self == Still.Run {
    package init(column: Int, text: String, style: String = "") {
        self.init(column: column, text: text, style: style)
    }
}
