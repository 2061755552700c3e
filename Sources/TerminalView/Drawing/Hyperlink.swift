import Markdown

/// An address that the terminal itself opens when its text is clicked (OSC 8).
package struct Hyperlink: Hashable, Sendable {
    package let address: String
    /// The pieces of one link have the same, so that the terminal takes them for one although lines or a repaint divide them.
    package let number: Int

    /// - Returns: nil for an address that no link may lead to.
    package init?(_ address: String, number: Int = 0) {
        guard LinkAddress.isSafe(address) else { return nil }
        self.address = address
        self.number = number
    }
}
