import JSON

/// A picture. Its caption is shown while there is no image, and where pictures cannot be drawn.
package struct Picture: JSONCodable, Equatable, Sendable {
    package var caption: String
    /// A PNG or JPEG file, base64.
    package var image: String?

    package init(caption: String, image: String? = nil) {
        self.caption = caption
        self.image = image
    }
}
