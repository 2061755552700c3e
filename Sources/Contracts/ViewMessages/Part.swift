package import JSON
import Spelling

/// The content of one kind of part. `scripts/generate` makes it a case of ``Part``.
package protocol PartContent: JSONCodable, Equatable, Sendable {}

/// A part of a kind that only a newer presenter knows. The screen is shown without it.
package struct UnknownPart: Equatable, Sendable {
    /// The member of an unknown kind; nil if the fallback is the only member.
    package var kind: String?
    /// The text to show in the part's place.
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
            try reader.skip(key, known: Part.members)
        }
    }

    func writeMembers(to writer: inout JSONWriter) {
        writer.member("fallback", fallback)
        if let kind { writer.member(named: kind, [String: String]()) }
    }
}

extension Part {
    /// The part with a hint for its author: in the place of one that no view knows stands the one that was probably meant.
    package var explained: Part {
        guard case .unknown(var part) = self, part.fallback == nil, let kind = part.kind else { return self }
        let kinds = Self.members.description.split(separator: " ").map(String.init)
        let hint = Suggestion.hint(for: kind, among: kinds)
        let form = "; a part is an object with one member, its kind, such as {\"text\": {\"body\": \"…\"}}"
        part.fallback = "There is no part \"\(kind)\"\(hint.isEmpty ? form : hint)"
        return .unknown(part)
    }
}

extension Screen {
    package mutating func explainParts() {
        parts = parts.map(\.explained)
        head = head?.map(\.explained)
        preview = preview?.map(\.explained)
    }
}
