/// HTML that is safe to send. Names of elements and attributes are words of this program (``Element``, ``Attribute``); every other
/// text is escaped on its way in. There is no way to add markup that comes from elsewhere.
package struct Markup: Equatable, Sendable {
    /// UTF-8.
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package var source: String { String(decoding: bytes, as: UTF8.self) }

    /// Text between elements.
    package mutating func text(_ text: String) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): append("&amp;")
            case UInt8(ascii: "<"): append("&lt;")
            case UInt8(ascii: ">"): append("&gt;")
            default: bytes.append(byte)
            }
        }
    }

    /// An element with what `content` writes into it.
    package mutating func element(
        _ element: Element, _ attributes: Attribute?..., content: (inout Markup) -> Void = { _ in }
    ) {
        open(element, attributes.compactMap(\.self))
        guard !element.isVoid else { return }
        content(&self)
        close(element)
    }

    /// An element with a text.
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

    /// Only at the beginning of a document.
    package mutating func documentType() { append("<!doctype html>") }

    private mutating func append(_ attribute: Attribute) {
        append(" ")
        append(attribute.name)
        guard let value = attribute.value else { return }
        append("=\"")
        for byte in value.utf8 {
            switch byte {
            case UInt8(ascii: "&"): append("&amp;")
            case UInt8(ascii: "<"): append("&lt;")
            case UInt8(ascii: ">"): append("&gt;")
            case UInt8(ascii: "\""): append("&quot;")
            default: bytes.append(byte)
            }
        }
        append("\"")
    }

    private mutating func append(_ literal: String) { bytes += literal.utf8 }
}
