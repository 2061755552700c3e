package import HTTPTransfer
package import Processes
package import Wire

/// Runs a service on real streams and real transfers, until the requests end and all are answered.
///
/// Unlike ``RoleLoop`` it waits for its input, its output, signals and the network at once.
package struct FetcherLoop<Service: RequestService>: ~Copyable {
    package var service: Service
    private var client: HTTPClient
    private var order: AnswerOrder
    private var output: OutputQueue
    package private(set) var report: ProgressReport
    private let isVerbose: Bool
    private let interrupts: SignalPipe
    /// Whether somebody wants no more than what is under way.
    package private(set) var isInterrupted = false
    private var tally = TransferTally()
    /// Transfers that have ended, and whose answers are made once there is room for them. Their bodies count as held, so
    /// those under way stand still meanwhile.
    private var ended: [HTTPClient.Completion] = []
    /// Reading stops while so many requests are queued, under way, or answered and waiting for their turn, so that a long
    /// input needs no more memory than a short one. A cancel that waits behind them is read when the first is done.
    private let waitingLimit: Int
    /// The same for those that are queued or under way. In the order of the input all of them may end, and be held, before
    /// the one that is awaited, so there are fewer; none is stopped, because the awaited one may be any of them.
    private let pendingLimit: Int
    /// While so many bytes wait to be written, nothing new is begun.
    private let highWater = 1 << 20
    /// While so many bytes wait for an earlier answer, no other answer is made, and nothing more is taken on.
    private let heldLimit = 8 << 20
    /// While requests have so many bytes, nothing more is taken on.
    private let requestLimit = 8 << 20

    /// - Parameters:
    ///   - parallel: how many transfers the client runs at once.
    ///   - isVerbose: whether attempts that fail are told.
    ///   - interrupts: signals to end early; the second one is the system's.
    package init(
        _ service: Service, _ client: consuming HTTPClient, parallel: Int, order: AnswerOrder,
        output: OutputQueue = OutputQueue(), report: ProgressReport, isVerbose: Bool,
        interrupts: consuming SignalPipe
    ) {
        self.service = service
        self.client = client
        self.order = order
        self.output = output
        self.report = report
        self.isVerbose = isVerbose
        self.interrupts = interrupts
        waitingLimit = max(256, 2 * parallel)
        pendingLimit = order.isKept ? 2 * parallel : waitingLimit
    }

    package mutating func run(_ feed: inout RequestFeed<Service.Reader>) throws(StandardStream.Failure) {
        defer { report.clear() }
        while true {
            let isFed = isInterrupted || take(from: &feed)
            try output.drain()
            deliver()
            if isInterrupted, client.inFlight == 0, ended.isEmpty { perform(service.abandon()) }
            if isFed, isInterrupted || feed.descriptor == nil, client.pending == 0, ended.isEmpty, output.count == 0 {
                return
            }
            client.isPaused = isInterrupted || output.count >= highWater
            client.awaited = order.awaited
            let input = !isInterrupted && hasRoom ? feed.descriptor : nil
            let turn = client.turn(
                reading: [interrupts.descriptor] + (input.map { [$0] } ?? []),
                writing: output.count > 0 ? [output.descriptor] : [],
                milliseconds: !isFed && hasRoom ? 0 : report.interval)
            if isVerbose {
                for attempt in turn.attempts { output.append(service.attempted(attempt)) }
            }
            ended += turn.completions
            deliver()
            if let input, turn.ready.contains(input) { try feed.read() }
            if turn.ready.contains(interrupts.descriptor) { interrupt() }
            tally.inFlight = client.inFlight
            tally.failed = service.failures.count
            report.update(tally)
        }
    }

    private var hasRoom: Bool {
        let pending = client.pending + ended.count
        return pending < pendingLimit && pending + order.count < waitingLimit && order.bytes < heldLimit
            && output.count < highWater && service.pendingBytes < requestLimit
    }

    /// Takes requests while there is room.
    /// - Returns: whether none is left to take.
    private mutating func take(from feed: inout RequestFeed<Service.Reader>) -> Bool {
        while hasRoom {
            guard let request = feed.next() else { return true }
            perform(service.receive(request))
        }
        return false
    }

    private mutating func perform(_ effects: [ServiceEffect]) {
        for effect in effects {
            switch effect {
            case .answer(let number, let answer): write(answer, of: number)
            case .transfer(let number, let request): client.start(request, as: number)
            case .cancel(let number):
                client.cancel(number)
                ended.removeAll { $0.id == number }
            }
        }
    }

    /// Makes answers of what has ended, one by one, while there is room for them.
    private mutating func deliver() {
        guard !ended.isEmpty else { return }
        var waiting = ended
        ended = []
        if order.isKept { waiting.sort { $0.id > $1.id } } else { waiting.reverse() }
        var kept: [HTTPClient.Completion] = []
        while let end = waiting.popLast() {
            if mayPass(end.id) { complete(end) } else { kept.append(end) }
        }
        ended = kept
    }

    /// At an interrupt nothing is awaited that has not begun.
    private func mayPass(_ number: TransferID) -> Bool {
        output.count < highWater && (isInterrupted || number == order.awaited || order.bytes < heldLimit)
    }

    private mutating func complete(_ end: HTTPClient.Completion) {
        if case .success(let response) = end.result { tally.note(response) }
        if let answer = service.completed(end.id, end.result, end.effort) { write(answer, of: end.id) }
    }

    private mutating func write(_ answer: [UInt8], of number: TransferID) {
        tally.answered += 1
        for answer in order.place(answer, of: number) { output.append(answer) }
    }

    /// Finishes what is under way, and leaves the next interrupt to the system.
    private mutating func interrupt() {
        isInterrupted = true
        for number in interrupts.take() { SignalPipe.uninstall(number) }
    }
}
