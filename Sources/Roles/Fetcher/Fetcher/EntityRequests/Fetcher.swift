package import HTTPTransfer
import InteractorMessages
package import Wire

/// The interactor's logic as a pure value: requests in, transfers and answers out. Each request has exactly one answer, in
/// order of completion. Requests are numbered from 1 in the order of the input; a transfer has its request's number.
package struct Fetcher: Sendable {
    private struct Pending: Sendable {
        let event: Event
        let request: FetchRequest
        /// Nil while its plan is made.
        var reading: FetchPlan.Reading?
    }

    package private(set) var failures = FailureTally()
    private let sources: [any Source]
    private let secrets: Secrets
    private let bases: BaseURLs
    private let hosts: UnixHosts
    private let timeout: Duration
    private let lineLimit: Int
    private let worksAside: Bool
    private var pending: [TransferID: Pending] = [:]
    private var count: TransferID = 0
    /// Room for an answer's source and id, which are filled in when it is written.
    private static let stampAllowance = 256
    /// Characters quoted from a line that is not an event.
    private static let quotedLine = 200
    /// Characters of a message; a server's own words may be long.
    private static let messageLimit = 600

    /// - Parameters:
    ///   - timeout: for requests without a time-out of their own.
    ///   - worksAside: whether slow work is left to the caller, as ``FetchEffect/work(_:_:)`` and ``reading(_:_:)``.
    ///   - lineLimit: bytes; a longer answer fails as too large, since no role could read it.
    package init(
        sources: [any Source], bases: BaseURLs = BaseURLs(), hosts: UnixHosts = UnixHosts(),
        timeout: Duration = HTTPRequest.standardTimeout,
        lineLimit: Int = LineBuffer.standardLimit, worksAside: Bool = false
    ) {
        self.sources = sources
        secrets = Secrets(sources.flatMap(\.secrets))
        self.bases = bases
        self.hosts = hosts
        self.timeout = timeout
        self.lineLimit = lineLimit
        self.worksAside = worksAside
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
                return [.answer(nextNumber(), failed(event, name.quotable, error))]
            }
            return [begin(request, from: event)]
        } catch {
            return [.answer(nextNumber(), failed(event, name, .invalidRequest(error.reason)))]
        }
    }

    private mutating func nextNumber() -> TransferID {
        count += 1
        return count
    }

    /// Answers a line that is not an event.
    package mutating func refuse(_ line: String, _ error: EnvelopeError) -> FetchEffect {
        failures.note(.invalidRequest("\(error)"))
        let refused = ProcessOutput.Refused(
            reason: secrets.redact("\(error)"), line: secrets.redact(line).quotable(Self.quotedLine))
        return .answer(nextNumber(), Event(ProcessOutput.Refused.type, refused))
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
            return [failed(entry, error)]
        }
    }

    /// Where the answer to a request is slow work.
    func lane(of id: TransferID) -> String? { worksAside ? pending[id]?.reading?.lane : nil }

    /// The slow work by which a response becomes the answer; nil where ``completed(_:_:)`` is as good.
    func reading(_ id: TransferID, _ result: Result<HTTPResponse, TransferError>) -> SlowWork? {
        guard let lane = lane(of: id), case .success(let response) = result, let entry = pending[id],
            let reading = entry.reading
        else { return nil }
        return SlowWork(lane) {
            SlowResult(.answer(Result { () throws(FetchError) in try reading.event(response, entry.event) }))
        }
    }

    /// Takes the result of slow work.
    /// - Returns: nothing if the request has been cancelled.
    mutating func worked(_ id: TransferID, _ result: SlowResult) -> [FetchEffect] {
        guard let entry = pending.removeValue(forKey: id) else { return [] }
        switch result.content {
        case .plan(let plan): return [follow(id, entry) { () throws(FetchError) in try plan.get() }]
        case .answer(let answer):
            do throws(FetchError) {
                return [.answer(id, try finished(answer.get(), to: entry.request))]
            } catch {
                return [.answer(id, failed(entry, error))]
            }
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
        return follow(number, Pending(event: event, request: request)) { [self] () throws(FetchError) in
            try FetchPlan(request, sources: sources, bases: bases, hosts: hosts, timeout: timeout)
        }
    }

    private mutating func follow(
        _ number: TransferID, _ entry: Pending, _ plan: () throws(FetchError) -> FetchPlan
    ) -> FetchEffect {
        do throws(FetchError) {
            switch try plan() {
            case .answer(let answer):
                return .answer(number, try finished(answer(entry.event), to: entry.request))
            case .transfer(let transfer, let reading):
                var entry = entry
                entry.reading = reading
                pending[number] = entry
                return .transfer(number, transfer)
            case .later(_, let make) where !worksAside:
                return follow(number, entry, make)
            case .later(let lane, let make):
                pending[number] = entry
                return .work(
                    number, SlowWork(lane) { SlowResult(.plan(Result { () throws(FetchError) in try make() })) })
            }
        } catch {
            return .answer(number, failed(entry, error))
        }
    }

    private mutating func failed(_ entry: Pending, _ error: FetchError) -> Event {
        failed(entry.event, entry.request.action, error, source: entry.request.source)
    }

    /// Cancels the requests whose events match.
    private mutating func cancel(_ isMeant: (Event) -> Bool) -> [FetchEffect] {
        let given = pending.filter { isMeant($1.event) }
        return given.sorted { $0.key < $1.key }.flatMap { number, entry -> [FetchEffect] in
            pending[number] = nil
            let answer = failed(entry, .cancelled)
            return [.cancel(number), .answer(number, answer)]
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
        guard let reading = entry.reading else { throw .cancelled }
        return try finished(reading.event(response, entry.event), to: entry.request)
    }

    /// The answer without secrets, if it is short enough for a line.
    private func finished(_ answer: Event, to request: FetchRequest) throws(FetchError) -> Event {
        var answer = answer
        // The body of a URL that the user names stays as it is.
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
