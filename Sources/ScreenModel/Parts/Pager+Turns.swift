package import ViewMessages

extension Pager {
    /// The controls that turn the page from here, as `didPress` reports them.
    package var turns: [String] { (position > 1 ? [Self.previous] : []) + (position < count ? [Self.next] : []) }

    package static let previous = "previous"
    package static let next = "next"
}
