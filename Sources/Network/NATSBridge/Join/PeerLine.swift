import JSON
import Wire

/// Rewrites a line of another bus for ours. The source becomes this join's service, so that the bus takes the line; the id and
/// everything else stay unchanged. Only a bus may set `replayed` and `injected`, each for its own services; a cause that the
/// other join sent to its bus is known here only by its id.
struct PeerLine {
    private static let head = Array(#"{"specversion":"1.0","type":"#.utf8)
    /// `,"source":"NAME","id":`
    private let middle: [UInt8]

    enum Failure: Error, Equatable {
        case noEvent(EnvelopeError)
        /// The line's type differs from its subject's.
        case otherType(String)
    }

    init(service: String) {
        var middle = Array(#","source":"#.utf8)
        JSONText.append(service, to: &middle)
        self.middle = middle + #","id":"#.utf8
    }

    /// - Parameters:
    ///   - payload: the line as published, without its LF.
    ///   - type: the subject's, which the sender is permitted.
    ///   - service: the other join's.
    ///   - id: for a line without one.
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
