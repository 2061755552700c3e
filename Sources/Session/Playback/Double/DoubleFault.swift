import Recording

/// A deliberate fault of a double: `TYPE:KIND` for every output of a type, `TYPE#N:KIND` for the Nth.
package struct DoubleFault: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        /// The output comes this many seconds later.
        case delay(Double)
        /// The output is dropped.
        case drop
        /// Half of the line is written.
        case malformed
        /// The process ends with this exit code instead.
        case exit(Int32)
    }

    package let type: String
    /// From 1; nil for all.
    package let ordinal: Int?
    package let kind: Kind

    package init(type: String, ordinal: Int?, kind: Kind) {
        self.type = type
        self.ordinal = ordinal
        self.kind = kind
    }

    package init?(_ text: String) {
        guard let notation = FaultNotation(text), notation.probability == 1, let kind = Kind(notation) else {
            return nil
        }
        self.init(type: notation.name, ordinal: notation.ordinal, kind: kind)
    }
}

extension DoubleFault.Kind {
    fileprivate init?(_ notation: FaultNotation) {
        switch (notation.kind, notation.value) {
        case ("drop", nil): self = .drop
        case ("malformed", nil): self = .malformed
        case ("exit", let code?):
            guard let code = Int32(code), 0...255 ~= code else { return nil }
            self = .exit(code)
        case ("delay", let time?):
            guard let seconds = FaultNotation.seconds(time) else { return nil }
            self = .delay(seconds)
        default: return nil
        }
    }
}

/// Counts the outputs of each type and finds the faults that are due.
struct DoubleFaultPlan: Sendable {
    private let faults: [DoubleFault]
    private var counts: [String: Int] = [:]

    init(_ faults: [DoubleFault]) {
        self.faults = faults
    }

    /// The faults of the next output of a type.
    mutating func next(of type: String) -> [DoubleFault.Kind] {
        counts[type, default: 0] += 1
        return faults.filter { $0.type == type && ($0.ordinal ?? counts[type]) == counts[type] }.map(\.kind)
    }
}
