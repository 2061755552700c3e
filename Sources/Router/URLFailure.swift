/// Why a URL was not opened.
package enum URLFailure: Error, Equatable, Sendable {
    case notAURL, notWeb, noHost, credentials
    /// None of the programs that could open it can be started.
    case noBrowser(tried: [String])
}

extension URLFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notAURL: "not a URL"
        case .notWeb: "only http and https URLs are opened"
        case .noHost: "the URL names no host"
        case .credentials: "the URL carries a user name or password"
        case .noBrowser(let tried):
            "cannot start \(tried.joined(separator: " or ")); set BROWSER to a program that opens a URL"
        }
    }
}
