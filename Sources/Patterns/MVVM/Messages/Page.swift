import JSON

/// One screenshot of several, without its picture.
package struct Page: JSONCodable, Equatable, Sendable {
    /// From 1.
    package var position: Int
    package var count: Int
    package var caption: String

    package init(position: Int, count: Int, caption: String) {
        self.position = position
        self.count = count
        self.caption = caption
    }
}
