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
