/// Decides which faults strike a request. The same seed and requests give the same decisions.
package struct FaultPlan: Sendable {
    private let faults: [Fault]
    private var generator: SplitMix64

    package init(_ faults: [Fault] = [], seed: UInt64 = 0) {
        self.faults = faults
        generator = SplitMix64(seed: seed)
    }

    /// - Parameter subjects: the texts that a fault's term is matched against.
    package mutating func strikes(on subjects: [String], of vendor: Vendor) -> Strikes {
        var strikes = Strikes()
        for fault in faults where fault.concerns(subjects, of: vendor) {
            // Faults with probability 1 draw no number, so adding one does not change when others strike.
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

/// The faults of one request: delays add up, and the first damage on the command line wins.
package struct Strikes: Equatable, Sendable {
    package var delay: Duration = .zero
    package var damage: Fault.Kind?
}

extension Fault {
    fileprivate func concerns(_ subjects: [String], of vendor: Vendor) -> Bool {
        guard kind.vendor == nil || kind.vendor == vendor else { return false }
        guard let term = term?.lowercased() else { return true }
        return subjects.contains { $0.lowercased().contains(term) }
    }
}
