import JSON

/// How far a join has got with the others' lines: the last one of each process. A name has several processes if two sessions have the same
/// one by mistake.
struct JoinProgress: JSONCodable, Equatable {
    /// The last line of each process. The newest process of a name comes last.
    var origins: [LineOrigin] = []

    /// Beyond that, the others' progress is not kept.
    static let mostSenders = Peers.mostPeers
    static let mostRuns = 4
    static let most = mostSenders * mostRuns

    /// The position of the last line of a process that has passed; 0 for none.
    func position(of sender: JoinID) -> UInt64 { origins.first { $0.sender == sender }?.position ?? 0 }

    mutating func note(_ origin: LineOrigin) {
        if let place = origins.firstIndex(where: { $0.sender == origin.sender }) {
            return origins[place].position = max(origins[place].position, origin.position)
        }
        let runs = origins.indices.filter { origins[$0].sender.name == origin.sender.name }
        guard !runs.isEmpty || Set(origins.map(\.sender.name)).count < Self.mostSenders else { return }
        if runs.count >= Self.mostRuns { origins.remove(at: runs[0]) }
        origins.append(origin)
    }
}
