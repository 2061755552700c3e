import Platform
package import Recording
package import Wire

/// Counts a recorded session's events in constant memory.
package struct CassetteStatistics: Sendable {
    /// Events, and their lines' bytes without LF.
    package struct Traffic: Equatable, Sendable {
        package var events = 0
        package var bytes = 0

        mutating func add(_ bytes: Int) {
            events += 1
            self.bytes += bytes
        }
    }

    package struct ServiceTraffic: Equatable, Sendable {
        package var sent = Traffic()
        package var received = Traffic()
    }

    package private(set) var total = Traffic()
    package private(set) var byType: [String: Traffic] = [:]
    package private(set) var byService: [String: ServiceTraffic] = [:]
    package private(set) var responses = ResponseTimes()
    /// The time of the last event, in seconds since the session began.
    package private(set) var duration = 0.0
    /// Events that passed unrecorded.
    package private(set) var missed = 0

    /// Types counted by name, and services too; a session has some dozens.
    package static let mostNames = 10_000
    /// The name for all others together.
    package static let others = "(others)"

    private let view: String

    /// - Parameter header: nil for a tap's output saved without a header.
    package init(header: CassetteHeader?) {
        view = header.view
        for service in (header?.services ?? [:]).keys.sorted().prefix(Self.mostNames) {
            byService[service] = ServiceTraffic()
        }
    }

    package mutating func count(_ line: CassetteReader.Line) {
        switch line {
        case .missed(let count): missed += count
        case .passage(let passage): count(passage)
        }
    }

    private mutating func count(_ passage: Passage) {
        let bytes = passage.event.count
        total.add(bytes)
        duration = max(duration, passage.time)
        byService[Self.name(passage.sender, in: byService), default: .init()].sent.add(bytes)
        for receiver in passage.receivers {
            byService[Self.name(receiver, in: byService), default: .init()].received.add(bytes)
        }
        guard let event = try? Event(line: passage.event.span) else { return }
        byType[Self.name(event.type, in: byType), default: .init()].add(bytes)
        responses.count(
            event, at: passage.time, from: passage.sender, view: view, isSeen: passage.receivers.contains(view))
    }

    private static func name<Count>(_ name: String, in counts: [String: Count]) -> String {
        counts.count < mostNames || counts[name] != nil ? name : others
    }
}

/// The times that the user waits: from each output of the view to the view's inputs that it led to, by the chain of
/// `causationid`s, and in which role the time was spent.
///
/// Two answers are timed for each action: the first, often a screen that shows activity, and the last. The time from a
/// role's input to the output that it caused counts for that role; together these are the whole.
///
/// Memory is bounded: causes more than 16,384 events ago and actions more than 1,024 actions ago are forgotten; their
/// later consequences are not counted.
package struct ResponseTimes: Sendable {
    /// Times to one kind of answer.
    package struct Breakdown: Equatable, Sendable {
        package var total = LatencyHistogram()
        package var byRole: [String: LatencyHistogram] = [:]
    }

    package static let rememberedCauses = 16_384
    package static let rememberedActions = 1_024
    /// Longer chains of causes are not counted.
    private static let longestChain = 256
    /// Roles timed by name; the others are timed together.
    private static let mostRoles = 1_000

    private struct Cause {
        let time: Double
        let sender: String
        let cause: String?
        /// The id of the chain's first event, the action.
        let action: String
    }

    /// An action's newest answer.
    private struct Answer {
        var elapsed: Double
        var byRole: [String: Double]
    }

    /// The times until the first answer of each action.
    package private(set) var untilFirst = Breakdown()
    private var last = Breakdown()
    private var causes = RecentMap<String, Cause>(capacity: rememberedCauses)
    private var answers = RecentMap<String, Answer?>(capacity: rememberedActions)

    /// The times until the last answer of each action so far.
    package var untilLast: Breakdown {
        var breakdown = last
        for answer in answers.remaining { Self.record(answer, in: &breakdown) }
        return breakdown
    }

    /// Takes a passing event.
    /// - Parameters:
    ///   - view: the service that the user sees.
    ///   - isSeen: whether the view received it.
    package mutating func count(_ event: Event, at time: Double, from sender: String, view: String, isSeen: Bool) {
        guard !event.type.hasPrefix("process.") else { return }
        if sender == view {
            causes.insert(Cause(time: time, sender: sender, cause: nil, action: event.id), for: event.id)
            if let gone = answers.insert(nil, for: event.id) { Self.record(gone, in: &last) }
        } else if let causeID = event.causationID, let cause = causes[causeID] {
            let link = Cause(time: time, sender: sender, cause: causeID, action: cause.action)
            causes.insert(link, for: event.id)
            if isSeen { answer(link) }
        }
    }

    private mutating func answer(_ link: Cause) {
        guard let known = answers[link.action], let answer = way(to: link) else { return }
        if known == nil { Self.record(answer, in: &untilFirst) }
        answers.update(link.action) { $0 = answer }
    }

    /// Follows the causes back; nil if one of them is forgotten.
    private func way(to end: Cause) -> Answer? {
        var byRole: [String: Double] = [:]
        var link = end
        // The limit also ends a cycle.
        for _ in 0..<Self.longestChain {
            guard let id = link.cause else { return Answer(elapsed: end.time - link.time, byRole: byRole) }
            guard let cause = causes[id] else { return nil }
            byRole[link.sender, default: 0] += link.time - cause.time
            link = cause
        }
        return nil
    }

    private static func record(_ answer: Answer?, in breakdown: inout Breakdown) {
        guard let answer else { return }
        breakdown.total.record(answer.elapsed)
        for (role, time) in answer.byRole {
            let isKnown = breakdown.byRole[role] != nil || breakdown.byRole.count < mostRoles
            breakdown.byRole[isKnown ? role : CassetteStatistics.others, default: .init()].record(time)
        }
    }
}

/// A histogram of times in constant memory.
///
/// Each bucket is 2 % wide, so percentiles are within 1 %, or a microsecond. The maximum is exact.
package struct LatencyHistogram: Equatable, Sendable {
    private static let bucketsPerE = 50.0
    private static let longest = 1e9

    package private(set) var count = 0
    /// Seconds.
    package private(set) var maximum = 0.0
    /// Counts by the logarithm of the microseconds.
    private var buckets: [Int: Int] = [:]

    package init() {}

    /// - Parameter seconds: negative values count as 0.
    package mutating func record(_ seconds: Double) {
        count += 1
        maximum = max(maximum, seconds)
        let microseconds = max(0, min(seconds, Self.longest)) * 1e6
        buckets[Int((log(1 + microseconds) * Self.bucketsPerE).rounded()), default: 0] += 1
    }

    /// The percentile by nearest rank, in seconds; nil for an empty histogram.
    package func percentile(_ percent: Double) -> Double? {
        guard count > 0 else { return nil }
        var rest = max(1, Int((percent / 100 * Double(count)).rounded(.up)))
        guard rest < count else { return maximum }
        for (bucket, number) in buckets.sorted(by: { $0.key < $1.key }) {
            rest -= number
            if rest <= 0 { return min(maximum, (exp(Double(bucket) / Self.bucketsPerE) - 1) / 1e6) }
        }
        return maximum
    }
}
