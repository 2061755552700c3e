import JSON
import Wire

/// Rewrites a line of another bus for this one. The source becomes this join's service, so that the bus takes the line; the id and
/// everything else stay unchanged. Only a bus may set `replayed` and `injected`, each for its own services; a cause that the
/// other join sent to its bus is known here only by its id.
///
/// The extension attribute `via` grows by the sender's bus: it lists the buses that the line has passed, so a join recognizes a line
/// that comes back to its own one, whatever the sessions in between are called.
struct PeerLine {
    private static let head = Array(#"{"specversion":"1.0","type":"#.utf8)
    /// `,"source":"NAME","id":`
    private let middle: [UInt8]

    enum Failure: Error, Equatable, CustomStringConvertible {
        case noEvent(EnvelopeError)
        /// The line's type differs from its subject's.
        case otherType(String)
        /// The line has passed this bus before.
        case cameBack
        case tooFar

        var description: String {
            switch self {
            case .noEvent(let reason): "is not an event: \(reason)"
            case .otherType(let other): "contains another type: \(other)"
            case .tooFar: "has passed too many buses"
            case .cameBack:
                "has passed this bus before, and is dropped: joins lead in a circle; give them types that do not overlap"
            }
        }
    }

    /// Buses that a line may pass, and bytes of the list of them.
    static let mostBuses = 16
    static let longestVia = 1024
    private static let viaKey = Array(#""via""#.utf8)
    private let bus: String

    init(service: String, bus: String) {
        self.bus = bus
        middle = #","source":"#.utf8 + service.json + #","id":"#.utf8
    }

    private static let members: [(text: String, attribute: EnvelopeAttribute)] = [
        (#","subject":"#, .subject), (#","correlationid":"#, .correlationid), (#","causationid":"#, .causationid),
        (#","causationsource":"#, .causationsource), (#","time":"#, .time),
    ]

    /// - Parameters:
    ///   - payload: the line as published, without its LF.
    ///   - type: the subject's, which the sender is permitted.
    ///   - service: the other join's.
    ///   - origin: the mark of the other join's bus.
    ///   - id: for a line without one.
    func rewrite(
        _ payload: [UInt8], type: String, from service: String?, of origin: String?, id: String
    ) throws(Failure) -> [UInt8] {
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
        let via = try via(layout, in: payload, after: origin)
        var line: [UInt8] = []
        line.reserveCapacity(payload.count + middle.count + 64)
        line += Self.head
        if let range = layout[.type] { line += payload[range] }
        line += middle
        if let range = layout[.id], range.count > 2 { line += payload[range] } else { JSONText.append(id, to: &line) }
        for (text, attribute) in Self.members {
            guard let range = layout[attribute] else { continue }
            if attribute == .causationsource, service != nil, causeSource == service { continue }
            line += text.utf8
            line += payload[range]
        }
        if !via.isEmpty {
            line += #","via":"#.utf8
            JSONText.append(via, to: &line)
        }
        for member in layout.extensions where !payload[member].starts(with: Self.viaKey) {
            line.append(UInt8(ascii: ","))
            line += payload[member]
        }
        line += #","data":"#.utf8
        if let range = layout[.data] { line += payload[range] } else { line += "{}".utf8 }
        line.append(UInt8(ascii: "}"))
        return line.onOneLine
    }

    /// The buses that the line has passed, the sender's included.
    private func via(_ layout: EnvelopeLayout, in payload: [UInt8], after origin: String?) throws(Failure) -> String {
        var passed: [Substring] = []
        if let member = layout.extensions.first(where: { payload[$0].starts(with: Self.viaKey) }) {
            guard member.count <= Self.longestVia else { throw .tooFar }
            let value = payload[member].dropFirst(Self.viaKey.count).drop { $0 != UInt8(ascii: "\"") }
            passed = String(decoding: value.dropFirst().prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
                .split(separator: " ")
        }
        if let origin { passed.append(origin[...]) }
        guard !passed.contains(bus[...]) else { throw .cameBack }
        guard passed.count <= Self.mostBuses else { throw .tooFar }
        return passed.joined(separator: " ")
    }
}
