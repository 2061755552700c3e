/// The elements that pages have. Those that run something (`script` but for the page's own file, `object`, `iframe`) are not among
/// them, or take no text.
package enum Element: String, Sendable {
    case html, head, meta, title, link, script, body
    case header, main, footer, nav, aside, section, div, p, span
    case h1, h2, h3, h4, h5, h6
    case ul, ol, li, dl, dt, dd
    case table, thead, tbody, tr, th, td
    case form, input, button, label, select, option, textarea, fieldset, legend
    case details, summary, dialog
    case figure, figcaption, img, svg, rect, polyline
    case progress, blockquote, pre, code, strong, em, s, small, kbd, a, b, br, hr

    /// It has no content and no end.
    var isVoid: Bool {
        switch self {
        case .meta, .link, .input, .img, .br, .hr: true
        default: false
        }
    }

    /// - Parameter level: from 1; deeper ones look like the sixth.
    static func heading(_ level: Int) -> Element {
        switch level {
        case ...1: .h1
        case 2: .h2
        case 3: .h3
        case 4: .h4
        case 5: .h5
        default: .h6
        }
    }
}
