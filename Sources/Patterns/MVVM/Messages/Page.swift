import JSON

/// One screenshot of several.
package struct Page: JSONCodable, Equatable, Sendable {
    /// From 1.
    package var position: Int
    package var count: Int
    package var caption: String
    /// A PNG or JPEG file, in Base64; nil until it is there.
    package var image: String?

    package init(position: Int, count: Int, caption: String, image: String? = nil) {
        self.position = position
        self.count = count
        self.caption = caption
        self.image = image
    }
}
