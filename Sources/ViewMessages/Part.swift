import JSON

/// A piece of a screen. In JSON it is an object with one member, the kind: `{"label":{…}}`. Beside it may stand a `fallback`, a text
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
