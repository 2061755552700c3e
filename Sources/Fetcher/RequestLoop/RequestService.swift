package import HTTPTransfer

/// What requests lead to, as a pure value: transfers to start, and an answer for each request, fit to be written.
///
/// Requests that have an answer are numbered from 1 in the order of the input, without gaps; a request's transfer has its
/// number.
package protocol RequestService {
    associatedtype Reader: RequestReader

    mutating func receive(_ request: Reader.Request) -> [ServiceEffect]
    /// Takes the end of a transfer.
    /// - Returns: the lines of the answer; nil where the request was cancelled meanwhile, and is answered.
    mutating func completed(
        _ number: TransferID, _ result: Result<HTTPResponse, TransferError>
    ) -> [UInt8]?
    /// The same, for a service that tells what an answer took.
    mutating func completed(
        _ number: TransferID, _ result: Result<HTTPResponse, TransferError>, _ effort: Effort
    ) -> [UInt8]?
    /// Takes the end of an attempt that is not the last.
    /// - Returns: lines that tell of it, where the format has such.
    mutating func attempted(_ attempt: Attempt) -> [UInt8]
    /// Answers every request whose transfer has not ended as cancelled.
    mutating func abandon() -> [ServiceEffect]
    /// What has failed so far.
    var failures: FailureTally { get }
    /// Bytes of the requests that are not answered yet, where they may be large.
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
    /// The lines of the answer to a request, its last and only one.
    case answer(TransferID, [UInt8])
    case transfer(TransferID, HTTPRequest)
    /// This transfer is not wanted any more; its end is not to be told.
    case cancel(TransferID)
}
