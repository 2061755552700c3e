import JSON

/// Pictures side by side. A terminal shows their captions.
package struct Gallery: JSONCodable, Equatable, Sendable {
    package var heading: String?
    package var items: [Item]

    package struct Item: JSONCodable, Equatable, Sendable {
        /// What `didSelect` reports.
        package var id: String
        package var caption: String

        package init(id: String, caption: String) {
            self.id = id
            self.caption = caption
        }
    }

    package init(heading: String? = nil, items: [Item]) {
        self.heading = heading
        self.items = items
    }
}

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
