import JSON
import Wire

/// Makes a line of another bus one of ours: the source is this join's service, so that the bus takes it; the id and all the rest stay
/// as they are. Only the bus may set `replayed`, and a cause that the other join had said to its bus is known here by its id alone.
struct PeerLine {
    private static let head = Array(#"{"specversion":"1.0","type":"#.utf8)
    /// `,"source":"NAME","id":`
    private let middle: [UInt8]

    enum Failure: Error, Equatable {
        case noEvent(EnvelopeError)
        /// The line's type is not that of its subject.
        case otherType(String)
    }

    init(service: String) {
        var middle = Array(#","source":"#.utf8)
        JSONText.append(service, to: &middle)
        self.middle = middle + #","id":"#.utf8
    }

    /// - Parameters:
    ///   - payload: the line as it was published, without its LF.
    ///   - type: that of the subject, which is what the sender may say.
    ///   - service: of the other join.
    ///   - id: for a line that has none.
    func rewrite(_ payload: [UInt8], type: Substring, from service: String?, id: String) throws(Failure) -> [UInt8] {
        let layout: EnvelopeLayout
        let own: String?
        let causeSource: String?
        do throws(EnvelopeError) {
            layout = try EnvelopeScanner.scan(payload.span)
            own = try layout.text(.type, in: payload.span)
            causeSource = try layout.text(.causationsource, in: payload.span)
        } catch {
            throw .noEvent(error)
        }
        guard let own, own == type else { throw .otherType(own ?? "") }
        let isCauseTheirs = service != nil && causeSource == service
        var line: [UInt8] = []
        line.reserveCapacity(payload.count + middle.count + 64)
        func append(_ name: StaticString, _ attribute: EnvelopeAttribute) {
            guard let range = layout[attribute] else { return }
            name.withUTF8Buffer { line.append(contentsOf: $0) }
            line += payload[range]
        }
        line += Self.head
        if let range = layout[.type] { line += payload[range] }
        line += middle
        if let range = layout[.id], range.count > 2 { line += payload[range] } else { JSONText.append(id, to: &line) }
        append(#","subject":"#, .subject)
        append(#","correlationid":"#, .correlationid)
        append(#","causationid":"#, .causationid)
        if !isCauseTheirs { append(#","causationsource":"#, .causationsource) }
        append(#","time":"#, .time)
        for member in layout.extensions {
            line.append(UInt8(ascii: ","))
            line += payload[member]
        }
        line += #","data":"#.utf8
        if let range = layout[.data] { line += payload[range] } else { line += "{}".utf8 }
        line.append(UInt8(ascii: "}"))
        // Between values they are white space, and would end the line.
        for place in line.indices where line[place] == 0x0A || line[place] == 0x0D { line[place] = 0x20 }
        return line
    }
}
