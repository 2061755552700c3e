import JSON
import Recording
package import Wire

/// An event of a cassette, with what of it is the same in another recording of the same session.
package struct ComparedEvent {
    package let time: Double
    package let sender: String
    /// In the order of their names.
    package let receivers: [String]
    package let event: Event
    private let ids: KnownIDs

    /// - Parameter ids: those of its cassette.
    /// - Returns: nil for what is no event.
    init?(_ passage: Passage, ids: KnownIDs) {
        guard let event = try? Event(line: passage.event.span) else { return nil }
        self.event = event
        self.ids = ids
        (time, sender, receivers) = (passage.time, passage.sender, passage.receivers.sorted())
        ids.note(event.id)
    }

    /// From whom, to whom, type, subject and data in one form, as JSON, without the ids. These are left to
    /// ``CausePairs``: by their ordinals, all that follows an additional event would differ.
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
        // Mostly two recordings differ in no byte here, and nothing has to be brought into one form.
        return event.data == other.event.data || canonicalData == other.canonicalData
    }

    /// Whether this may be the other one with another content.
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

/// The newest ids of a cassette, which a payload may name, such as that of a request that is cancelled.
final class KnownIDs {
    private var ids = RecentMap<String, Bool>(capacity: 16_384)

    func note(_ id: String) { ids.insert(true, for: id) }
    func contains(_ text: String) -> Bool { ids[text] != nil }
}
