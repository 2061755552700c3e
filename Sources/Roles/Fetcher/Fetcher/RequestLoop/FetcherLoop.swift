package import HTTPTransfer
import Platform
package import Processes
package import Wire

/// Runs a service on real streams and real transfers, until the requests end and all are answered.
///
/// Unlike ``RoleLoop`` it waits for its input, its output, signals and the network at once.
package struct FetcherLoop<Service: RequestService>: ~Copyable {
    package var service: Service
    private var client: HTTPClient
    private var order: AnswerOrder
    private let destination: Int32
    private var output: OutputQueue
    package private(set) var report: ProgressReport
    private let isVerbose: Bool
    private let interrupts: SignalPipe
    /// Whether an interrupt has come: only requests under way are finished.
    package private(set) var isInterrupted = false
    /// The signal that has ended everything at once: what is under way is dropped, and with it the files that are not whole.
    package private(set) var fatalSignal: Int32?
    /// Whether a second interrupt, too, is handled here: there are files to remove.
    private let hasFiles: Bool
    private var tally = TransferTally()
    private var workers: SlowWorkers
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
    ///   - interrupts: signals to end early: SIGINT after the running requests, any other one at once. The second one has the
    ///     system's default effect.
    ///   - hasFiles: whether the second one ends the loop instead, because running transfers have files to remove.
    package init(
        _ service: Service, _ client: consuming HTTPClient, parallel: Int, order: AnswerOrder,
        output: Int32 = StandardStream.output, report: ProgressReport, isVerbose: Bool,
        interrupts: consuming SignalPipe, hasFiles: Bool = false
    ) throws(SystemError) {
        workers = try SlowWorkers()
        self.service = service
        self.client = client
        self.order = order
        destination = output
        self.output = OutputQueue(limit: highWater, for: output)
        self.report = report
        self.isVerbose = isVerbose
        self.interrupts = interrupts
        self.hasFiles = hasFiles
        waitingLimit = max(256, 2 * parallel)
        pendingLimit = order.isKept ? 2 * parallel : waitingLimit
    }

    package mutating func run(_ feed: inout RequestFeed<Service.Reader>) throws(StandardStream.Failure) {
        defer { report.clear() }
        while true {
            let isFed = isInterrupted || take(from: &feed)
            try output.write(to: destination)
            deliver()
            if isInterrupted, client.inFlight == 0, ended.isEmpty, workers.count == 0 { perform(service.abandon()) }
            let isDone = client.pending == 0 && ended.isEmpty && workers.count == 0 && output.isEmpty
            if isDone, isFed, isInterrupted || feed.descriptor == nil { return }
            client.isPaused = isInterrupted || output.isFull
            client.awaited = order.awaited
            let input = !isInterrupted && hasRoom ? feed.descriptor : nil
            let turn = client.turn(
                reading: [interrupts.descriptor] + (input.map { [$0] } ?? [])
                    + (workers.count > 0 ? [workers.descriptor] : []),
                writing: output.isEmpty ? [] : [destination],
                milliseconds: !isFed && hasRoom ? 0 : report.interval)
            if isVerbose {
                for attempt in turn.attempts { output.append(service.attempted(attempt)) }
            }
            ended += turn.completions
            if workers.count > 0 { takeWork() }
            deliver()
            if let input, turn.ready.contains(input) { try feed.read() }
            if turn.ready.contains(interrupts.descriptor) { interrupt() }
            if fatalSignal != nil { return }
            tally.inFlight = client.inFlight
            tally.failed = service.failures.count
            report.update(tally)
        }
    }

    private var hasRoom: Bool {
        let pending = client.pending + ended.count + workers.count
        return pending < pendingLimit && pending + order.count < waitingLimit && order.bytes < heldLimit
            && !output.isFull && service.pendingBytes < requestLimit
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
            case .work(let number, let work): workers.add(number, work)
            case .cancel(let number):
                client.cancel(number)
                workers.cancel(number)
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
            if mayPass(end.id), hasWorker(for: end) { complete(end) } else { kept.append(end) }
        }
        ended = kept
    }

    /// After an interrupt, no answer waits for a request that has not begun.
    private func mayPass(_ number: TransferID) -> Bool {
        !output.isFull && (isInterrupted || number == order.awaited || order.bytes < heldLimit)
    }

    /// Whether slow work would begin now; until then, the response waits here, where it keeps no other one back.
    private func hasWorker(for end: HTTPClient.Completion) -> Bool {
        service.lane(of: end.id).map { workers.hasRoom(in: $0) } ?? true
    }

    private mutating func takeWork() {
        for (number, result) in workers.take() { perform(service.worked(number, result)) }
    }

    private mutating func complete(_ end: HTTPClient.Completion) {
        if case .success(let response) = end.result { tally.note(response) }
        if let work = service.reading(end.id, end.result) { return workers.add(end.id, work) }
        if let answer = service.completed(end.id, end.result, end.effort) { write(answer, of: end.id) }
    }

    private mutating func write(_ answer: [UInt8], of number: TransferID) {
        tally.answered += 1
        for answer in order.place(answer, of: number) { output.append(answer) }
    }

    /// Finishes the running requests, and leaves the next interrupt to the system, unless there are files.
    private mutating func interrupt() {
        for number in interrupts.take() {
            if number != SIGINT || isInterrupted, hasFiles { fatalSignal = number }
            isInterrupted = true
            workers.dropWaiting()
            if !hasFiles { SignalPipe.uninstall(number) }
        }
    }
}
