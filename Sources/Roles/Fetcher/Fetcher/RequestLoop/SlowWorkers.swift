import HTTPTransfer
import Platform
import Processes
import Synchronization

/// Threads for slow work: one for a lane at a time, and a few at once.
struct SlowWorkers<Answer: Sendable>: ~Copyable {
    typealias Outcome = Result<RequestStep<Answer>, FetchError>

    private struct Done: Sendable {
        let number: TransferID
        let lane: String
        let result: Outcome
    }

    private struct Waiting {
        let number: TransferID
        let work: SlowWork<Answer>
    }

    /// The results of the threads, and the pipe by which they wake the loop.
    private final class Results: Sendable {
        let done = Mutex<[Done]>([])
        let pipe: Processes.Pipe

        init(_ pipe: consuming Processes.Pipe) {
            pipe.reader.setNonBlocking()
            pipe.writer.setNonBlocking()
            self.pipe = pipe
        }

        func add(_ number: TransferID, _ lane: String, _ result: Outcome) {
            done.withLock { $0.append(Done(number: number, lane: lane, result: result)) }
            var byte: UInt8 = 0
            // If the pipe is full, the loop wakes up anyway.
            _ = write(pipe.writer.number, &byte, 1)
        }
    }

    /// Threads at once. Each may start a process of 512 MB.
    private let most = 4

    private let results: Results
    private var waiting: [Waiting] = []
    private var lanes: Set<String> = []

    init() throws(SystemError) {
        results = Results(try Processes.Pipe.open())
    }

    /// The amount of work that has no result yet.
    var count: Int { waiting.count + lanes.count }

    /// Readable when there are results.
    var descriptor: Int32 { results.pipe.reader.number }

    /// True if work in this lane would begin at once.
    func hasRoom(in lane: String) -> Bool {
        lanes.count < most && !lanes.contains(lane) && !waiting.contains { $0.work.lane == lane }
    }

    mutating func add(_ number: TransferID, _ work: SlowWork<Answer>) {
        waiting.append(Waiting(number: number, work: work))
        begin()
    }

    /// Forgets work that has not begun. The result of any other is ignored.
    mutating func cancel(_ number: TransferID) { waiting.removeAll { $0.number == number } }

    /// Forgets all work that has not begun.
    mutating func dropWaiting() { waiting = [] }

    /// The results since the last call.
    mutating func take() -> [(number: TransferID, result: Outcome)] {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(results.pipe.reader.number, &bytes, bytes.count) == bytes.count {}
        let done = results.done.withLock { done in
            defer { done = [] }
            return done
        }
        for entry in done { lanes.remove(entry.lane) }
        begin()
        return done.map { ($0.number, $0.result) }
    }

    private mutating func begin() {
        while lanes.count < most, let next = waiting.firstIndex(where: { !lanes.contains($0.work.lane) }) {
            let entry = waiting.remove(at: next)
            let work = entry.work
            lanes.insert(work.lane)
            let job: @Sendable () -> Void = { [results, number = entry.number] in
                results.add(number, work.lane, Result { () throws(FetchError) in try work.step() })
            }
            // Without a thread, the loop does the work itself.
            if !DetachedThread.start(job) { job() }
        }
    }
}

/// Work that may take seconds, such as a jq program of an application's file. Threads do it beside the loop.
package struct SlowWork<Answer: Sendable>: Sendable {
    /// Work of one lane is done one after another, so that a slow source delays only itself.
    let lane: String
    package let step: @Sendable () throws(FetchError) -> RequestStep<Answer>
}
