import Platform
import Processes
import Wire

/// The end of the session: its reason and exit code, once it has begun.
final class SessionEnd {
    static let signals = [SIGINT, SIGTERM, SIGHUP]

    /// Why the session could not continue.
    private var failure: (code: ExitStatus, reason: String)?
    /// Why the service that ends the session has failed.
    private var words: String?
    /// The first signal that asked for the end.
    private var signal: Int32?
    private(set) var isUnderWay = false

    /// Somebody waits for the end.
    private(set) var isRequested = false

    /// The service that ends the session has ended.
    /// - Parameter reason: why, if it has failed; the exit code is its own.
    func begin(because reason: String? = nil) {
        words = words ?? reason
        isUnderWay = true
    }

    /// A tool asks for the end.
    func request() {
        isRequested = true
        isUnderWay = true
    }

    /// A signal asks for the end.
    /// - Returns: whether it is a second request: the user does not want to wait.
    func requested(by number: Int32) -> Bool {
        let isRepeated = isUnderWay && signal != nil
        signal = signal ?? number
        request()
        return isRepeated
    }

    /// The session cannot continue; the first reason counts.
    func failed(_ code: ExitStatus, _ reason: String) {
        failure = failure ?? (code, reason)
        isUnderWay = true
    }

    /// Why the session could not continue; nil if it could.
    var reason: String? { failure?.reason ?? words }

    /// The exit code of the failure, the signal or the service marked `exit_on_end`; without one, the code of the last service
    /// that failed, as with a shell's `pipefail`.
    /// - Parameter services: how each ended.
    func exitCode(of services: [(outcome: Outcome?, endsSession: Bool)]) -> Int32 {
        if let failure { return failure.code.rawValue }
        if let signal { return 128 + signal }
        let deciding = services.first(where: \.endsSession)
        return deciding?.outcome?.code ?? services.compactMap { $0.outcome?.code }.last { $0 != 0 } ?? 0
    }
}

/// How a session ended.
package struct Verdict: Equatable, Sendable {
    /// The exit code of the process.
    package var code: Int32
    /// Why the session could not continue, in one or more lines; nil if it could.
    package var reason: String?
    /// How many things went wrong; the log names them.
    package var problems: Int
    /// The path of the kept log; nil if there is no need to read it.
    package var log: String?
    /// Wishes of the user that were not fulfilled: a recording or a log that is incomplete.
    package var remarks: [String] = []
}
