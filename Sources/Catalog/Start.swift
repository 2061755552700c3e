import Dispatch
import Synchronization

/// Whether the server has come up: settled once, by whichever of its tasks knows first.
final class Start: Sendable {
    private let outcome = Mutex<Result<Void, ServerError>?>(nil)
    private let settled = DispatchSemaphore(value: 0)

    /// - Returns: whether this was the first word.
    func settle(_ result: Result<Void, ServerError>) -> Bool {
        let isFirst = outcome.withLock { outcome in
            guard outcome == nil else { return false }
            outcome = result
            return true
        }
        if isFirst { settled.signal() }
        return isFirst
    }

    func wait() throws(ServerError) {
        settled.wait()
        try outcome.withLock { $0 }?.get()
    }
}
