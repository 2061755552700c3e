/// The written lines of each sender: the last position of each type. It goes into a snapshot.
struct PeerPositions: Equatable {
    var senders: [SenderID: [String: UInt64]] = [:]
    /// Orders senders by their last line, oldest first; equal ones in no order.
    private var used: [SenderID: Int] = [:]
    private var uses = 0

    mutating func note(_ position: UInt64, of type: String, from sender: SenderID) {
        if let types = senders[sender], types[type] == nil, types.count >= LineStamp.mostTypes { return }
        uses += 1
        used[sender] = uses
        senders[sender, default: [:]][type] = position
        if senders.count > PeerOrder.mostSenders, let oldest = senders.keys.min(by: { used[$0] ?? 0 < used[$1] ?? 0 }) {
            senders[oldest] = nil
            used[oldest] = nil
        }
    }

    static func == (one: PeerPositions, other: PeerPositions) -> Bool { one.senders == other.senders }
}
