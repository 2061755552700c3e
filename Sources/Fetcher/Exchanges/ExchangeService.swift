package import HTTPTransfer
import Wire

/// Requests without an envelope on a stream: one answer line each.
package struct ExchangeService: RequestService {
    package typealias Reader = ExchangeReader

    package private(set) var failures = FailureTally()
    private let format: ExchangeFormat
    private let hosts: UnixHosts
    private let diagnose: @Sendable (String) -> Void
    private var pending: [TransferID: ExchangeRequest] = [:]
    private var count: TransferID = 0

    /// - Parameters:
    ///   - hosts: those that listen on a Unix socket.
    ///   - diagnose: takes what is told beside the answers, fit to be printed.
    package init(
        _ format: ExchangeFormat, hosts: UnixHosts = UnixHosts(), diagnose: @escaping @Sendable (String) -> Void
    ) {
        self.format = format
        self.hosts = hosts
        self.diagnose = diagnose
    }

    package mutating func receive(_ request: ExchangeRequest) -> [ServiceEffect] {
        count += 1
        switch request.transfer {
        case .success(var transfer):
            transfer.unixSocket = transfer.url.scheme == "http" ? hosts[host: transfer.url.host] : nil
            pending[count] = request
            return [.transfer(count, transfer)]
        case .failure(let error):
            return [.answer(count, fail(request, error))]
        }
    }

    package mutating func completed(
        _ number: TransferID, _ result: Result<HTTPResponse, TransferError>
    ) -> [UInt8]? {
        guard let request = pending.removeValue(forKey: number) else { return nil }
        switch result {
        case .failure(let error): return fail(request, FetchError(error))
        case .success(let response):
            let (line, error) = format.line(request, response)
            // A status of 400 or more is an answer, and a failure to whoever asks for no failures.
            if let error = error ?? FetchError(statusOf: response) { failures.note(error) }
            return line
        }
    }

    package mutating func attempted(_ attempt: Attempt) -> [UInt8] {
        let url = pending[attempt.id]?.url?.withoutSecrets ?? ""
        let words = AttemptText.words(attempt: attempt.number, cause: attempt.cause, delay: attempt.delay)
        diagnose("get \(url): \(words)".printable)
        return []
    }

    package mutating func abandon() -> [ServiceEffect] {
        pending.keys.sorted().flatMap { number -> [ServiceEffect] in
            guard let request = pending.removeValue(forKey: number) else { return [] }
            return [.cancel(number), .answer(number, fail(request, .cancelled))]
        }
    }

    private mutating func fail(_ request: ExchangeRequest, _ error: FetchError) -> [UInt8] {
        failures.note(error)
        return format.line(request, error)
    }
}
