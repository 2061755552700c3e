import JSON
import Recording
import Wire

/// Which id of the session that runs now stands for which recorded one, both ways. An id that was never paired stands
/// for itself: deterministic programs give the same ids again.
///
/// In bounded memory: a pair that none of the last ``memory`` new ones has been asked for with may be forgotten.
package struct IDMap: Sendable {
    package static let memory = 10_000

    private var toLive = RecentMap<String, String>(capacity: IDMap.memory)
    private var toRecorded = RecentMap<String, String>(capacity: IDMap.memory)

    package init() {}

    package mutating func pair(recorded: String?, live: String?) {
        guard let recorded, let live, !recorded.isEmpty, !live.isEmpty else { return }
        // What stands for itself needs no memory, as long as it did so before.
        if recorded == live, toLive[recorded] == nil, toRecorded[live] == nil { return }
        toLive[recorded] = live
        toRecorded[live] = recorded
    }

    package func live(_ recorded: String) -> String { toLive[recorded] ?? recorded }
    package func recorded(_ live: String) -> String { toRecorded[live] ?? live }

    /// A JSON text in which live ids stand in the place of recorded ones; as it is, where there are none.
    package func live(_ json: [UInt8]) -> [UInt8] {
        toLive.isEmpty ? json : Self.replacing(in: json) { toLive[$0] }
    }

    /// The same the other way round.
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

    /// Whether a text within a payload may be an event's id: of the form that ids of a bus have, so that an entity's
    /// number is never taken for one.
    package static func isID(_ text: String) -> Bool {
        text.utf8.count <= 100 && text.utf8.contains { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
    }
}
