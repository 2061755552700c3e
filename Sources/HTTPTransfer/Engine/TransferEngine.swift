import CCurl

/// Names a transfer; chosen by who starts it, and unique among those that have not ended.
package typealias TransferID = UInt64

/// Runs HTTP transfers side by side, on the thread that calls it. What it is given runs at once.
///
/// Redirects are followed here, hop by hop, so that what one origin may know is not told to another.
struct TransferEngine: ~Copyable {
    typealias Completion = (id: TransferID, result: Result<HTTPResponse, TransferError>)

    private struct Transfer {
        /// The hop under way.
        var request: HTTPRequest
        let easy: EasyHandle
        var redirects = 0
        /// What the hops before took.
        var elapsed = Duration.zero
    }

    static let redirectLimit = 10

    private let settings: ClientSettings
    private let now: () -> Int
    private var multi: MultiHandle
    private var running: [TransferID: Transfer] = [:]
    private var idle: [EasyHandle] = []
    private var completed: [Completion] = []

    /// - Parameter now: seconds since 1970, for headers that give a date.
    init(_ settings: ClientSettings, now: @escaping () -> Int) throws(TransferError) {
        self.settings = settings
        self.now = now
        multi = try MultiHandle(keptConnections: settings.parallel)
    }

    /// Transfers under way.
    var inFlight: Int { running.count }

    /// Begins a transfer; it is handed back by ``perform()``, once, unless it is cancelled.
    mutating func start(_ request: HTTPRequest, as id: TransferID) {
        do throws(TransferError) {
            try request.checkMethod()
            launch(Transfer(request: request, easy: try idleHandle()), as: id)
        } catch {
            completed.append((id, .failure(error)))
        }
    }

    /// Gives a transfer up. It is not handed back.
    mutating func cancel(_ id: TransferID) {
        completed.removeAll { $0.id == id }
        guard let transfer = running.removeValue(forKey: id) else { return }
        multi.remove(transfer.easy)
        idle.append(transfer.easy)
    }

    /// Whether one has ended that was not handed back yet.
    var hasEnded: Bool { !completed.isEmpty }

    /// Moves every transfer as far as it goes without waiting.
    /// - Returns: those that ended.
    mutating func perform() -> [Completion] {
        for (easy, failure) in multi.perform() { settle(easy, failure) }
        defer { completed.removeAll(keepingCapacity: true) }
        return completed
    }

    /// Waits until a transfer can go on, a descriptor is ready, or the time is over.
    /// - Returns: the descriptors that can be read or written, or have ended.
    func wait(reading: [Int32], writing: [Int32], milliseconds: Int32) -> [Int32] {
        multi.wait(reading: reading, writing: writing, milliseconds: milliseconds)
    }
}

extension TransferEngine {
    private mutating func idleHandle() throws(TransferError) -> EasyHandle {
        if let easy = idle.popLast() { return easy }
        return try EasyHandle()
    }

    private mutating func launch(_ transfer: Transfer, as id: TransferID) {
        do throws(TransferError) {
            let left = transfer.request.timeout - transfer.elapsed
            guard left > .zero else { throw .timeout(transfer.request.timeout) }
            try transfer.easy.prepare(transfer.request, of: id, timeout: left, settings)
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
        let before = transfer.elapsed
        transfer.elapsed += easy.elapsed
        do throws(TransferError) {
            if let failure {
                throw easy.error(
                    failure, host: transfer.request.url.host, elapsed: transfer.elapsed,
                    timeout: transfer.request.timeout)
            }
            if let target = easy.redirectTarget {
                transfer = try redirect(transfer, to: target)
                launch(transfer, as: id)
            } else {
                finish(transfer, as: id, .success(response(to: transfer, before: before)))
            }
        } catch {
            finish(transfer, as: id, .failure(error))
        }
    }

    private func redirect(_ transfer: Transfer, to target: String) throws(TransferError) -> Transfer {
        guard transfer.redirects < Self.redirectLimit else { throw .tooManyRedirects(limit: Self.redirectLimit) }
        var next = transfer
        next.redirects += 1
        next.request = try transfer.request.redirected(to: target, status: transfer.easy.status)
        return next
    }

    /// - Parameter before: what the hops before the last took.
    private func response(to transfer: Transfer, before: Duration) -> HTTPResponse {
        let easy = transfer.easy
        var response = HTTPResponse(
            url: transfer.request.url, status: easy.status, headers: easy.collector.headers,
            body: easy.collector.body, receivedAt: now(), duration: transfer.elapsed)
        response.retryAfter = response.header("Retry-After").flatMap {
            RetryAfter.seconds($0, now: response.receivedAt)
        }
        response.timeToFirstByte = before + easy.timeToFirstByte
        response.receivedBytes = easy.receivedBytes
        response.httpVersion = easy.httpVersion
        response.remoteAddress = easy.remoteAddress
        response.redirects = transfer.redirects
        return response
    }

    private mutating func finish(
        _ transfer: Transfer, as id: TransferID, _ result: Result<HTTPResponse, TransferError>
    ) {
        idle.append(transfer.easy)
        completed.append((id, result))
    }
}
