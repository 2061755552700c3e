import HTTPTransfer

/// What has come of the requests so far, to be shown to a person.
package struct TransferTally: Equatable, Sendable {
    package var answered = 0
    package var inFlight = 0
    package var failed = 0
    package var fromCache = 0
    /// Of bodies, as received.
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
