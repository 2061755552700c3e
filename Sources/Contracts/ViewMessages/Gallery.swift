import JSON

/// Pictures side by side. A terminal shows their captions.
package struct Gallery: JSONCodable, Equatable, Sendable {
    package var heading: String?
    package var items: [Item]

    package struct Item: JSONCodable, Equatable, Sendable {
        /// What `didSelect` reports.
        package var id: String
        package var caption: String
    }
}

/// A picture. Its caption is shown while there is no image, and where pictures cannot be drawn.
package struct Picture: JSONCodable, Equatable, Sendable {
    package var caption: String
    /// A PNG or JPEG file, base64.
    package var image: String?
}
