/// Known members of an envelope (CloudEvents 1.0, JSON Event Format §2–3; those about causes and replays are extensions).
package enum EnvelopeAttribute: String, CaseIterable, Sendable {
    case specversion, type, source, id, subject, correlationid, causationid, causationsource, time, replayed, data

    /// - Parameter key: without quotes and escapes.
    init?(key: UnsafeBufferPointer<UInt8>) {
        // Length first: one comparison settles nearly every key.
        switch key.count {
        case 2 where key.spells("id"): self = .id
        case 4 where key.spells("type"): self = .type
        case 4 where key.spells("data"): self = .data
        case 4 where key.spells("time"): self = .time
        case 6 where key.spells("source"): self = .source
        case 7 where key.spells("subject"): self = .subject
        case 8 where key.spells("replayed"): self = .replayed
        case 11 where key.spells("specversion"): self = .specversion
        case 11 where key.spells("causationid"): self = .causationid
        case 13 where key.spells("correlationid"): self = .correlationid
        case 15 where key.spells("causationsource"): self = .causationsource
        default: return nil
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    @inline(__always) fileprivate func spells(_ text: StaticString) -> Bool {
        for index in 0..<count where self[index] != text.utf8Start[index] { return false }
        return true
    }
}
