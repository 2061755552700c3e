import FlyingFox
import FlyingSocks
import Foundation
import Synchronization

/// Serves the catalog over HTTP on a Unix socket, on threads of its own.
package final class CatalogServer: Sendable {
    private let plan: Mutex<FaultPlan>
    private let endpoints: [Vendor: any Endpoints] = [
        .itunes: ITunesEndpoints(), .github: GitHubEndpoints(now: { Int(Date().timeIntervalSince1970) }),
        .youtube: YouTubeEndpoints(), .pictures: PictureEndpoints(),
    ]
    private let end = Mutex<ServerError?>(nil)

    /// Why the server has ended, if it has.
    package var failure: ServerError? { end.withLock { $0 } }

    package init(_ plan: FaultPlan = FaultPlan()) {
        self.plan = Mutex(plan)
    }

    /// Returns once the socket takes connections.
    /// - Parameter ended: called when the server ends by itself, which it does only for want of the system's resources.
    package func start(on socket: SocketPath, ended: @escaping @Sendable (ServerError) -> Void) throws(ServerError) {
        // An answer ordered to be slow must not run into the server's own time limit, which is in seconds.
        let config = HTTPServer.Configuration(
            address: sockaddr_un.unix(path: socket.path), timeout: 24 * 3600, logger: .disabled)
        let server = HTTPServer(config: config, handler: ClosureHTTPHandler { [self] in await respond(to: $0) })
        let start = Start()
        Task.detached { [self] in
            do {
                try await server.run()
            } catch {
                let failure = ServerError(on: socket.path, cause: error)
                end.withLock { $0 = failure }
                if !start.settle(.failure(failure)) { ended(failure) }
            }
        }
        Task.detached {
            try await server.waitUntilListening(timeout: 60)
            _ = start.settle(.success(()))
        }
        try start.wait()
    }

    func respond(to request: HTTPRequest) async -> HTTPResponse {
        guard request.method == .GET else { return HTTPResponse(Answer.methodNotAllowed) }
        // "/vendor/path"
        let parts = request.path.split(separator: "/", maxSplits: 1).map(String.init)
        guard parts.count == 2, let vendor = Vendor(rawValue: parts[0]),
            let reply = endpoints[vendor]?.reply(to: CatalogRequest(request, path: parts[1]))
        else { return HTTPResponse(Answer.notFound) }
        let strikes = plan.withLock { $0.strikes(on: reply.subjects, of: vendor) }
        if strikes.delay > .zero { try? await Task.sleep(for: strikes.delay) }
        var answer = reply.answer.damaged(by: strikes.damage)
        if answer.status == 200, answer.isText, Gzip.isAccepted(by: request.headers[HTTPHeader("Accept-Encoding")]),
            let compressed = Gzip.compress(answer.body)
        {
            answer.body = compressed
            answer.headers["content-encoding"] = "gzip"
        }
        return HTTPResponse(answer, breaksOff: strikes.damage == .truncated)
    }
}

extension HTTPResponse {
    fileprivate init(_ answer: Answer, breaksOff: Bool = false) {
        let whole = HTTPBodySequence(data: Data(answer.body), suggestedBufferSize: 1 << 16)
        self.init(
            statusCode: HTTPStatusCode(answer.status),
            headers: HTTPHeaders(Dictionary(uniqueKeysWithValues: answer.headers.map { (HTTPHeader($0), $1) })),
            body: breaksOff ? BrokenOffBody(bytes: answer.body).declaredWhole : whole)
    }
}

extension CatalogRequest {
    fileprivate init(_ request: HTTPRequest, path: String) {
        self.init(
            path: path, parameters: QueryParameters(request.target.query()),
            userAgent: request.headers[HTTPHeader("User-Agent")], knownTag: request.headers[HTTPHeader("If-None-Match")]
        )
    }
}

extension HTTPStatusCode {
    fileprivate init(_ code: Int) {
        switch code {
        case 200: self = .ok
        case 304: self = .notModified
        case 400: self = .badRequest
        case 403: self = .forbidden
        case 404: self = .notFound
        case 405: self = .methodNotAllowed
        case 422: self = .unprocessableContent
        case 429: self = .tooManyRequests
        default: self = .internalServerError
        }
    }
}
