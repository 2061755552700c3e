package import HTTPTransfer
import Wire

/// Requests without an envelope on a stream: one answer line each.
package struct ExchangeService: RequestService {
    package typealias Reader = ExchangeReader

    package private(set) var failures = FailureTally()
    private let format: ExchangeFormat
    private let hosts: UnixHosts
    private let diagnose: @Sendable (String) -> Void
    private let destination: BodyDestination
    private let keepsBodies: Bool
    private var pending: [TransferID: ExchangeRequest] = [:]
    package private(set) var pendingBytes = 0
    private var count: TransferID = 0

    /// - Parameters:
    ///   - hosts: hosts that listen on a Unix socket.
    ///   - destination: the destination of bodies that are not part of answers.
    ///   - keepsBodies: whether bodies are needed although they are not part of answers, as for a cache.
    ///   - diagnose: takes messages beside the answers, safe to print.
    package init(
        _ format: ExchangeFormat, hosts: UnixHosts = UnixHosts(), destination: BodyDestination = .nowhere,
        keepsBodies: Bool = false, diagnose: @escaping @Sendable (String) -> Void
    ) {
        self.format = format
        self.destination = destination
        self.keepsBodies = keepsBodies
        self.hosts = hosts
        self.diagnose = diagnose
    }

    package mutating func receive(_ request: ExchangeRequest) -> [ServiceEffect] {
        count += 1
        switch request.transfer {
        case .success(var transfer):
            transfer.unixSocket = transfer.url.scheme == "http" ? hosts[host: transfer.url.host] : nil
            direct(&transfer)
            pending[count] = request
            pendingBytes += request.heldBytes
            return [.transfer(count, transfer)]
        case .failure(let error):
            return [.answer(count, fail(request, error))]
        }
    }

    /// Sets the destination of the body. A body that is not held in memory has no limit.
    private func direct(_ transfer: inout HTTPRequest) {
        if let path = destination.path(count, url: transfer.url.text) {
            transfer.sink = .file(path)
            transfer.bodyLimit = nil
        } else if !format.hasBodies, !keepsBodies {
            transfer.sink = .nowhere
            transfer.bodyLimit = nil
        }
    }

    package mutating func completed(
        _ number: TransferID, _ result: Result<HTTPResponse, TransferError>
    ) -> [UInt8]? {
        completed(number, result, Effort(attempts: 1, time: .zero))
    }

    package mutating func completed(
        _ number: TransferID, _ result: Result<HTTPResponse, TransferError>, _ effort: Effort
    ) -> [UInt8]? {
        guard let request = take(number) else { return nil }
        switch result {
        case .failure(let error): return fail(request, FetchError(error), effort)
        case .success(let response):
            let (line, error) = format.line(request, response)
            // A status of 400 or more is an answer, but counts as a failure for the exit code.
            if let error = error ?? FetchError(statusOf: response) { failures.note(error) }
            return line
        }
    }

    private mutating func take(_ number: TransferID) -> ExchangeRequest? {
        guard let request = pending.removeValue(forKey: number) else { return nil }
        pendingBytes -= request.heldBytes
        return request
    }

    package mutating func attempted(_ attempt: Attempt) -> [UInt8] {
        let url = pending[attempt.id]?.url?.withoutSecrets ?? ""
        let words = AttemptText.words(attempt: attempt.number, cause: attempt.cause, delay: attempt.delay)
        diagnose("get \(url): \(words)".printable)
        return []
    }

    package mutating func abandon() -> [ServiceEffect] {
        pending.keys.sorted().flatMap { number -> [ServiceEffect] in
            guard let request = take(number) else { return [] }
            return [.cancel(number), .answer(number, fail(request, .cancelled))]
        }
    }

    private mutating func fail(
        _ request: ExchangeRequest, _ error: FetchError, _ effort: Effort? = nil
    ) -> [UInt8] {
        failures.note(error)
        return format.line(request, error, effort)
    }
}
