import JSON
package import Wire

/// Removes from events what differs between two recordings of the same session: the `time` is dropped, and each id is
/// replaced by its ordinal in order of appearance (`"1"`, `"2"`…) wherever it occurs: as the event's `id`, in
/// `correlationid` and `causationid`, and in the payload (as in `interactor.input.cancel{id}`).
///
/// The rest is brought into canonical form (``JSONCanonicalForm``), so texts of the same content are equal byte for
/// byte, whatever their order of members and spacing. Memory is bounded: an id not seen among the last ``memory`` new
/// ones may be forgotten, and gets a new ordinal when it appears again.
package struct Normaliser: Sendable {
    package static let memory = 100_000

    private var count = 0
    private var ordinals: RecentMap<String, Int>

    package init(memory: Int = Normaliser.memory) { ordinals = RecentMap(capacity: memory) }

    /// - Parameter line: an event, without its LF.
    /// - Returns: the event in its normal form, without an LF.
    package mutating func normalise(_ line: Span<UInt8>) throws(EnvelopeError) -> [UInt8] {
        let layout = try EnvelopeScanner.scan(line)
        var output = Array(#"{"specversion":"1.0""#.utf8)
        output.reserveCapacity(line.count)
        for attribute in [EnvelopeAttribute.type, .source, .id, .subject, .correlationid, .causationid] {
            guard var text = try layout.text(attribute, in: line) else { continue }
            if [.id, .correlationid, .causationid].contains(attribute) { text = "\(ordinal(of: text))" }
            output += #","\#(attribute.rawValue)":"#.utf8
            JSONText.append(text, to: &output)
        }
        try appendExtensions(of: layout, in: line, to: &output)
        if let range = layout[.injected], line[range.lowerBound] == UInt8(ascii: "t") {
            output += #","injected":true"#.utf8
        }
        output += #","data":"#.utf8
        if let data = layout[.data] {
            try Self.canonical { () throws(JSONError) in
                try JSONCanonicalForm.append(line.extracting(data), to: &output) { known($0) }
            }
        } else {
            output += "{}".utf8
        }
        output.append(UInt8(ascii: "}"))
        return output
    }

    /// An id's ordinal in order of appearance, from 1.
    package mutating func ordinal(of id: String) -> Int {
        if let ordinal = ordinals[id] { return ordinal }
        count += 1
        ordinals[id] = count
        return count
    }

    /// Replaces an event's id in a payload. Only texts in the form of the bus's ids count, so an entity's number is
    /// never taken for one.
    private func known(_ text: String) -> String? {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }) else { return nil }
        return ordinals[text].map { "\($0)" }
    }

    private func appendExtensions(
        of layout: EnvelopeLayout, in line: Span<UInt8>, to output: inout [UInt8]
    ) throws(EnvelopeError) {
        var members: [[UInt8]] = []
        for range in layout.extensions {
            // Canonicalised as an object with one member, then stripped of the braces.
            let object = [UInt8(ascii: "{")] + range.map { line[$0] } + [UInt8(ascii: "}")]
            var member: [UInt8] = []
            try Self.canonical { () throws(JSONError) in try JSONCanonicalForm.append(object.span, to: &member) }
            members.append(Array(member.dropFirst().dropLast()))
        }
        for member in members.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            output.append(UInt8(ascii: ","))
            output += member
        }
    }

    private static func canonical(_ append: () throws(JSONError) -> Void) throws(EnvelopeError) {
        do throws(JSONError) { try append() } catch { throw EnvelopeError(error) }
    }
}
