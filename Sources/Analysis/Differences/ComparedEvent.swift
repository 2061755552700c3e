import JSON
import Recording
package import Wire

/// An event of a cassette, with the content that is the same in another recording of the session.
package struct ComparedEvent {
    package let time: Double
    package let sender: String
    /// Sorted.
    package let receivers: [String]
    package let event: Event
    private let ids: KnownIDs

    /// - Parameter ids: its cassette's ids.
    /// - Returns: nil for a line that is not an event.
    init?(_ passage: Passage, ids: KnownIDs) {
        guard let event = try? Event(line: passage.event.span) else { return nil }
        self.event = event
        self.ids = ids
        (time, sender, receivers) = (passage.time, passage.sender, passage.receivers.sorted())
        ids.note(event.id)
    }

    /// Sender, receivers, type, subject and data in canonical JSON, without the ids. These are left to ``CausePairs``:
    /// as ordinals, they would all differ behind an additional event.
    var content: [UInt8] {
        var content = Array(#"{"from":"#.utf8)
        JSONText.append(sender, to: &content)
        content += #","to":["#.utf8
        for (index, receiver) in receivers.enumerated() {
            if index > 0 { content.append(UInt8(ascii: ",")) }
            JSONText.append(receiver, to: &content)
        }
        content += #"],"type":"#.utf8
        JSONText.append(event.type, to: &content)
        if let subject = event.subject {
            content += #","subject":"#.utf8
            JSONText.append(subject, to: &content)
        }
        return content + #","data":"#.utf8 + canonicalData + [UInt8(ascii: "}")]
    }

    func isSame(as other: ComparedEvent) -> Bool {
        guard isOfSameKind(as: other), receivers == other.receivers else { return false }
        // Two recordings are mostly equal byte for byte, so normalisation is left for later.
        return event.data == other.event.data || canonicalData == other.canonicalData
    }

    /// Whether the other event may be this one with different content.
    func isOfSameKind(as other: ComparedEvent) -> Bool {
        event.type == other.event.type && sender == other.sender && event.subject == other.event.subject
    }

    private var canonicalData: [UInt8] {
        var data: [UInt8] = []
        do throws(JSONError) {
            try JSONCanonicalForm.append(event.data.span, to: &data) { ids.contains($0) ? "(id)" : nil }
            return data
        } catch { return event.data }
    }
}

extension ComparedEvent: CustomStringConvertible {
    /// Such as `view.input.show (apps-1) presenter → view`.
    package var description: String {
        "\(event.type)\(event.subject.map { " (\($0))" } ?? "") \(sender) → \(receivers.joined(separator: ", "))"
    }
}

/// A cassette's newest ids, which payloads may refer to, as in a cancellation.
final class KnownIDs {
    private var ids = RecentMap<String, Bool>(capacity: 16_384)

    func note(_ id: String) { ids.insert(true, for: id) }
    func contains(_ text: String) -> Bool { ids[text] != nil }
}
