import JSON

/// Pictures side by side; in a terminal their captions, to select like rows.
package struct Gallery: PartContent {
    package var heading: String?
    package var items: [Item]

    package struct Item: JSONCodable, Equatable, Sendable {
        /// The id that `didSelect` reports.
        package var id: String  // bounds: id
        package var caption: String
        /// A PNG or JPEG file, which a page shows above the caption.
        package var image: String?  // bounds: base64
    }
}

/// A picture with its data.
package struct Picture: PartContent {
    /// A text that is shown until the picture arrives, and if the view cannot draw it.
    package var caption: String
    /// A PNG or JPEG file.
    package var image: String?  // bounds: base64
}

/// A page of several, which takes the whole screen; `didPress` with `next` and `previous` turns them.
package struct Pager: PartContent {
    /// The number of the page, from 1.
    package var position: Int  // bounds: 1...
    package var count: Int  // bounds: 1...
    package var page: Picture
}
