import Recording
package import Wire

/// How long a person waits: from each output of the view to the view's inputs that it led to, by the chain of
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

        package init() {}
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

    private var first = Breakdown()
    private var last = Breakdown()
    private var causes = RecentMap<String, Cause>(capacity: rememberedCauses)
    private var answers = RecentMap<String, Answer?>(capacity: rememberedActions)

    package init() {}

    /// Until the first answer of each action.
    package var untilFirst: Breakdown { first }

    /// Until the last answer of each action so far.
    package var untilLast: Breakdown {
        var breakdown = last
        for answer in answers.remaining { Self.record(answer, in: &breakdown) }
        return breakdown
    }

    /// Takes a passing event.
    /// - Parameters:
    ///   - view: the service that the person sees.
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
        if known == nil { Self.record(answer, in: &first) }
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
