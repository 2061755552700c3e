import Compression
import Platform
package import Processes
import Synchronization

/// Serves the catalog over HTTP/1.1 on a Unix socket: a thread for each connection, so a slow answer delays no other.
package final class CatalogServer: Sendable {
    /// Connections served at once; more wait in the system's queue.
    private static let mostConnections = 1000

    private let plan: Mutex<FaultPlan>
    private let connections = Mutex(0)
    private let endpoints: [Vendor: any Endpoints] = [
        .itunes: ITunesEndpoints(), .github: GitHubEndpoints(now: { time(nil) }), .youtube: YouTubeEndpoints(),
        .pictures: PictureEndpoints(), .hackernews: HackerNewsEndpoints(), .wikipedia: WikipediaEndpoints(),
        .crates: CratesEndpoints(), .openlibrary: OpenLibraryEndpoints(), .covers: CoverEndpoints(),
        .npm: NPMEndpoints(),
    ]

    package init(_ plan: FaultPlan = FaultPlan()) {
        self.plan = Mutex(plan)
    }

    /// Returns once the socket takes connections.
    package func start(on socket: SocketPath) throws(SystemError) {
        let listener = try socket.listen()
        let started = DetachedThread.start { [self] in
            while true { accept(from: listener.number) }
        }
        if !started { throw SystemError("start a thread", code: EAGAIN) }
    }

    private func accept(from listener: Int32) {
        let number = Platform.accept(listener, nil, nil)
        guard number >= 0 else {
            // Out of descriptors or memory: waits for a connection to end.
            if errno != EINTR, errno != ECONNABORTED { usleep(10_000) }
            return
        }
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        while connections.withLock({ $0 >= Self.mostConnections }) { usleep(1000) }
        connections.withLock { $0 += 1 }
        let started = DetachedThread.start { [self] in
            Connection(number).serve(respond)
            close(number)
            connections.withLock { $0 -= 1 }
        }
        guard !started else { return }
        close(number)
        connections.withLock { $0 -= 1 }
    }

    func respond(to request: IncomingRequest) -> OutgoingResponse {
        guard request.method == "GET" else { return OutgoingResponse(.methodNotAllowed) }
        // "/vendor/path"
        let parts = request.path.drop { $0 == "/" }.split(separator: "/", maxSplits: 1).map(String.init)
        guard parts.count == 2, let vendor = Vendor(rawValue: parts[0]),
            let reply = endpoints[vendor]?.reply(to: CatalogRequest(request, path: parts[1]))
        else { return OutgoingResponse(.notFound) }
        let strikes = plan.withLock { $0.strikes(on: reply.subjects, of: vendor) }
        if strikes.delay > .zero { Self.sleep(strikes.delay) }
        var answer = reply.answer.damaged(by: strikes.damage)
        if answer.status == 200, answer.isText, AcceptEncoding.allowsGzip(request.headers["accept-encoding"]),
            let compressed = answer.body.compressed(.gzip, effort: .standard)
        {
            answer.body = compressed
            answer.headers["content-encoding"] = "gzip"
        }
        return OutgoingResponse(answer, isTruncated: strikes.damage == .truncated)
    }

    private static func sleep(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        var rest = timespec(tv_sec: Int(clamping: seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
        var left = timespec()
        while nanosleep(&rest, &left) != 0, errno == EINTR { rest = left }
    }
}

extension CatalogRequest {
    fileprivate init(_ request: IncomingRequest, path: String) {
        self.init(
            path: path, parameters: QueryParameters(request.query), userAgent: request.headers["user-agent"],
            knownTag: request.headers["if-none-match"])
    }
}
