import JSON

/// The picture of a screenshot.
package struct PagePicture: JSONCodable, Equatable, Sendable {
    /// The ``Page/position`` that it belongs to.
    package var position: Int
    package var caption: String
    /// A PNG or JPEG file, in Base64; nil if it cannot be had.
    package var image: String?

    package init(position: Int, caption: String, image: String?) {
        self.position = position
        self.caption = caption
        self.image = image
    }
}
