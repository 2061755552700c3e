package import HTTPTransfer
import InteractorMessages
package import Wire

/// The interactor's logic as a pure value: requests in, transfers and answers out. Each request has exactly one answer, in
/// order of completion. Requests are numbered from 1 in the order of the input; a transfer has its request's number.
package struct Fetcher: Sendable {
    private struct Pending: Sendable {
        let event: Event
        let request: FetchRequest
        let reading: FetchPlan.Reading
    }

    package private(set) var failures = FailureTally()
    private let sources: [any Source]
    private let secrets: Secrets
    private let bases: BaseURLs
    private let hosts: UnixHosts
    private let timeout: Duration
    private let lineLimit: Int
    private var pending: [TransferID: Pending] = [:]
    private var count: TransferID = 0
    /// Room for an answer's source and id, which are filled in when it is written.
    private static let stampAllowance = 256
    /// How many characters of a line that is no event are quoted.
    private static let quotedLine = 200
    /// Characters of a message; a server's own words may be long.
    private static let messageLimit = 600

    /// - Parameters:
    ///   - timeout: for requests without a time-out of their own.
    ///   - lineLimit: bytes; a longer answer fails as too large, since no role could read it.
    package init(
        sources: [any Source], bases: BaseURLs = BaseURLs(), hosts: UnixHosts = UnixHosts(),
        timeout: Duration = HTTPRequest.standardTimeout,
        lineLimit: Int = LineBuffer.standardLimit
    ) {
        self.sources = sources
        secrets = Secrets(sources.flatMap(\.secrets))
        self.bases = bases
        self.hosts = hosts
        self.timeout = timeout
        self.lineLimit = lineLimit
    }

    /// Takes an event. Ignores events that are not for an interactor.
    package mutating func receive(_ event: Event) -> [FetchEffect] {
        let prefix = "interactor.input."
        guard event.type.hasPrefix(prefix) else { return [] }
        let name = String(event.type.dropFirst(prefix.count))
        do throws(PayloadError) {
            if event.type == InteractorInput.Cancel.type {
                let id = try event.decode(InteractorInput.Cancel.self).id
                return cancel { $0.id == id || $0.correlation == id }
            }
            guard let request = try FetchRequest(event) else {
                let error = FetchError.invalidRequest("there is no such request")
                return [.emit(nextNumber(), failed(event, name.quotable, error))]
            }
            return [begin(request, from: event)]
        } catch {
            return [.emit(nextNumber(), failed(event, name, .invalidRequest(error.reason)))]
        }
    }

    private mutating func nextNumber() -> TransferID {
        count += 1
        return count
    }

    /// Answers a line that is no event.
    package mutating func refuse(_ line: String, _ error: EnvelopeError) -> FetchEffect {
        failures.note(.invalidRequest("\(error)"))
        let refused = ProcessOutput.Refused(
            reason: secrets.redact("\(error)"), line: secrets.redact(line).quotable(Self.quotedLine))
        return .emit(nextNumber(), Event(ProcessOutput.Refused.type, refused))
    }

    /// Takes the end of a transfer.
    /// - Returns: the answer; nothing if the request has been cancelled.
    package mutating func completed(
        _ id: TransferID, _ result: Result<HTTPResponse, TransferError>
    ) -> [Event] {
        guard let entry = pending.removeValue(forKey: id) else { return [] }
        do throws(FetchError) {
            return [try answer(entry, result)]
        } catch {
            return [failed(entry.event, entry.request.action, error, source: entry.request.source)]
        }
    }

    /// Reports an attempt that will be repeated.
    package func attempted(_ attempt: Attempt) -> Event? {
        guard let entry = pending[attempt.id] else { return nil }
        let progress = InteractorOutput.Progress(
            done: 0, attempt: attempt.number, cause: secrets.redact(attempt.cause),
            delay: attempt.delay / .seconds(1))
        return Event(InteractorOutput.Progress.type, progress, answering: entry.event)
    }

    /// Cancels every request without an answer.
    package mutating func abandon() -> [FetchEffect] { cancel { _ in true } }

    private mutating func begin(_ request: FetchRequest, from event: Event) -> FetchEffect {
        let number = nextNumber()
        do throws(FetchError) {
            switch try FetchPlan(request, sources: sources, bases: bases, hosts: hosts, timeout: timeout) {
            case .answer(let answer):
                return .emit(number, try finished(answer(event), to: request))
            case .transfer(let transfer, let reading):
                pending[number] = Pending(event: event, request: request, reading: reading)
                return .transfer(number, transfer)
            }
        } catch {
            return .emit(number, failed(event, request.action, error, source: request.source))
        }
    }

    /// Cancels the requests whose events match.
    private mutating func cancel(_ isMeant: (Event) -> Bool) -> [FetchEffect] {
        let given = pending.filter { isMeant($1.event) }
        return given.sorted { $0.key < $1.key }.flatMap { number, entry -> [FetchEffect] in
            pending[number] = nil
            let answer = failed(entry.event, entry.request.action, .cancelled, source: entry.request.source)
            return [.cancel(number), .emit(number, answer)]
        }
    }

    private func answer(
        _ entry: Pending, _ result: Result<HTTPResponse, TransferError>
    ) throws(FetchError) -> Event {
        let response: HTTPResponse
        switch result {
        case .success(let whole): response = whole
        case .failure(let error): throw FetchError(error)
        }
        return try finished(entry.reading(response, entry.event), to: entry.request)
    }

    /// The answer without secrets, if it is short enough for a line.
    private func finished(_ answer: Event, to request: FetchRequest) throws(FetchError) -> Event {
        var answer = answer
        // The body of a URL that a person names is left as it is.
        if request.source != nil { answer.data = secrets.redact(answer.data) }
        var envelope = answer
        envelope.data = []
        let size = envelope.line.count + answer.data.count + Self.stampAllowance
        guard size <= lineLimit else {
            throw .tooLarge(
                "the answer has \(size) bytes, over the line limit of \(lineLimit); \(request.adviceWhenTooLarge)")
        }
        return answer
    }

    private mutating func failed(
        _ event: Event, _ action: String, _ error: FetchError, source: String? = nil
    ) -> Event {
        failures.note(error)
        return Event(
            InteractorOutput.Failed.type, report(error, action, source: source), answering: event)
    }

    private func report(_ error: FetchError, _ action: String, source: String?) -> InteractorOutput.Failed {
        // Cut after secrets are removed, since half a secret would not be recognized.
        let message = secrets.redact("\(action): \(error.cause)").quotable(Self.messageLimit)
        return InteractorOutput.Failed(
            kind: error.kind, message: message, retryable: error.isRetryable, source: source.map(secrets.redact),
            status: error.refusal?.status, retryAfter: error.refusal?.retry?.seconds,
            retryAt: error.refusal?.retry?.moment)
    }
}
