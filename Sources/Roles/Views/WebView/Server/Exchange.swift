import CMicroHTTPD
import Platform

/// A request while its body arrives and its answer is made.
final class Exchange {
    let head: RequestHead
    let decision: Admission.Decision
    private(set) var body: [UInt8] = []
    private(set) var isTooLarge = false
    /// The latest time for the answer to a request that was carried out.
    var deadline: Instant?
    private let connection: OpaquePointer
    private var isWaiting = false

    init(_ head: RequestHead, _ decision: Admission.Decision, _ connection: OpaquePointer) {
        self.head = head
        self.decision = decision
        self.connection = connection
    }

    func append(_ bytes: UnsafeRawBufferPointer) {
        guard body.count + bytes.count <= Admission.longestBody else { return isTooLarge = true }
        body += bytes
    }

    func wait() {
        isWaiting = true
        MHD_suspend_connection(connection)
    }

    func wake() {
        guard isWaiting else { return }
        isWaiting = false
        MHD_resume_connection(connection)
    }
}

enum RequestOutcome {
    case response(Response)
    /// A stream of screens.
    case stream
    /// The response follows when the screen has settled: the request is handled again then.
    case later
}

/// Answers requests. All is called by ``HTTPServer/run()``.
protocol RequestHandler: AnyObject {
    func admit(_ head: RequestHead) -> Admission.Decision
    /// - Parameter exchange: with its whole body.
    func answer(_ exchange: Exchange) -> RequestOutcome
    func next(for stream: EventStream) -> EventStream.Next
    /// The name of the cookie.
    /// - Parameter host: as the request names it.
    func cookieName(for host: String?) -> String
}
