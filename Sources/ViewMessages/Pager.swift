import JSON

/// One page of several, which takes the whole screen. Turning it reports `didPress` with `previous` or `next`.
package struct Pager: JSONCodable, Equatable, Sendable {
    /// From 1.
    package var position: Int
    package var count: Int
    package var page: Picture

    package init(position: Int, count: Int, page: Picture) {
        self.position = position
        self.count = count
        self.page = page
    }
}
