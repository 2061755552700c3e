/// Numbers the lines that a join publishes.
struct StampCounter {
    /// The last line of each published type; unordered.
    private(set) var types: [TypePosition]
    private(set) var position: UInt64

    init(position: UInt64 = 0, types: [TypePosition] = []) {
        self.position = position
        self.types = types
    }

    /// The next line of a type: its position, the previous one of its type, and those of other types since.
    /// - Returns: nil if there are too many types.
    mutating func next(of type: String) -> (position: UInt64, previous: UInt64, others: [TypePosition])? {
        let place = types.firstIndex { $0.type == type }
        guard place != nil || types.count < LineStamp.mostTypes, position < LineStamp.highest else { return nil }
        position += 1
        let previous = place.map { types[$0].position } ?? 0
        let others = types.filter { $0.position > previous }
        if let place { types[place].position = position } else { types.append(TypePosition(type, position)) }
        return (position, previous, others)
    }
}
