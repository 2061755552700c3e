package import JSON

/// The content of one kind of part. `scripts/generate-json` makes it a case of ``Part``.
package protocol PartContent: JSONCodable, Equatable, Sendable {}

/// A part of a kind that only a newer presenter knows. The screen is shown without it.
package struct UnknownPart: Equatable, Sendable {
    /// The member of an unknown kind; nil if the fallback is the only member.
    package var kind: String?
    /// What to show in the part's place.
    package var fallback: String?

    package init(kind: String, fallback: String? = nil) {
        self.kind = kind
        self.fallback = fallback
    }

    init() {}

    var isThere: Bool { kind != nil || fallback != nil }

    /// Reads one member of a part.
    mutating func read(_ key: JSONKey, from reader: inout JSONReader) throws(JSONError) {
        switch key {
        case "fallback" where fallback == nil: fallback = try reader.readIfPresent(String.self)
        default:
            kind = kind ?? key.text
            try reader.skipValue()
        }
    }

    func writeMembers(to writer: inout JSONWriter) {
        writer.member("fallback", fallback)
        if let kind { writer.member(named: kind, [String: String]()) }
    }
}
