import Platform
import Processes
import Synchronization

/// The router's only effect outside the bus; injected, so that tests need no browser.
package protocol URLOpener: Sendable {
    /// Starts to open a URL, and returns at once.
    /// - Returns: the program that opens it; nil where none is started.
    @discardableResult
    func open(_ url: WebURL) throws(URLFailure) -> String?
}

/// Opens pages in the user's browser: `$BROWSER`, or the system's default.
package struct Browser: URLOpener {
    private let commands: [BrowserCommand]

    /// - Parameter variable: the value of `$BROWSER`.
    package init(variable: String?) {
        let named = BrowserCommand.alternatives(in: variable ?? "")
        commands = named.isEmpty ? [BrowserCommand.standard].compactMap(\.self) : named
    }

    package func open(_ url: WebURL) throws(URLFailure) -> String? {
        for command in commands where DetachedProcess.start(command.arguments(for: url)) { return command.program }
        throw .noBrowser(tried: commands.map(\.program))
    }
}

/// An opener that starts nothing: the reader of the report may open the URL.
package struct NoOpener: URLOpener {
    package init() {}

    package func open(_ url: WebURL) throws(URLFailure) -> String? { nil }
}

/// A command that opens a URL: a program and its arguments, never a shell line.
package struct BrowserCommand: Equatable, Sendable {
    private let words: [String]

    /// - Parameter text: a program and its arguments, separated by blanks. `%s` in an argument is replaced with the URL, `%%`
    ///   for a percent sign; without a `%s` the URL becomes the last argument.
    package init?(_ text: Substring) {
        words = text.split(separator: " ").map(String.init)
        if words.isEmpty { return nil }
    }

    /// The value of `$BROWSER`: alternatives separated by colons, the best one first.
    package static func alternatives(in variable: String) -> [BrowserCommand] {
        variable.split(separator: ":").compactMap { BrowserCommand($0) }
    }

    /// Opens URLs where `$BROWSER` is not set.
    package static var standard: BrowserCommand? {
        BrowserCommand("xdg-open")
    }

    package var program: String { words[0] }

    /// The argument vector, the program first. A `WebURL` begins with its scheme, so it is never taken for an option.
    package func arguments(for url: WebURL) -> [String] {
        let filled = words.dropFirst().map { Self.fill($0, with: url) }
        let namesURL = filled.contains(where: \.hasURL)
        return [program] + filled.map(\.text) + (namesURL ? [] : [url.text])
    }

    private static func fill(_ word: String, with url: WebURL) -> (text: String, hasURL: Bool) {
        var filled = (text: "", hasURL: false)
        var rest = Substring(word)
        while let next = rest.popFirst() {
            switch (next, rest.first) {
            case ("%", "s"):
                filled.text += url.text
                filled.hasURL = true
                rest.removeFirst()
            case ("%", "%"):
                filled.text += "%"
                rest.removeFirst()
            default:
                filled.text.append(next)
            }
        }
        return filled
    }
}

/// The reason why a URL was not opened.
package enum URLFailure: Error, Equatable, Sendable {
    case notAURL, notWeb, noHost, credentials
    /// A failed start of every program that could open it.
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

/// Starts programs that live on by themselves: in a session of their own, away from the bus, never waited for.
package enum DetachedProcess {
    /// Lets the system reap children when they end. For a process that waits for none of them; call it once, before the
    /// first ``start(_:)``.
    package static func forgetChildren() { signal(SIGCHLD, SIG_IGN) }

    /// Started and perhaps not reaped: in the view's process the system does not reap children, since the view waits for its own.
    private static let started = Mutex<[pid_t]>([])

    /// - Parameter arguments: the argument vector; the program comes first and is searched for in PATH.
    /// - Returns: whether the program could be started.
    package static func start(_ arguments: [String]) -> Bool {
        var launch = Launch(arguments)
        launch.searchesPath = true
        // Standard input and output are the bus; the browser must not use them.
        launch.files = [
            .init("/dev/null", O_RDONLY, as: 0), .init("/dev/null", O_WRONLY, as: 1),
            .init("/dev/null", O_WRONLY, as: 2),
        ]
        // A system session of its own, so that the browser survives when the supervisor ends its services.
        launch.group = .ownSession
        guard let pid = try? launch.start() else { return false }
        started.withLock { started in
            started.removeAll { waitpid($0, nil, WNOHANG) != 0 }
            started.append(pid)
        }
        return true
    }
}
