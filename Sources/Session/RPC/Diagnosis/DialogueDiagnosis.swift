import JSONRPC
package import Platform

/// Names what is wrong in a dialogue, each kind of problem once for each side; the others are counted.
package struct DialogueDiagnosis: Sendable {
    /// Findings that are told in full.
    package static let most = 100
    /// Requests that are told to be slow, and requests that are told to have no answer at the end.
    package static let mostRequests = 20

    /// After which a request without an answer is slow.
    private let patience: Duration
    private var told: [String: Int] = [:]
    private var toldRequests = 0
    /// The number of the first request that may become slow: nobody waits for those before it, or they were told.
    private var firstWaiting = 1

    package init(patience: Duration) { self.patience = patience }

    /// A finding, and the side that it is about.
    package typealias Told = (sender: RPCPeer, finding: DialogueFinding)

    /// - Returns: what was not told before.
    package mutating func receive(
        _ observation: Observation, _ calls: PendingCalls
    ) -> [Told] {
        let sender = observation.sender
        var findings: [DialogueFinding] = []
        switch observation.item {
        case .noise(let bytes, .stray) where bytes.starts(with: [0xEF, 0xBB, 0xBF]):
            findings.append(.byteOrderMark)
        case .noise(let bytes, let problem): findings.append(.noise(bytes, problem))
        case .tooLong(let count): findings.append(.tooLong(count))
        case .message(let bytes, let wrapping):
            if wrapping == [0x0D] { findings.append(.carriageReturns) }
            if wrapping.last == 0x0A { findings.append(.lineFeeds) }
            if let problem = observation.problem { findings.append(.notAMessage(bytes, problem)) }
        }
        for part in observation.parts { findings += self.findings(in: part, from: sender, calls.table) }
        return findings.compactMap { tell($0, about: sender) }
    }

    /// When a request becomes slow.
    package mutating func deadline(_ calls: PendingCalls) -> Instant? {
        while firstWaiting <= calls.count, !(calls[firstWaiting].map(calls.isAwaited) ?? false) { firstWaiting += 1 }
        return calls[firstWaiting].map { $0.since + patience }
    }

    package mutating func slow(_ calls: PendingCalls, at now: Instant) -> [Told] {
        var found: [Told] = []
        while let deadline = deadline(calls), deadline <= now, let request = calls[firstWaiting] {
            firstWaiting += 1
            guard toldRequests < Self.mostRequests else { continue }
            toldRequests += 1
            let seconds = Int(patience.components.seconds)
            if let told = tell(.slow(request, seconds: seconds), about: request.sender.other) { found.append(told) }
        }
        return found
    }

    /// The dialogue is over.
    package mutating func end(_ calls: PendingCalls) -> [Told] {
        calls.all.filter(calls.isAwaited).prefix(Self.mostRequests).compactMap {
            tell(.unanswered($0), about: $0.sender.other)
        }
    }

    /// The number of findings that were not told, because they repeat what was.
    package var repetitions: Int { told.values.reduce(0) { $0 + $1 - 1 } }

    private mutating func tell(_ finding: DialogueFinding, about sender: RPCPeer) -> Told? {
        let key = "\(sender.rawValue) \(finding.kind)"
        guard told[key] != nil || told.count < Self.most else { return nil }
        let count = told[key, default: 0] + 1
        told[key] = count
        return count == 1 ? (sender, finding) : nil
    }

    private func findings(
        in part: Observation.Part, from sender: RPCPeer, _ table: DialogueProtocol
    ) -> [DialogueFinding] {
        var findings: [DialogueFinding] = []
        let kind = part.message.kind
        if let fault = part.message.fault(in: table) { findings.append(.faulty(part.message.bytes, fault)) }
        if !table.serverAsks, kind == .request && sender == .server || kind == .response && sender == .client {
            findings.append(.forbidden(table.name, kind, method: part.message.method))
        }
        switch part.relation {
        case .repeatedID(let request, let open): findings.append(.repeatedID(request, open: open))
        case .response(let request) where request.isCancelled && !table.answersCancelled:
            findings.append(.answeredCancelled(request))
        // Another finding is more exact.
        case .strayResponse where findings.isEmpty: findings.append(.strayResponse(part.message.id))
        default: break
        }
        return findings
    }
}
