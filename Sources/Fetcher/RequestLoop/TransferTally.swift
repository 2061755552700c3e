import HTTPTransfer

/// Counts of requests, for progress and summary.
package struct TransferTally: Equatable, Sendable {
    package var answered = 0
    package var inFlight = 0
    package var failed = 0
    package var fromCache = 0
    /// Bytes of bodies, as received.
    package var bytes = 0

    package init() {}

    mutating func note(_ response: HTTPResponse) {
        bytes += response.receivedBytes
        switch response.cache {
        case .hit, .validated, .stale: fromCache += 1
        case .miss, nil: break
        }
    }
}
