package import HTTPTransfer
import InteractorMessages
import JSON
package import Wire

/// The service of sessions as a pure value: events in, transfers and answers out. Each request has exactly one answer, in
/// order of completion.
package struct Fetcher: RequestService {
    package typealias Reader = EventReader

    private struct Pending {
        let event: Event
        let request: FetchRequest
    }

    package private(set) var failures = FailureTally()
    private let sources: [String: any Source]
    private let secrets: Secrets
    private let standIns: StandIns
    private let timeout: Duration
    private let lineLimit: Int
    private var format: any AnswerFormat
    private var pending: [TransferID: Pending] = [:]
    private var count: TransferID = 0
    /// The payload of the last page that was written.
    private var page: [UInt8]?
    /// Room for an answer's source and id, which are filled in when it is written.
    private static let stampAllowance = 256
    /// Characters quoted from a line that is not an event.
    private static let quotedLine = 200
    /// Characters of a message; a server's own words may be long.
    private static let messageLimit = 600

    /// - Parameters:
    ///   - standIns: servers to ask instead of other hosts.
    ///   - timeout: for requests without a time-out of their own.
    ///   - lineLimit: bytes; a longer answer fails as too large, since no role could read it.
    package init(
        sources: [any Source], standIns: StandIns = StandIns(), timeout: Duration = HTTPRequest.standardTimeout,
        lineLimit: Int = LineBuffer.standardLimit, format: any AnswerFormat
    ) {
        self.sources = Dictionary(sources.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        secrets = Secrets(sources.flatMap(\.secrets))
        self.standIns = standIns
        self.timeout = timeout
        self.lineLimit = lineLimit
        self.format = format
    }

    /// Ignores events that are not for an interactor, and answers a line that is not an event.
    package mutating func receive(
        _ incoming: consuming EventReader.Incoming
    ) -> [(number: TransferID, step: FetchStep)] {
        switch consume incoming {
        case .refused(let error, let line): [refuse(line, error)]
        case .event(let event): event.type.hasPrefix(Self.prefix) ? receive(event) : []
        }
    }

    private mutating func receive(_ event: Event) -> [(number: TransferID, step: FetchStep)] {
        do throws(PayloadError) {
            if event.type == InteractorInput.Cancel.type {
                let id = try event.decode(InteractorInput.Cancel.self).id
                return cancel { $0.id == id || $0.correlation == id }
            }
            guard let request = try FetchRequest(event) else {
                return [refuse(event, Self.name(of: event).quotable, "there is no such request")]
            }
            count += 1
            return [(count, first(Pending(event: event, request: request)))]
        } catch {
            return [refuse(event, Self.name(of: event), error.reason)]
        }
    }

    /// The first step of a request. One that is answered at once is never pending.
    private mutating func first(_ entry: Pending) -> FetchStep {
        do throws(FetchError) {
            let step = try completed(try entry.request.step(sources), entry)
            if case .answer = step { return step }
            pending[count] = entry
            return step
        } catch {
            return .answer(failed(entry, error))
        }
    }

    private static let prefix = "interactor.input."

    private static func name(of event: Event) -> String { String(event.type.dropFirst(prefix.count)) }

    package mutating func completed(
        _ number: TransferID, _ result: Result<FetchStep, FetchError>, _: Effort?
    ) -> FetchStep? {
        guard let entry = pending[number] else { return nil }
        do throws(FetchError) {
            let step = try completed(try result.get(), entry)
            if case .answer = step { pending[number] = nil }
            return step
        } catch {
            pending[number] = nil
            return .answer(failed(entry, error))
        }
    }

    private mutating func completed(_ step: FetchStep, _ entry: Pending) throws(FetchError) -> FetchStep {
        switch step {
        case .work: return step
        case .transfer(var transfer, let reading):
            try standIns.redirect(&transfer)
            standIns.connect(&transfer)
            transfer.timeout = entry.request.timeout ?? timeout
            return .transfer(transfer, reading)
        case .answer(let answer):
            if case .lookup = entry.request {
                format.reportMissing(in: answer) { secrets.redact(entry.request.action) }
            }
            return .answer(try finished(answer, to: entry))
        case .cancel: throw .cancelled
        }
    }

    package func attempted(_ attempt: Attempt) -> Event? {
        guard let entry = pending[attempt.id] else { return nil }
        let progress = InteractorOutput.Progress(
            done: 0, attempt: attempt.number, cause: secrets.redact(attempt.cause),
            delay: attempt.delay / .seconds(1))
        return Event(InteractorOutput.Progress.type, progress, answering: entry.event)
    }

    package mutating func abandon() -> [(number: TransferID, step: FetchStep)] { cancel { _ in true } }

    package mutating func encode(_ answer: Event) -> [UInt8] {
        if answer.type == InteractorOutput.found { page = answer.data }
        return format.encode(answer)
    }

    package var pendingBytes: Int { 0 }

    struct Page: JSONReadable {
        let cursor: String?
    }

    /// The cursor of the last page. The next call returns nil.
    package mutating func takeCursor() -> String? {
        defer { page = nil }
        return page.flatMap { try? Payload.decode(Page.self, from: $0, of: InteractorOutput.found) }?.cursor
    }
}

extension Fetcher {
    private mutating func refuse(_ line: String, _ error: EnvelopeError) -> (TransferID, FetchStep) {
        count += 1
        failures.note(.invalidRequest("\(error)"))
        let refused = ProcessOutput.Refused(
            reason: secrets.redact("\(error)"), line: secrets.redact(line).quotable(Self.quotedLine))
        return (count, .answer(Event(ProcessOutput.Refused.type, refused)))
    }

    private mutating func refuse(_ event: Event, _ action: String, _ reason: String) -> (TransferID, FetchStep) {
        count += 1
        return (count, .answer(failed(event, action, .invalidRequest(reason))))
    }

    /// Cancels the requests whose events match.
    private mutating func cancel(_ isMeant: (Event) -> Bool) -> [(number: TransferID, step: FetchStep)] {
        let given = pending.filter { isMeant($1.event) }
        return given.sorted { $0.key < $1.key }.flatMap { number, entry -> [(number: TransferID, step: FetchStep)] in
            pending[number] = nil
            return [(number, .cancel), (number, .answer(failed(entry, .cancelled)))]
        }
    }

    /// The answer in its chain and without secrets, if it is short enough for a line.
    private func finished(_ given: Event, to entry: Pending) throws(FetchError) -> Event {
        // The body of a URL that the user names stays as it is.
        let data = entry.request.source == nil ? given.data : secrets.redact(given.data)
        let answer = Event(given.type, data: data, answering: entry.event)
        // As JSON, a byte of an attribute has six at most. Few answers come so close to the limit that they are measured.
        let attributes =
            (answer.subject?.utf8.count ?? 0) + (answer.correlationID?.utf8.count ?? 0)
            + (answer.causationID?.utf8.count ?? 0) + (answer.causationSource?.utf8.count ?? 0)
        let longest = 2 * Self.stampAllowance + 6 * attributes
        guard data.count > lineLimit - longest else { return answer }
        let size = answer.line.count + Self.stampAllowance
        guard size <= lineLimit else {
            throw .tooLarge(
                "the answer has \(size) bytes, over the line limit of \(lineLimit); \(entry.request.adviceWhenTooLarge)"
            )
        }
        return answer
    }

    private mutating func failed(_ entry: Pending, _ error: FetchError) -> Event {
        failed(entry.event, entry.request.action, error, source: entry.request.source)
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
