import Recording
package import Wire

/// An event of a cassette, with what of it is the same in another recording of the same session.
package struct ComparedEvent: Sendable {
    package let time: Double
    package let sender: String
    package let receivers: [String]
    package let event: Event
    /// From whom, to whom, type, subject and data in one form, without the ids, as JSON. Ids are left to
    /// ``CausePairs``: by their ordinals, all that follows an additional event would differ.
    let content: [UInt8]

    /// Whether this may be the other one with another content.
    func isOfSameKind(as other: ComparedEvent) -> Bool {
        event.type == other.event.type && sender == other.sender && event.subject == other.event.subject
    }
}

extension ComparedEvent: CustomStringConvertible {
    /// Such as `view.input.show (apps-1) presenter → view`.
    package var description: String {
        "\(event.type)\(event.subject.map { " (\($0))" } ?? "") \(sender) → \(receivers.joined(separator: ", "))"
    }
}

/// Makes them of the passages of one cassette.
struct EventComparer: Sendable {
    /// Ids that a payload may name, such as that of a request that is cancelled.
    private var ids = RecentMap<String, Bool>(capacity: 16_384)

    /// - Returns: nil for what is no event.
    mutating func event(of passage: Passage) -> ComparedEvent? {
        guard let event = try? Event(line: passage.event.span) else { return nil }
        ids.insert(true, for: event.id)
        let receivers = passage.receivers.sorted()
        var content = Array(#"{"from":"#.utf8)
        JSONText.append(passage.sender, to: &content)
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
        content += #","data":"#.utf8
        do {
            try JSONCanonicalForm.append(event.data.span, to: &content) { ids[$0] == nil ? nil : "(id)" }
        } catch { return nil }
        content.append(UInt8(ascii: "}"))
        return ComparedEvent(
            time: passage.time, sender: passage.sender, receivers: receivers, event: event, content: content)
    }
}
