import Markdown

/// An address that a page may lead to or load: one of this program's own paths, or a link to another page.
package struct Address: Equatable, Sendable {
    let text: String

    private init(_ text: String) { self.text = text }

    static let page = Address("/")
    static let action = Address("/act")
    static let script = Address("/script.js?v=" + StaticFile.script.version)
    static let style = Address("/style.css?v=" + StaticFile.style.version)
    static let icon = Address("/icon.svg?v=" + StaticFile.icon.version)

    /// - Parameter key: of an image. Anything but letters and digits is left out.
    static func picture(_ key: String) -> Address {
        Address("/picture/" + key.filter { $0.isASCII && ($0.isLetter || $0.isNumber) })
    }

    /// - Returns: nil for an address that no link may lead to, such as `javascript:`.
    package static func link(_ address: String) -> Address? { LinkAddress.isSafe(address) ? Address(address) : nil }
}
