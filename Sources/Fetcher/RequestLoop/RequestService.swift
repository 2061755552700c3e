package import HTTPTransfer

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
}

package enum ServiceEffect: Equatable, Sendable {
    /// The lines of a request's only answer.
    case answer(TransferID, [UInt8])
    case transfer(TransferID, HTTPRequest)
    /// The transfer is no longer wanted, and its end is not to be reported.
    case cancel(TransferID)
}
