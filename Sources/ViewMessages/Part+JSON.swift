package import JSON

extension Part: JSONCodable {
    package init(from reader: inout JSONReader) throws(JSONError) {
        let start = try reader.beginObject()
        guard let kind = try reader.nextKey() else { throw Self.notOneKind(at: start) }
        switch kind {
        case "label": self = .label(try reader.read())
        case "text": self = .text(try reader.read())
        case "button": self = .button(try reader.read())
        case "list": self = .list(try reader.read())
        case "gallery": self = .gallery(try reader.read())
        case "pager": self = .pager(try reader.read())
        case "picture": self = .picture(try reader.read())
        default: throw .unknown(kind, at: start)
        }
        guard try reader.nextKey() == nil else { throw Self.notOneKind(at: start) }
    }

    private static func notOneKind(at start: Int) -> JSONError {
        JSONError(.invalid("must have exactly one member, its kind"), at: start)
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        switch self {
        case .label(let label): writer.member("label", label)
        case .text(let text): writer.member("text", text)
        case .button(let button): writer.member("button", button)
        case .list(let list): writer.member("list", list)
        case .gallery(let gallery): writer.member("gallery", gallery)
        case .pager(let pager): writer.member("pager", pager)
        case .picture(let picture): writer.member("picture", picture)
        }
        writer.endObject()
    }
}
