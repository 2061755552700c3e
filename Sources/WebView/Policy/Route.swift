/// What can be asked for.
package enum Route: Equatable, Sendable {
    case page
    /// The stream of screens.
    case events
    /// Where forms go.
    case action
    case file(StaticFile)
    /// By its key.
    case picture(String)

    /// - Returns: nil for anything else.
    package init?(path: String) {
        switch path {
        case "/": self = .page
        case "/events": self = .events
        case "/act": self = .action
        default:
            if let file = StaticFile.allCases.first(where: { $0.path == path }) {
                self = .file(file)
            } else if path.hasPrefix("/picture/") {
                self = .picture(String(path.dropFirst("/picture/".count)))
            } else {
                return nil
            }
        }
    }

    package var method: String { self == .action ? "POST" : "GET" }
}
