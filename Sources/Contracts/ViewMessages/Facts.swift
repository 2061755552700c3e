import JSON

/// Labels and their values, one below the other.
package struct Facts: PartContent {
    package var heading: String?
    package var items: [Item]

    package struct Item: JSONCodable, Equatable, Sendable {
        package var label: String
        package var value: String
        /// The tone of the value.
        package var tone: Tone?
    }
}

/// The progress of some work.
package struct Progress: PartContent {
    package var label: String
    /// Absent while the duration is unknown.
    package var fraction: Double?  // bounds: 0...1
    /// The fraction in words, such as “3 of 12 MB”.
    package var caption: String?
    package var tone: Tone?
}
