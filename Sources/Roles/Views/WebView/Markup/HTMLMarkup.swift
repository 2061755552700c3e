/// HTML that is safe to send. Names of elements and attributes are words of this program (``Element``, ``Attribute``); every other
/// text is escaped on its way in. There is no way to add markup that comes from elsewhere.
package struct HTMLMarkup: Equatable, Sendable {
    /// UTF-8.
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package var source: String { String(decoding: bytes, as: UTF8.self) }

    /// Text between elements.
    package mutating func text(_ text: String) { escape(text, isQuoted: false) }

    /// An element with what `content` writes into it.
    package mutating func element(
        _ element: Element, _ attributes: Attribute?..., content: (inout HTMLMarkup) -> Void = { _ in }
    ) {
        open(element, attributes.compactMap(\.self))
        guard !element.isVoid else { return }
        content(&self)
        close(element)
    }

    package mutating func element(_ element: Element, _ attributes: Attribute?..., text: String) {
        open(element, attributes.compactMap(\.self))
        self.text(text)
        close(element)
    }

    package mutating func open(_ element: Element, _ attributes: [Attribute]) {
        append("<")
        append(element.rawValue)
        for attribute in attributes { append(attribute) }
        append(">")
    }

    package mutating func close(_ element: Element) {
        append("</")
        append(element.rawValue)
        append(">")
    }

    /// Writes the type, only at the beginning of a document.
    package mutating func documentType() { append("<!doctype html>") }

    private mutating func append(_ attribute: Attribute) {
        append(" ")
        append(attribute.name)
        guard let value = attribute.value else { return }
        append("=\"")
        escape(value, isQuoted: true)
        append("\"")
    }

    private mutating func escape(_ text: String, isQuoted: Bool) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): append("&amp;")
            case UInt8(ascii: "<"): append("&lt;")
            case UInt8(ascii: ">"): append("&gt;")
            case UInt8(ascii: "\"") where isQuoted: append("&quot;")
            default: bytes.append(byte)
            }
        }
    }

    private mutating func append(_ literal: String) { bytes += literal.utf8 }
}

/// The elements that pages have. Those that run something (`script` but for the page's own file, `object`, `iframe`) are not among
/// them, or take no text.
package enum Element: String, Sendable {
    case html, head, meta, title, link, script, body
    case header, main, footer, nav, aside, section, div, p, span
    case h1, h2, h3, h4, h5, h6
    case ul, ol, li, dl, dt, dd
    case table, thead, tbody, tr, th, td
    case form, input, button, label, select, option, datalist, textarea, fieldset, legend
    case details, summary, dialog
    case figure, figcaption, img, svg, rect, polyline
    case progress, blockquote, pre, code, strong, em, s, small, kbd, a, b, br, hr

    /// The element has no content and no end.
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
