package import HTTPTransfer
package import Wire

/// A service as a pure value: turns requests into transfers to start and answers to write.
///
/// Requests with an answer are numbered from 1 in the order of the input, without gaps. A transfer has its request's
/// number.
package protocol RequestService {
    associatedtype Reader: RequestReader

    mutating func receive(_ request: Reader.Request) -> [ServiceEffect]
    /// Takes the end of a transfer.
    /// - Returns: the lines of the answer; nil if the request has been cancelled, and so answered.
    mutating func completed(
        _ number: TransferID, _ result: Result<HTTPResponse, TransferError>
    ) -> [UInt8]?
    /// The same, for a service whose answers contain attempts and time.
    mutating func completed(
        _ number: TransferID, _ result: Result<HTTPResponse, TransferError>, _ effort: Effort
    ) -> [UInt8]?
    /// The lane of the slow work that the end of a transfer makes; nil where its answer is made at once.
    func lane(of number: TransferID) -> String?
    /// The slow work that the end of a transfer makes; nil where ``completed(_:_:_:)`` makes the answer.
    func reading(_ number: TransferID, _ result: Result<HTTPResponse, TransferError>) -> SlowWork?
    /// Takes the result of slow work.
    mutating func worked(_ number: TransferID, _ result: SlowResult) -> [ServiceEffect]
    /// Takes the end of an attempt that will be repeated.
    /// - Returns: lines about it, if the format has any.
    mutating func attempted(_ attempt: Attempt) -> [UInt8]
    /// Cancels every request whose transfer has not ended.
    mutating func abandon() -> [ServiceEffect]
    /// The failures so far.
    var failures: FailureTally { get }
    /// Bytes of requests without an answer, if they may be large.
    var pendingBytes: Int { get }
}

extension RequestService {
    package mutating func completed(
        _ number: TransferID, _ result: Result<HTTPResponse, TransferError>, _ effort: Effort
    ) -> [UInt8]? {
        completed(number, result)
    }

    package var pendingBytes: Int { 0 }

    package func lane(of number: TransferID) -> String? { nil }
    package func reading(_ number: TransferID, _ result: Result<HTTPResponse, TransferError>) -> SlowWork? { nil }
    package mutating func worked(_ number: TransferID, _ result: SlowResult) -> [ServiceEffect] { [] }
}

/// What follows from a request or from the end of a transfer.
package enum RequestEffect<Answer: Sendable>: Sendable {
    /// The only answer to the request with this number.
    case answer(TransferID, Answer)
    case transfer(TransferID, HTTPRequest)
    /// To be done beside the loop; its result goes to ``RequestService/worked(_:_:)``.
    case work(TransferID, SlowWork)
    /// The transfer is no longer wanted, and its end is not to be reported.
    case cancel(TransferID)

    func map<Other>(_ change: (Answer) -> Other) -> RequestEffect<Other> {
        switch self {
        case .answer(let number, let answer): .answer(number, change(answer))
        case .transfer(let number, let request): .transfer(number, request)
        case .work(let number, let work): .work(number, work)
        case .cancel(let number): .cancel(number)
        }
    }
}

package typealias FetchEffect = RequestEffect<Event>
/// Answers are lines.
package typealias ServiceEffect = RequestEffect<[UInt8]>
