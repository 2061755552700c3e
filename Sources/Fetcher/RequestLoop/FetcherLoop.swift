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
    /// Whether an interrupt has come: only requests under way are finished.
    package private(set) var isInterrupted = false
    private var tally = TransferTally()
    /// Ended transfers whose answers will be made when there is room for them. Their bodies count against the budget, so
    /// running transfers wait.
    private var ended: [HTTPClient.Completion] = []
    /// Requests that may be queued, running, or answered and waiting for their turn. Beyond that, reading stops, so that a
    /// long input needs no more memory than a short one. A cancel behind them is read when the first one is done.
    private let waitingLimit: Int
    /// Requests that may be queued or running. With `--ordered` there are fewer, because all of them may end before the one
    /// that the output waits for. None is stopped, because any may be that one.
    private let pendingLimit: Int
    /// Bytes of unwritten output at which no transfer is started.
    private let highWater = 1 << 20
    /// Bytes of answers waiting for an earlier one at which no other answer is made and no request is read.
    private let heldLimit = 8 << 20
    /// Bytes of pending requests at which no request is read.
    private let requestLimit = 8 << 20

    /// - Parameters:
    ///   - parallel: the number of simultaneous transfers.
    ///   - isVerbose: whether failed attempts are reported.
    ///   - interrupts: signals to end early. The second one has the system's default effect.
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
    /// - Returns: whether no requests are left.
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

    /// Makes answers of ended transfers, one by one, while there is room.
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

    /// After an interrupt, no answer waits for a request that has not begun.
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

    /// Finishes the running requests, and leaves the next interrupt to the system.
    private mutating func interrupt() {
        isInterrupted = true
        for number in interrupts.take() { SignalPipe.uninstall(number) }
    }
}
