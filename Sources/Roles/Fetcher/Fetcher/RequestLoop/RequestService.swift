package import JSON
package import HTTPTransfer
package import Wire

/// The next need of a request. A source or a service returns it, and ``FetcherLoop`` carries it out.
package enum RequestStep<Answer: Sendable>: Sendable {
    /// The request's only answer.
    case answer(Answer)
    /// The response determines the next step.
    indirect case transfer(HTTPRequest, Reading)
    /// Work whose result is the next step.
    case work(SlowWork<Answer>)
    /// The end of what is under way for the request.
    case cancel

    /// The way from a response, whatever its status, to the next step.
    package struct Reading: Sendable {
        /// The lane, if this is slow work.
        var lane: String?
        package let step: @Sendable (HTTPResponse) throws(FetchError) -> RequestStep
    }
}

/// A step towards an event.
package typealias FetchStep = RequestStep<Event>

/// A service as a pure value: determines the steps of requests.
///
/// Requests with an answer are numbered from 1 in the order of the input, without gaps. A transfer has its request's
/// number.
package protocol RequestService {
    associatedtype Reader: RequestReader
    associatedtype Answer: Sendable
    typealias Step = RequestStep<Answer>

    /// Takes a request. It may concern others, too.
    mutating func receive(_ request: consuming Reader.Request) -> [(number: TransferID, step: Step)]
    /// Takes the step that a response or slow work has led to, or the reason why there is none.
    /// - Parameter effort: of the transfer, if there was one.
    /// - Returns: the step, completed by the service; nil if the request has been cancelled, and so answered.
    mutating func completed(_ number: TransferID, _ result: Result<Step, FetchError>, _ effort: Effort?) -> Step?
    /// Takes a value of a response that may not be whole yet. The end of the transfer follows its values.
    mutating func arrived(
        _ number: TransferID, _ value: BodyValues.Value, of response: HTTPResponse
    ) -> Answer?
    /// Takes the end of an attempt that will be repeated.
    /// - Returns: an additional answer about it, if the format has any.
    mutating func attempted(_ attempt: Attempt) -> Answer?
    /// Cancels every request without an answer.
    mutating func abandon() -> [(number: TransferID, step: Step)]
    /// The lines of an answer.
    mutating func encode(_ answer: Answer) -> [UInt8]
    var failures: FailureTally { get }
    /// Bytes of requests without an answer, if they may be large.
    var pendingBytes: Int { get }
    /// Runs a loop of this service. Nothing implements it but the extension: as a requirement, it makes the compiler compile the
    /// loop for each service. Called from another module, the loop would work for any service, at half the speed.
    static func run(_ loop: inout FetcherLoop<Self>, _ feed: inout RequestFeed<Reader>) throws(StandardStream.Failure)
}

extension RequestService {
    /// Nothing arrives without values.
    package mutating func arrived(_: TransferID, _: BodyValues.Value, of _: HTTPResponse) -> Answer? { nil }

    package static func run(
        _ loop: inout FetcherLoop<Self>, _ feed: inout RequestFeed<Reader>
    ) throws(StandardStream.Failure) {
        try loop.serve(&feed)
    }
}
