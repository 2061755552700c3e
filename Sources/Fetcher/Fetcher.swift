package import HTTPTransfer
import InteractorMessages
package import Wire

/// The interactor's logic as a pure value: requests in, transfers and answers out. Each request has exactly one answer,
/// in order of completion.
package struct Fetcher: Sendable {
    package enum Effect: Equatable, Sendable {
        case emit(Event)
        case transfer(TransferID, HTTPRequest)
        /// This transfer is not wanted any more; its end is not to be told.
        case cancel(TransferID)
    }

    private struct Pending: Sendable {
        let event: Event
        let request: FetchRequest
        let plan: FetchPlan
    }

    package private(set) var failures = FailureTally()
    private let sources: [any Source]
    private let hosts: UnixHosts
    private let timeout: Duration
    private let lineLimit: Int
    private var pending: [TransferID: Pending] = [:]
    private var lastID: TransferID = 0
    /// Room for the source and the id of an answer, which are filled in when it is written.
    private static let stampAllowance = 256

    /// - Parameters:
    ///   - timeout: for requests that name none.
    ///   - lineLimit: bytes; an answer over it is told as too large, since nobody could read it.
    package init(
        sources: [any Source], hosts: UnixHosts = UnixHosts(), timeout: Duration = HTTPRequest.standardTimeout,
        lineLimit: Int = LineBuffer.standardLimit
    ) {
        self.sources = sources
        self.hosts = hosts
        self.timeout = timeout
        self.lineLimit = lineLimit
    }

    /// Takes one event. One that is not for an interactor is nothing to it.
    package mutating func receive(_ event: Event) -> [Effect] {
        let prefix = "interactor.input."
        guard event.type.hasPrefix(prefix) else { return [] }
        let name = String(event.type.dropFirst(prefix.count))
        do throws(PayloadError) {
            if event.type == InteractorInput.Cancel.type {
                return cancel(try event.decode(InteractorInput.Cancel.self))
            }
            guard let request = try FetchRequest(event) else {
                let error = FetchError.invalidRequest("there is no such request")
                return [.emit(failed(event, name.quotable, error))]
            }
            return [begin(request, from: event)]
        } catch {
            return [.emit(failed(event, name, .invalidRequest(error.reason)))]
        }
    }

    /// Answers a line that is no event.
    package mutating func refuse(_ line: String, _ error: EnvelopeError) -> Event {
        let cause = FetchError.invalidRequest("\(error): \"\(line.quotable)\"")
        failures.note(cause)
        return Event(InteractorOutput.Failed.type, Self.report(cause, "read a line", source: nil))
    }

    /// Takes the end of a transfer that was asked for.
    /// - Returns: the answer; nothing where the request was cancelled meanwhile.
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

    private mutating func begin(_ request: FetchRequest, from event: Event) -> Effect {
        do throws(FetchError) {
            let plan = try FetchPlan(request, sources: sources, timeout: timeout).through(hosts)
            lastID += 1
            pending[lastID] = Pending(event: event, request: request, plan: plan)
            return .transfer(lastID, plan.transfer)
        } catch {
            return .emit(failed(event, request.action, error, source: request.source))
        }
    }

    private mutating func cancel(_ cancel: InteractorInput.Cancel) -> [Effect] {
        let given = pending.filter { $1.event.id == cancel.id || $1.event.correlation == cancel.id }
        return given.sorted { $0.key < $1.key }.flatMap { id, entry -> [Effect] in
            pending[id] = nil
            let answer = failed(entry.event, entry.request.action, .cancelled, source: entry.request.source)
            return [.cancel(id), .emit(answer)]
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
        let answer = try entry.plan.read(response, entry.event)
        var envelope = answer
        envelope.data = []
        let size = envelope.line.count + answer.data.count + Self.stampAllowance
        guard size <= lineLimit else {
            let advice = entry.request.adviceWhenTooLarge
            throw .tooLarge("the answer has \(size) bytes, over the line limit of \(lineLimit); \(advice)")
        }
        return answer
    }

    private mutating func failed(
        _ event: Event, _ action: String, _ error: FetchError, source: String? = nil
    ) -> Event {
        failures.note(error)
        return Event(
            InteractorOutput.Failed.type, Self.report(error, action, source: source), answering: event)
    }

    private static func report(_ error: FetchError, _ action: String, source: String?) -> InteractorOutput.Failed {
        InteractorOutput.Failed(
            kind: error.kind, message: "\(action): \(error.cause)", retryable: error.isRetryable, source: source,
            status: error.status, retryAfter: error.retryAfter)
    }
}
