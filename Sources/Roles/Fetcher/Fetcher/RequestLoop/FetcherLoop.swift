import JSON
package import HTTPTransfer
import Platform
package import Processes
package import Wire

/// Runs a service on real streams and real transfers, until the requests end and all are answered.
///
///     requests on stdin      → RequestFeed.read → service.receive → perform: answers, transfers, slow work
///     libcurl, a retry, rate → HTTPClient.turn → ended → deliver → service.completed → perform
///     the end of slow work   → SlowWorkers.take → service.completed → perform
///     room on stdout         → OutputQueue.drain; below the high water, deliver and take more requests
///     SIGINT, SIGTERM        → Interruption.take: the transfers under way end, or everything at once
///
/// Each ``RequestStep`` passes through ``perform(_:_:)``. Unlike ``RoleLoop`` the loop waits for all of these at once.
package struct FetcherLoop<Service: RequestService>: ~Copyable {
    package var service: Service
    private var client: HTTPClient
    private var order: AnswerOrder
    private let destination: Int32
    private var output: OutputQueue
    package private(set) var report: ProgressReport
    private let isVerbose: Bool
    private var interruption: Interruption
    private var workers: SlowWorkers<Service.Answer>
    /// Consequences of the transfers' responses.
    private var readings: [TransferID: Service.Step.Reading] = [:]
    /// Ended transfers whose answers will be made when there is room for them. Their bodies count against the budget, so
    /// running transfers wait.
    private var ended: [RequestEnd] = []
    /// The values that are being written now.
    private var delivery: ValueDelivery?
    private let limits: LoopLimits

    /// - Parameters:
    ///   - parallel: the number of simultaneous transfers.
    ///   - isVerbose: whether failed attempts are reported.
    package init(
        _ service: Service, _ client: consuming HTTPClient, parallel: Int, order: AnswerOrder,
        output: Int32 = StandardStream.output, report: ProgressReport, isVerbose: Bool,
        interruption: consuming Interruption
    ) throws(SystemError) {
        workers = try SlowWorkers()
        self.service = service
        self.client = client
        self.order = order
        destination = output
        self.output = OutputQueue(limit: LoopLimits.highWater, for: output)
        self.report = report
        self.isVerbose = isVerbose
        self.interruption = interruption
        limits = LoopLimits(parallel: parallel, isOrdered: order.isKept)
    }

    /// True if an interrupt has come: only requests under way are finished.
    package var isInterrupted: Bool { interruption.isRequested }

    /// The signal that has ended everything at once: what is under way is dropped, and with it the files that are not whole.
    package var fatalSignal: Int32? { interruption.fatalSignal }

    package mutating func run(_ feed: inout RequestFeed<Service.Reader>) throws(StandardStream.Failure) {
        try Service.run(&self, &feed)
    }

    mutating func serve(_ feed: inout RequestFeed<Service.Reader>) throws(StandardStream.Failure) {
        defer { report.clear() }
        while true {
            let isFed = isInterrupted || take(from: &feed)
            try output.drain(to: destination)
            deliver()
            if isInterrupted, client.inFlight == 0, ended.isEmpty, delivery == nil, workers.count == 0 {
                perform(service.abandon())
            }
            let isDone =
                client.pending == 0 && ended.isEmpty && delivery == nil && workers.count == 0 && output.isEmpty
            if isDone, isFed, isInterrupted || feed.descriptor == nil { return }
            client.isPaused = isInterrupted || output.isFull
            client.awaited = order.awaited
            client.wantsValues = !output.isFull
            let input = !isInterrupted && hasRoom ? feed.descriptor : nil
            let turn = client.turn(
                reading: input.map { [$0] } ?? [],
                own: workers.count > 0 ? [interruption.descriptor, workers.descriptor] : [interruption.descriptor],
                writing: output.isEmpty ? [] : [destination],
                within: !isFed && hasRoom ? .zero : report.interval)
            if isVerbose {
                for attempt in turn.attempts {
                    if let answer = service.attempted(attempt) { output.append(service.encode(answer)) }
                }
            }
            ended += turn.completions
            if workers.count > 0 {
                for (number, result) in workers.take() {
                    if let step = service.completed(number, result, nil) { perform(number, step) }
                }
            }
            deliver()
            if let input, turn.ready.contains(input) { try feed.read() }
            if turn.ready.contains(interruption.descriptor), interruption.take() { workers.dropWaiting() }
            if fatalSignal != nil { return }
            report.tally.inFlight = client.inFlight
            report.tally.failed = service.failures.count
            report.update()
        }
    }

    private var hasRoom: Bool {
        let pending = client.pending + ended.count + workers.count
        return pending < limits.pending && pending + order.count < limits.waiting && order.bytes < LoopLimits.held
            && !output.isFull && service.pendingBytes < LoopLimits.requests
    }

    /// Takes requests while there is room.
    /// - Returns: whether no requests are left.
    private mutating func take(from feed: inout RequestFeed<Service.Reader>) -> Bool {
        while hasRoom {
            guard let request = feed.next() else { return true }
            perform(service.receive(consume request))
        }
        return false
    }

    /// Takes each step out of the list, since a copy of one is much work.
    private mutating func perform(_ steps: consuming [(number: TransferID, step: Service.Step)]) {
        steps.reverse()
        while let (number, step) = steps.popLast() { perform(number, step) }
    }

    private mutating func perform(_ number: TransferID, _ step: Service.Step) {
        switch step {
        case .answer(let answer):
            report.tally.answered += 1
            if order.isKept {
                for line in order.place(service.encode(answer), of: number) { output.append(line) }
            } else {
                output.append(service.encode(answer))
            }
        case .transfer(let request, let reading):
            readings[number] = reading
            client.start(request, as: number)
        case .work(let work):
            workers.add(number, work)
        case .cancel:
            readings[number] = nil
            client.cancel(number)
            workers.cancel(number)
            ended.removeAll { $0.id == number }
            if delivery?.id == number { delivery = nil }
        }
    }

    /// Makes answers of ended transfers, one by one, while there is room.
    private mutating func deliver() {
        deliverValues()
        guard !ended.isEmpty else { return }
        var waiting = ended
        ended = []
        if order.isKept { waiting.sort { $0.id > $1.id } } else { waiting.reverse() }
        var kept: [RequestEnd] = []
        while let end = waiting.popLast() {
            if mayPass(end.id), hasTurn(end), hasWorker(for: end.id) { read(end) } else { kept.append(end) }
        }
        ended = kept
    }

    /// Writes values that have arrived, one by one, while there is room.
    private mutating func deliverValues() {
        while !output.isFull {
            if delivery == nil {
                guard let next = client.takeValues() else { return }
                delivery = ValueDelivery(next.id, next.response)
            }
            guard let current = delivery else { return }
            if let value = delivery?.values?.next() {
                guard let answer = service.arrived(current.id, value, of: current.response) else { continue }
                output.append(service.encode(answer))
            } else {
                delivery = nil
                if let end = current.end { conclude(end) }
            }
        }
    }

    /// True if the last values of a response may be written before its end. In an order, nothing is written before its turn.
    private func hasTurn(_ end: RequestEnd) -> Bool {
        Self.response(of: end)?.values == nil || delivery == nil && (!order.isKept || end.id == order.awaited)
    }

    /// True if the answer may go out now. After an interrupt, no answer waits for a request that has not begun.
    private func mayPass(_ number: TransferID) -> Bool {
        !output.isFull && (isInterrupted || number == order.awaited || order.bytes < LoopLimits.held)
    }

    /// True if slow work would begin now; until then, the response waits here, where it keeps no other one back.
    private func hasWorker(for number: TransferID) -> Bool {
        readings[number]?.lane.map { workers.hasRoom(in: $0) } ?? true
    }

    private mutating func read(_ end: RequestEnd) {
        guard let response = Self.response(of: end), response.values != nil else { return conclude(end) }
        delivery = ValueDelivery(end.id, response, end: end)
        deliverValues()
    }

    /// The response as far as it has come.
    private static func response(of end: RequestEnd) -> HTTPResponse? {
        (try? end.result.get()) ?? end.effort.refused
    }

    private mutating func conclude(_ end: RequestEnd) {
        guard let reading = readings.removeValue(forKey: end.id) else { return }
        let result: Result<Service.Step, FetchError>
        switch end.result {
        case .failure(let error):
            result = .failure(FetchError(error))
        case .success(let response):
            report.tally.note(response)
            let step = { @Sendable () throws(FetchError) in try reading.step(response) }
            if let lane = reading.lane { return workers.add(end.id, SlowWork(lane: lane, step: step)) }
            result = Result(catching: step)
        }
        if let step = service.completed(end.id, result, end.effort) { perform(end.id, step) }
    }
}

