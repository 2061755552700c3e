/// The wiring of the services, for the end of a session: as in a shell pipeline, a service's input ends after those that
/// write into it have. Services in a circle end together.
struct WiringOrder {
    /// A number for each service, which the services of its circle share.
    private let circles: [Int]
    /// The services outside of a service's circle that send into it, for each service.
    let senders: [Set<Int>]

    /// - Parameter senders: for each service, those that may send to it.
    init(_ senders: [[Int]]) {
        let circles = Self.circles(senders)
        self.circles = circles
        var outside = [Set<Int>](repeating: [], count: senders.count)
        for (receiver, all) in senders.enumerated() {
            outside[circles[receiver]].formUnion(all.filter { circles[$0] != circles[receiver] })
        }
        self.senders = circles.map { outside[$0] }
    }

    func isCircle(_ one: Int, _ other: Int) -> Bool { circles[one] == circles[other] }

    /// Kosaraju's algorithm: from the last visited on, what reaches a service backwards is its circle.
    private static func circles(_ senders: [[Int]]) -> [Int] {
        var receivers = [[Int]](repeating: [], count: senders.count)
        for (receiver, all) in senders.enumerated() { for sender in all { receivers[sender].append(receiver) } }
        var circles = [Int](repeating: -1, count: senders.count)
        for root in order(receivers).reversed() where circles[root] < 0 {
            var pending = [root]
            while let next = pending.popLast() {
                guard circles[next] < 0 else { continue }
                circles[next] = root
                pending += senders[next]
            }
        }
        return circles
    }

    /// All services, each after those that it reaches, as far as there is no circle.
    private static func order(_ receivers: [[Int]]) -> [Int] {
        var isSeen = [Bool](repeating: false, count: receivers.count)
        var order: [Int] = []
        func visit(_ service: Int) {
            guard !isSeen[service] else { return }
            isSeen[service] = true
            receivers[service].forEach(visit)
            order.append(service)
        }
        receivers.indices.forEach(visit)
        return order
    }
}
