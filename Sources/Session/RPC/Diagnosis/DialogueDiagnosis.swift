import JSONRPC
package import Platform

/// Names what is wrong in a dialogue, each kind of problem once for each side; the others are counted.
package struct DialogueDiagnosis: Sendable {
    /// Findings that are told in full.
    package static let most = 100
    /// Requests that are told to be slow, and requests that are told to have no answer at the end.
    package static let mostRequests = 20

    private struct Call {
        let request: PendingCalls.Request
        let since: Instant
    }

    /// After which a request without an answer is slow.
    private let patience: Duration
    private var told: [String: Int] = [:]
    private var toldRequests = 0
    /// Requests that may become slow, in the order in which they came, and those of them that are still open.
    private var waiting: [Call] = []
    private var firstWaiting = 0
    private var open: Set<Int> = []

    package init(patience: Duration) { self.patience = patience }

    /// What to tell about a side.
    package typealias Told = (sender: RPCPeer, finding: DialogueFinding)

    /// - Returns: what was not told before.
    package mutating func receive(
        _ observation: Observation, in table: DialogueProtocol, at now: Instant
    ) -> [Told] {
        let sender = observation.sender
        var findings: [DialogueFinding] = []
        switch observation.item {
        case .noise(let bytes, .stray) where Self.hasMark(bytes): findings.append(.byteOrderMark)
        case .noise(let bytes, let problem): findings.append(.noise(bytes, problem))
        case .tooLong(let count): findings.append(.tooLong(count))
        case .message(let bytes, let wrapping):
            if wrapping == [0x0D] { findings.append(.carriageReturns) }
            if wrapping.last == 0x0A { findings.append(.lineFeeds) }
            if let problem = observation.problem { findings.append(.notAMessage(bytes, problem)) }
        }
        for part in observation.parts { findings += self.findings(in: part, from: sender, table, at: now) }
        return findings.compactMap { tell($0, about: sender) }
    }

    /// When a request becomes slow.
    package var deadline: Instant? {
        waiting.indices.contains(firstWaiting) ? waiting[firstWaiting].since + patience : nil
    }

    /// - Returns: the requests that have become slow.
    package mutating func slow(at now: Instant) -> [Told] {
        var found: [Told] = []
        forgetAnswered()
        while let deadline, deadline <= now {
            let request = waiting[firstWaiting].request
            firstWaiting += 1
            forgetAnswered()
            guard toldRequests < Self.mostRequests else { continue }
            toldRequests += 1
            let seconds = Int(patience.components.seconds)
            if let told = tell(.slow(request, seconds: seconds), about: request.sender.other) { found.append(told) }
        }
        return found
    }

    /// The dialogue is over.
    /// - Parameter unanswered: the requests without an answer.
    package mutating func end(_ unanswered: [PendingCalls.Request], in table: DialogueProtocol) -> [Told] {
        let requests = unanswered.filter {
            !(table.endless.contains($0.method) || $0.isCancelled && !table.answersCancelled)
        }
        return requests.prefix(Self.mostRequests).compactMap { tell(.unanswered($0), about: $0.sender.other) }
    }

    /// How many findings were not told, because they repeat what was.
    package var repetitions: Int { told.values.reduce(0) { $0 + $1 - 1 } }

    private mutating func tell(_ finding: DialogueFinding, about sender: RPCPeer) -> Told? {
        let key = "\(sender.rawValue) \(finding.kind)"
        guard told[key] != nil || told.count < Self.most else { return nil }
        let count = told[key, default: 0] + 1
        told[key] = count
        return count == 1 ? (sender, finding) : nil
    }

    private mutating func findings(
        in part: Observation.Part, from sender: RPCPeer, _ table: DialogueProtocol, at now: Instant
    ) -> [DialogueFinding] {
        var findings: [DialogueFinding] = []
        let kind = part.message.kind
        if let fault = part.message.fault(in: table) { findings.append(.faulty(part.message.bytes, fault)) }
        if !table.serverAsks, kind == .request && sender == .server || kind == .response && sender == .client {
            findings.append(.forbidden(table.name, kind, method: part.message.method))
        }
        switch part.relation {
        case .request(let request): wait(for: request, table, at: now)
        case .repeatedID(let request, let open):
            self.open.remove(open.number)
            wait(for: request, table, at: now)
            findings.append(.repeatedID(request, open: open))
        case .response(let request):
            open.remove(request.number)
            forgetAnswered()
            if request.isCancelled, !table.answersCancelled { findings.append(.answeredCancelled(request)) }
        case .strayResponse:
            // Another finding says more.
            if findings.isEmpty { findings.append(.strayResponse(part.message.id)) }
        case .cancellation(let request?): if !table.answersCancelled { open.remove(request.number) }
        case .cancellation(nil), .progress, .notification, .batch: break
        }
        return findings
    }

    private mutating func wait(for request: PendingCalls.Request, _ table: DialogueProtocol, at now: Instant) {
        guard !table.endless.contains(request.method), open.count < PendingCalls.most else { return }
        open.insert(request.number)
        waiting.append(Call(request: request, since: now))
    }

    /// The first of `waiting` is open afterwards.
    private mutating func forgetAnswered() {
        while firstWaiting < waiting.count, !open.contains(waiting[firstWaiting].request.number) { firstWaiting += 1 }
        if firstWaiting > 64, 2 * firstWaiting > waiting.count {
            waiting.removeFirst(firstWaiting)
            firstWaiting = 0
        }
        // Behind an open one, the answered ones would pile up.
        if waiting.count - firstWaiting > 2 * PendingCalls.most {
            waiting = waiting[firstWaiting...].filter { open.contains($0.request.number) }
            firstWaiting = 0
        }
    }

    private static func hasMark(_ line: [UInt8]) -> Bool {
        line.starts(with: [0xEF, 0xBB, 0xBF])
    }
}
