import JSONRPC
import Platform
import Recording

/// The replies that a double is sending: for each message of the other side, those that are left.
struct ReplyRuns: Sendable {
    struct Run: Sendable {
        let steps: [DialoguePlan.Step]
        /// The message of the other side; nil for the opening.
        let cause: RPCMessage?
        let handles: [DialogueValues.Handle: [UInt8]]
        /// True if what follows the response is left out: it came once.
        let isRepeated: Bool
        fileprivate(set) var next = 0
        /// When the last thing happened that the next step waits for.
        fileprivate var since: Instant
        /// The responses that have come to requests of this run.
        fileprivate var responses: Set<Int> = []
        fileprivate var isCancelled = false
    }

    static let most = 10_000

    private let pace: PlaybackPace
    /// The number of runs that may be open.
    var limit = most
    private var runs: [Int: Run] = [:]
    private var count = 0

    init(pace: PlaybackPace) { self.pace = pace }

    var isEmpty: Bool { runs.isEmpty }
    var isFull: Bool { runs.count >= limit }
    /// In the order in which they began.
    var numbers: [Int] { runs.keys.sorted() }

    subscript(_ number: Int) -> Run? { runs[number] }

    /// The run that answers the request with this id.
    func of(request id: [UInt8]) -> (number: Int, run: Run)? {
        runs.first { $0.value.cause?.kind == .request && $0.value.cause?.id == id }.map { ($0.key, $0.value) }
    }

    /// The message that waits for everything recorded before it, by its place in the script; the first of several.
    var firstBlocked: Int? {
        runs.values.flatMap { $0.steps[$0.next...].prefix(1) }.filter(\.awaitsAll).map(\.entry).min()
    }

    // MARK: Time

    /// When the next message of a run is to be sent; nil if something has to come first.
    func due(_ number: Int, _ calls: RecordedCalls) -> Instant? {
        guard let run = runs[number], run.next < run.steps.count else { return nil }
        let step = run.steps[run.next]
        guard !step.awaitsAll || calls.firstAwaited >= step.entry, !step.awaitsCancellation || run.isCancelled,
            step.responses.allSatisfy(run.responses.contains)
        else { return nil }
        return pace == .recorded ? run.since + .seconds(step.delay) : .past
    }

    func nextDue(_ calls: RecordedCalls) -> Instant? { runs.keys.compactMap { due($0, calls) }.min() }

    // MARK: Changes

    mutating func begin(
        _ steps: [DialoguePlan.Step], cause: RPCMessage?, handles: [DialogueValues.Handle: [UInt8]] = [:],
        isRepeated: Bool = false, at now: Instant
    ) {
        count += 1
        runs[count] = Run(steps: steps, cause: cause, handles: handles, isRepeated: isRepeated, since: now)
    }

    /// The next message of a run has been sent.
    mutating func advance(_ number: Int, pastResponse: Bool, at now: Instant) {
        guard var run = runs[number] else { return }
        run.next = run.isRepeated && pastResponse ? run.steps.count : run.next + 1
        run.since = now
        runs[number] = run
    }

    mutating func note(response entry: Int, in number: Int, at now: Instant) {
        runs[number]?.responses.insert(entry)
        runs[number]?.since = now
    }

    mutating func cancel(_ number: Int) { runs[number]?.isCancelled = true }

    mutating func end(_ number: Int) { runs[number] = nil }

    mutating func endAll() { runs = [:] }
}

/// The count of a dialogue's messages so far.
package struct DialogueTally: Equatable, Sendable {
    /// Messages that came as recorded.
    package internal(set) var received = 0
    package internal(set) var sent = 0
    /// True if a request was refused.
    package internal(set) var hasRefused = false
    /// True if anything was not as recorded.
    package internal(set) var deviates = false
    /// Recorded requests that came more often than recorded, and are reported once.
    var reportedRepeats: Set<Int> = []
}
