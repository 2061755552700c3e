import JSON

/// A piece of a screen. In JSON it is an object with one member, the kind: `{"label":{…}}`. It may also have a `fallback`, a text
/// for views that do not have that kind.
package enum Part: JSONCodable, Equatable, Sendable {
    case label(Label)
    case text(Text)
    case button(Button)
    case list(List)
    case gallery(Gallery)
    case pager(Pager)
    case form(Form)
    case picture(Picture)
    case facts(Facts)
    case progress(Progress)
    case chart(Chart)
    case tabs(Tabs)
    case table(Table)
    case tree(Tree)
    /// One of another kind.
    case unknown(UnknownPart)  // JSON: *

    /// The member.
    package var kind: String {
        switch self {
        case .label: "label"
        case .text: "text"
        case .button: "button"
        case .list: "list"
        case .gallery: "gallery"
        case .pager: "pager"
        case .form: "form"
        case .picture: "picture"
        case .facts: "facts"
        case .progress: "progress"
        case .chart: "chart"
        case .tabs: "tabs"
        case .table: "table"
        case .tree: "tree"
        case .unknown(let part): part.kind ?? ""
        }
    }
}

/// A part of a kind that only a newer presenter knows. The screen is shown without it.
package struct UnknownPart: Equatable, Sendable {
    /// The member of an unknown kind; nil if the fallback is the only member.
    package var kind: String?
    /// What to show in the part's place.
    package var fallback: String?

    package init(kind: String, fallback: String? = nil) {
        self.kind = kind
        self.fallback = fallback
    }

    init() {}

    var isThere: Bool { kind != nil || fallback != nil }

    /// Reads one member of a part.
    mutating func read(_ key: JSONKey, from reader: inout JSONReader) throws(JSONError) {
        switch key {
        case "fallback" where fallback == nil: fallback = try reader.readIfPresent(String.self)
        default:
            kind = kind ?? key.text
            try reader.skipValue()
        }
    }

    func writeMembers(to writer: inout JSONWriter) {
        writer.member("fallback", fallback)
        if let kind { writer.member(named: kind, [String: String]()) }
    }
}
