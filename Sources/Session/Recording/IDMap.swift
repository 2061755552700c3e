import JSON

/// Maps live ids to recorded ones and back. An id without a pair maps to itself: deterministic programs give the same
/// ids again.
///
/// Memory is bounded: a pair unused during the last ``memory`` new ones may be forgotten.
package struct IDMap: Sendable {
    package static let memory = 10_000

    private var toLive = RecentMap<String, String>(capacity: IDMap.memory)
    private var toRecorded = RecentMap<String, String>(capacity: IDMap.memory)

    package init() {}

    package mutating func pair(recorded: String?, live: String?) {
        guard let recorded, let live, !recorded.isEmpty, !live.isEmpty else { return }
        // Equal ids need no entry unless one of them was paired before.
        if recorded == live, toLive[recorded] == nil, toRecorded[live] == nil { return }
        toLive[recorded] = live
        toRecorded[live] = recorded
    }

    package func live(_ recorded: String) -> String { toLive[recorded] ?? recorded }
    package func recorded(_ live: String) -> String { toRecorded[live] ?? live }

    /// A JSON text with recorded ids replaced by live ones.
    package func live(_ json: [UInt8]) -> [UInt8] {
        toLive.isEmpty ? json : Self.replacing(in: json) { toLive[$0] }
    }

    /// A JSON text with live ids replaced by recorded ones.
    package func recorded(_ json: [UInt8]) -> [UInt8] {
        toRecorded.isEmpty ? json : Self.replacing(in: json) { toRecorded[$0] }
    }

    private static func replacing(in json: [UInt8], _ other: (String) -> String?) -> [UInt8] {
        var isTouched = false
        var output: [UInt8] = []
        let written: Void? = try? JSONCanonicalForm.append(json.span, to: &output) { text in
            guard isID(text), let other = other(text) else { return nil }
            isTouched = true
            return other
        }
        return written != nil && isTouched ? output : json
    }

    /// The ids to which a payload may refer.
    package static func ids(in json: [UInt8]) -> Set<String> {
        var ids: Set<String> = []
        var ignored: [UInt8] = []
        try? JSONCanonicalForm.append(json.span, to: &ignored) { text in
            if isID(text), text.utf8.allSatisfy({ $0 > 0x20 }) { ids.insert(text) }
            return nil
        }
        return ids
    }

    /// True if a text in a payload may be an event's id: only the form of the bus's ids counts, so an entity's number
    /// is never taken for one.
    package static func isID(_ text: String) -> Bool {
        text.utf8.count <= 100 && text.utf8.contains { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
    }
}
