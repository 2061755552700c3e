/// A queue from whose middle entries can be removed. Removal leaves a gap that is skipped later, so no operation
/// depends on the length.
struct WaitingLine {
    private var waiting: Set<TransferID> = []
    private var order: [TransferID] = []
    private var head = 0

    var isEmpty: Bool { waiting.isEmpty }

    /// The next entry.
    var first: TransferID? { order[head...].first { waiting.contains($0) } }

    mutating func append(_ id: TransferID) {
        if head > order.count / 2 { forgetPassed() }
        waiting.insert(id)
        order.append(id)
    }

    /// Adds an entry at the front.
    mutating func prepend(_ id: TransferID) {
        waiting.insert(id)
        if head > 0 {
            head -= 1
            order[head] = id
        } else {
            order.insert(id, at: 0)
        }
    }

    mutating func remove(_ id: TransferID) { waiting.remove(id) }

    mutating func next() -> TransferID? {
        while head < order.count {
            let id = order[head]
            head += 1
            if waiting.remove(id) != nil { return id }
        }
        forgetPassed()
        return nil
    }

    private mutating func forgetPassed() {
        order.removeFirst(head)
        head = 0
    }
}
