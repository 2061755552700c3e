/// Decides which of the ordered faults strike a request; the same seed and the same requests, the same decisions.
package struct FaultPlan: Sendable {
    private let faults: [Fault]
    private var generator: SplitMix64

    package init(_ faults: [Fault] = [], seed: UInt64 = 0) {
        self.faults = faults
        generator = SplitMix64(seed: seed)
    }

    /// - Parameter subjects: what a fault's term is looked for in.
    package mutating func strikes(on subjects: [String]) -> Strikes {
        var strikes = Strikes()
        for fault in faults where fault.concerns(subjects) {
            // Certain faults draw no number, so that adding one does not change when the others strike.
            guard fault.probability == 1 || Double.random(in: 0..<1, using: &generator) < fault.probability else {
                continue
            }
            if case .slow(let duration) = fault.kind {
                strikes.delay += duration
            } else if strikes.damage == nil {
                strikes.damage = fault.kind
            }
        }
        return strikes
    }
}

/// What happens to one request: delays add up, and the first damage in the order of the command line holds.
package struct Strikes: Equatable, Sendable {
    package var delay: Duration = .zero
    package var damage: Fault.Kind?
}

extension Fault {
    fileprivate func concerns(_ subjects: [String]) -> Bool {
        guard let term = term?.lowercased() else { return true }
        return subjects.contains { $0.lowercased().contains(term) }
    }
}

extension Answer {
    /// What is left of a good answer. A truncated one stays whole here: it breaks off on its way out.
    func damaged(by damage: Fault.Kind?) -> Answer {
        switch damage {
        case .rateLimited:
            Answer(status: 403, headers: ["cache-control": "no-cache, no-store"], body: [])
        case .serverError:
            Answer(
                status: 500, headers: ["content-type": "text/html"],
                body: Array("<html><body><h1>Internal Server Error</h1></body></html>\n".utf8))
        case .garbage:
            Answer(
                status: 200, headers: headers,
                body: Array("\n\n\n<!DOCTYPE html>\n<title>We will be back soon</title>\n{\"resultCount\":".utf8))
        case .slow, .truncated, nil: self
        }
    }
}
