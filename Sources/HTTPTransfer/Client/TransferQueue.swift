/// Transfers that wait for a place, first come, first served. Taking one out of the middle leaves a gap in the order
/// that is passed over later, so that no operation depends on the length.
struct TransferQueue {
    private var requests: [TransferID: HTTPRequest] = [:]
    private var order: [TransferID] = []
    private var head = 0

    var count: Int { requests.count }

    mutating func append(_ request: HTTPRequest, as id: TransferID) {
        if head > order.count / 2 { forgetPassed() }
        requests[id] = request
        order.append(id)
    }

    /// - Returns: whether it was waiting.
    mutating func remove(_ id: TransferID) -> Bool { requests.removeValue(forKey: id) != nil }

    mutating func next() -> (id: TransferID, request: HTTPRequest)? {
        while head < order.count {
            let id = order[head]
            head += 1
            if let request = requests.removeValue(forKey: id) { return (id, request) }
        }
        forgetPassed()
        return nil
    }

    private mutating func forgetPassed() {
        order.removeFirst(head)
        head = 0
    }
}
