import JSON

/// Labels and their values, one below the other, aligned.
package struct Facts: JSONCodable, Equatable, Sendable {
    package var heading: String?
    package var items: [Item]

    package struct Item: JSONCodable, Equatable, Sendable {
        package var label: String
        package var value: String
        package var tone: Tone?
    }
}

/// How far something has come.
package struct Progress: JSONCodable, Equatable, Sendable {
    package var label: String
    /// From 0 to 1; nil while the duration is unknown.
    package var fraction: Double?
    /// What the fraction means, such as "3 of 12 MB".
    package var caption: String?
    package var tone: Tone?
}
