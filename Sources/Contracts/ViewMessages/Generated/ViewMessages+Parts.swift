// Written by scripts/generate from the declarations of the kinds of parts.

import JSON

/// A piece of a screen. In JSON it is an object with one member, the kind: `{"label":{…}}`. It may also have a `fallback`, a text
/// for views that do not have that kind.
package enum Part: JSONCodable, Equatable, Sendable {
    case button(Button)
    case chart(Chart)
    case facts(Facts)
    case form(Form)
    case gallery(Gallery)
    case label(Label)
    case list(List)
    case pager(Pager)
    case picture(Picture)
    case progress(Progress)
    case quote(Quote)
    case table(Table)
    case tabs(Tabs)
    case text(Text)
    case tree(Tree)
    /// One of another kind.
    case unknown(UnknownPart)  // JSON: *

    /// The kinds, and what else a part may have.
    static let members: StaticString =
        "button chart facts form gallery label list pager picture progress quote table tabs text tree fallback"

    /// The member.
    package var kind: String {
        switch self {
        case .button: "button"
        case .chart: "chart"
        case .facts: "facts"
        case .form: "form"
        case .gallery: "gallery"
        case .label: "label"
        case .list: "list"
        case .pager: "pager"
        case .picture: "picture"
        case .progress: "progress"
        case .quote: "quote"
        case .table: "table"
        case .tabs: "tabs"
        case .text: "text"
        case .tree: "tree"
        case .unknown(let part): part.kind ?? ""
        }
    }
}
