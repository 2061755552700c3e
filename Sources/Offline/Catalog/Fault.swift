import Platform

/// A fault of an upstream: `NAME[=ARGUMENT][:probability=P][:term=TEXT]`.
package struct Fault: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        /// A good response that comes late.
        case slow(Duration)
        /// A connection that ends in the middle of the body.
        case truncated
        /// An answer in `faults` of an `api.yaml`: of all vendors in the folder `any`, otherwise of the folder's.
        case answer(String)

        func concerns(_ vendor: String) -> Bool {
            guard case .answer(let name) = self else { return true }
            return FaultAnswers.any[name] != nil || FaultAnswers.vendors[name] == vendor
        }
    }

    package var kind: Kind
    /// The probability of the fault, 0 to 1.
    package var probability = 1.0
    /// The text of the requests that it strikes, ignoring case; nil for all requests.
    package var term: String?

    package init(_ kind: Kind, probability: Double = 1, term: String? = nil) {
        self.kind = kind
        self.probability = probability
        self.term = term
    }
}

/// The reason why a text is not a fault.
package enum FaultSyntaxError: Error, Equatable, Sendable {
    case unknown(String)
    case unexpectedArgument(of: String)
    case badDuration(String)
    case badProbability(String)
    case unknownOption(String)
}

extension Fault {
    package static var names: [String] {
        (Array(FaultAnswers.any.keys) + FaultAnswers.vendors.keys + ["slow=DURATION", "truncate"]).sorted()
    }

    package init(parsing text: String) throws(FaultSyntaxError) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        self.init(try Self.kind(parts[0]))
        for option in parts.dropFirst() {
            let (name, value) = Self.split(option)
            switch (name, value) {
            case ("probability", let value?):
                guard let number = Double(value), 0...1 ~= number else { throw .badProbability(value) }
                probability = number
            case ("term", let value?) where !value.isEmpty: term = value
            default: throw .unknownOption(option)
            }
        }
    }

    private static func kind(_ text: String) throws(FaultSyntaxError) -> Kind {
        let (name, argument) = split(text)
        if name == "slow" { return .slow(try duration(argument ?? "")) }
        guard name == "truncate" || FaultAnswers.any[name] != nil || FaultAnswers.vendors[name] != nil else {
            throw .unknown(name)
        }
        guard argument == nil else { throw .unexpectedArgument(of: name) }
        return name == "truncate" ? .truncated : .answer(name)
    }

    /// `2s`, `1.5s` or `250ms`; an hour at most.
    private static func duration(_ text: String) throws(FaultSyntaxError) -> Duration {
        let (digits, unit) = text.hasSuffix("ms") ? (text.dropLast(2), 0.001) : (text.dropLast(), 1)
        guard text.hasSuffix("s"), let count = Double(digits), 0...3600 ~= count * unit else {
            throw .badDuration(text)
        }
        return .seconds(count * unit)
    }

    private static func split(_ text: String) -> (name: String, value: String?) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        return (parts[0], parts.count > 1 ? parts[1] : nil)
    }
}

extension FaultSyntaxError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unknown(let name): "unknown fault \"\(name)\" (known are \(Fault.names.joined(separator: ", ")))"
        case .unexpectedArgument(let name): "\(name) takes no argument"
        case .badDuration(let text): "\"\(text)\" is not a duration from 0 to an hour, such as 2s or 250ms"
        case .badProbability(let text): "\"\(text)\" is not a probability from 0 to 1"
        case .unknownOption(let text): "unknown option \"\(text)\" (known are probability=P and term=TEXT)"
        }
    }
}

enum FaultAnswers {
    static let any = Vendor("any")?.rules.faults ?? [:]
    /// The vendor that each of the others is for.
    static let vendors = Vendor.names.reduce(into: [:] as [String: String]) { vendors, name in
        for fault in Vendor(name)?.rules.faults.keys ?? [:].keys where any[fault] == nil { vendors[fault] = name }
    }
}

/// Decides which faults strike a request. The same seed and requests give the same decisions.
package struct FaultPlan: Sendable {
    private let faults: [Fault]
    private var generator: SplitMix64

    package init(_ faults: [Fault] = [], seed: UInt64 = 0) {
        self.faults = faults
        generator = SplitMix64(seed: seed)
    }

    /// - Parameter subjects: the texts that a fault's term is matched against.
    package mutating func strikes(on subjects: [String], of vendor: String) -> Strikes {
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
    fileprivate func concerns(_ subjects: [String], of vendor: String) -> Bool {
        guard kind.concerns(vendor) else { return false }
        guard let term = term?.lowercased() else { return true }
        return subjects.contains { $0.lowercased().contains(term) }
    }
}
