package import HTTPTransfer
package import Wire

/// What follows from a request or from the end of a transfer.
package enum FetchEffect: Equatable, Sendable {
    /// The answer to the request with this number.
    case emit(TransferID, Event)
    case transfer(TransferID, HTTPRequest)
    /// The transfer is no longer wanted, and its end is not to be reported.
    case cancel(TransferID)
}
