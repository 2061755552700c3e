import JSON

/// Labels and their values, one below the other, aligned.
package struct Facts: JSONCodable, Equatable, Sendable {
    package var heading: String?
    package var items: [Item]

    package struct Item: JSONCodable, Equatable, Sendable {
        package var label: String
        package var value: String
        package var tone: Tone?

        package init(label: String, value: String, tone: Tone? = nil) {
            self.label = label
            self.value = value
            self.tone = tone
        }
    }

    package init(heading: String? = nil, items: [Item]) {
        self.heading = heading
        self.items = items
    }
}
