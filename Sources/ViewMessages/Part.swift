import JSON

/// A piece of a screen. In JSON it is an object with one member, the kind: `{"label":{…}}`.
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
        }
    }
}
