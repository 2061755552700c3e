import CCurl

/// Names a transfer; chosen by who starts it, and unique among those that have not ended.
package typealias TransferID = UInt64

/// Runs HTTP transfers side by side, on the thread that calls it.
///
/// Transfers over the parallel limit wait in the engine's own queue: in libcurl's, their time-outs would run while they
/// wait. Redirects are followed here, hop by hop, so that what one origin may know is not told to another.
package struct TransferEngine: ~Copyable {
    package typealias Completion = (id: TransferID, result: Result<HTTPResponse, TransferError>)

    /// What came of one turn.
    package struct Turn {
        package let completions: [Completion]
        /// The watched descriptors that can be read or written, or have ended.
        package let ready: [Int32]
    }

    private struct Transfer {
        /// The hop under way.
        var request: HTTPRequest
        let easy: EasyHandle
        var redirects = 0
        /// What the hops before took.
        var elapsed = Duration.zero
    }

    package static let redirectLimit = 10
    package static let standardParallel = 8

    private let parallel: Int
    private let userAgent: String
    private var multi: MultiHandle
    private var queue = TransferQueue()
    private var running: [TransferID: Transfer] = [:]
    private var idle: [EasyHandle] = []
    private var completed: [Completion] = []
    private let now: () -> Int

    /// - Parameters:
    ///   - parallel: how many transfers run at once.
    ///   - now: seconds since 1970, for headers that give a date.
    package init(
        parallel: Int = standardParallel, userAgent: String, now: @escaping () -> Int = { WallClock.seconds }
    ) throws(TransferError) {
        self.parallel = max(1, parallel)
        self.userAgent = userAgent
        self.now = now
        multi = try MultiHandle(keptConnections: self.parallel)
    }

    /// While set, no transfer leaves the queue; those under way go on.
    package var isPaused = false

    /// Transfers that have not been handed back yet.
    package var pending: Int { queue.count + running.count + completed.count }

    /// Transfers that have left the queue.
    package var inFlight: Int { running.count }

    /// Takes a transfer on; it is handed back by ``turn(reading:writing:milliseconds:)``, once, unless it is cancelled.
    package mutating func start(_ request: HTTPRequest, as id: TransferID) {
        queue.append(request, as: id)
    }

    /// Gives a transfer up. It is not handed back.
    package mutating func cancel(_ id: TransferID) {
        completed.removeAll { $0.id == id }
        guard !queue.remove(id), let transfer = running.removeValue(forKey: id) else { return }
        multi.remove(transfer.easy)
        idle.append(transfer.easy)
    }

    /// Does what can be done, and waits for more where nothing was.
    /// - Parameters:
    ///   - reading: wake up as well when one of these can be read.
    ///   - writing: wake up as well when one of these can be written.
    ///   - milliseconds: the longest wait; nil waits as long as it takes.
    package mutating func turn(
        reading: [Int32] = [], writing: [Int32] = [], milliseconds: Int32? = nil
    ) -> Turn {
        launchQueued()
        for (easy, failure) in multi.perform() { settle(easy, failure) }
        launchQueued()
        let wait = completed.isEmpty ? milliseconds ?? .max : 0
        let ready = multi.wait(reading: reading, writing: writing, milliseconds: wait)
        defer { completed.removeAll() }
        return Turn(completions: completed, ready: ready)
    }
}

extension TransferEngine {
    private mutating func launchQueued() {
        while !isPaused, running.count < parallel, let (id, request) = queue.next() {
            do throws(TransferError) {
                launch(Transfer(request: request, easy: try idleHandle()), as: id)
            } catch {
                completed.append((id, .failure(error)))
            }
        }
    }

    private mutating func idleHandle() throws(TransferError) -> EasyHandle {
        if let easy = idle.popLast() { return easy }
        return try EasyHandle()
    }

    private mutating func launch(_ transfer: Transfer, as id: TransferID) {
        do throws(TransferError) {
            let left = transfer.request.timeout - transfer.elapsed
            guard left > .zero else { throw .timeout(transfer.request.timeout) }
            try transfer.easy.prepare(transfer.request, of: id, timeout: left, userAgent: userAgent)
            try multi.add(transfer.easy)
            running[id] = transfer
        } catch {
            finish(transfer, as: id, .failure(error))
        }
    }

    /// Takes the end of a hop, which may be the end of its transfer.
    private mutating func settle(_ easy: EasyHandle, _ failure: CURLcode?) {
        let id = easy.transfer
        guard var transfer = running.removeValue(forKey: id) else { return }
        transfer.elapsed += easy.elapsed
        do throws(TransferError) {
            if let failure {
                throw easy.error(failure, elapsed: transfer.elapsed, timeout: transfer.request.timeout)
            }
            if let target = easy.redirectTarget {
                transfer = try redirect(transfer, to: target)
                launch(transfer, as: id)
            } else {
                finish(transfer, as: id, .success(response(to: transfer)))
            }
        } catch {
            finish(transfer, as: id, .failure(error))
        }
    }

    private func redirect(_ transfer: Transfer, to target: String) throws(TransferError) -> Transfer {
        guard transfer.redirects < Self.redirectLimit else { throw .tooManyRedirects(limit: Self.redirectLimit) }
        var next = transfer
        next.redirects += 1
        do throws(TransferError) {
            next.request = transfer.request.redirected(to: try transfer.request.url.redirected(to: target))
        } catch .refusedScheme(let scheme) {
            throw .refusedRedirect("\(scheme): is not http or https")
        } catch {
            throw .refusedRedirect("its Location is no URL")
        }
        return next
    }

    private func response(to transfer: Transfer) -> HTTPResponse {
        let collector = transfer.easy.collector
        var response = HTTPResponse(
            url: transfer.request.url, status: transfer.easy.status, headers: collector.headers,
            body: collector.body, receivedAt: now(), duration: transfer.elapsed)
        response.retryAfter = response.header("Retry-After").flatMap {
            RetryAfter.seconds($0, now: response.receivedAt)
        }
        return response
    }

    private mutating func finish(
        _ transfer: Transfer, as id: TransferID, _ result: Result<HTTPResponse, TransferError>
    ) {
        idle.append(transfer.easy)
        completed.append((id, result))
    }
}