/// Bounds of what waits, so that a long input needs no more memory than a short one.
private struct LoopLimits {
    /// Requests that may be queued, running, or answered and waiting for their turn. Beyond that, reading stops. A cancel behind them
    /// is read when the first one is done.
    let waiting: Int
    /// Requests that may be queued or running. With `--ordered` there are fewer, because all of them may end before the one
    /// that the output waits for. None is stopped, because any may be that one.
    let pending: Int
    /// Bytes of unwritten output at which no transfer is started.
    static let highWater = 1 << 20
    /// Bytes of answers waiting for an earlier one at which no other answer is made and no request is read.
    static let held = 8 << 20
    /// Bytes of pending requests at which no request is read.
    static let requests = 8 << 20

    init(parallel: Int, isOrdered: Bool) {
        waiting = max(256, 2 * parallel)
        pending = isOrdered ? 2 * parallel : waiting
    }
}

/// Values of a response on their way to the output.
private struct ValueDelivery {
    let id: TransferID
    let response: HTTPResponse
    var values: BodyValues?
    /// The end of the transfer, for after its last value.
    let end: RequestEnd?

    init(_ id: TransferID, _ response: HTTPResponse, end: RequestEnd? = nil) {
        self.id = id
        self.response = response
        self.end = end
        values = response.values
    }
}

/// The signals that end the loop early: SIGINT after the running requests, any other one at once. The second one has the
/// system's default effect.
package struct Interruption: ~Copyable {
    private let signals: SignalPipe
    private let hasFiles: Bool
    fileprivate private(set) var isRequested = false
    fileprivate private(set) var fatalSignal: Int32?

    /// - Parameter hasFiles: whether the second one ends the loop instead, because running transfers have files to remove.
    package init(_ signals: consuming SignalPipe, hasFiles: Bool) {
        self.signals = signals
        self.hasFiles = hasFiles
    }

    fileprivate var descriptor: Int32 { signals.descriptor }

    /// - Returns: whether there was a signal.
    fileprivate mutating func take() -> Bool {
        let numbers = signals.take()
        for number in numbers {
            if number != SIGINT || isRequested, hasFiles { fatalSignal = number }
            isRequested = true
            if !hasFiles { SignalPipe.uninstall(number) }
        }
        return !numbers.isEmpty
    }
}
