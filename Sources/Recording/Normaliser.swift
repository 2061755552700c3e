import JSON
package import Wire

/// Takes from events what differs between two recordings of the same session: the `time` is left out, and each id is
/// replaced by its ordinal in the order of appearance (`"1"`, `"2"`…), wherever it stands: as an event's own `id`, in
/// `correlationid` and `causationid`, and in the payload (as in `interactor.input.cancel{id}`).
///
/// All else is brought into one form (``JSONCanonicalForm``), so that two normalised texts of the same content are equal
/// byte for byte, whatever their writers' order of members and spacing. Memory is bounded: an id that none of the last
/// ``memory`` new ones has come with may be forgotten, and has another ordinal when it appears again.
package struct Normaliser: Sendable {
    package static let memory = 100_000

    private let memory: Int
    private var count = 0
    /// The ids that were met last, and those before; these are let go of together.
    private var recent: [String: Int] = [:]
    private var older: [String: Int] = [:]

    package init(memory: Int = Normaliser.memory) {
        self.memory = memory
    }

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

    /// The number of an id in the order of appearance, from 1.
    package mutating func ordinal(of id: String) -> Int {
        if let ordinal = recent[id] { return ordinal }
        let ordinal = older[id] ?? count + 1
        count = max(count, ordinal)
        if recent.count >= memory { (older, recent) = (recent, [:]) }
        recent[id] = ordinal
        return ordinal
    }

    /// What stands for a text of a payload that is an event's id. Only texts of the form that ids of a bus have, so
    /// that an entity's number is never taken for one.
    private func known(_ text: String) -> String? {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }) else { return nil }
        return (recent[text] ?? older[text]).map { "\($0)" }
    }

    private func appendExtensions(
        of layout: EnvelopeLayout, in line: Span<UInt8>, to output: inout [UInt8]
    ) throws(EnvelopeError) {
        var members: [[UInt8]] = []
        for range in layout.extensions {
            // As an object of one member, without its braces.
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
