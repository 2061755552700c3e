import JSON

/// How far something has come.
package struct Progress: JSONCodable, Equatable, Sendable {
    package var label: String
    /// From 0 to 1; nil while nobody knows how long it takes.
    package var fraction: Double?
    /// What the fraction stands for, such as "3 of 12 MB".
    package var caption: String?
    package var tone: Tone?

    package init(label: String, fraction: Double? = nil, caption: String? = nil, tone: Tone? = nil) {
        self.label = label
        self.fraction = fraction
        self.caption = caption
        self.tone = tone
    }
}
