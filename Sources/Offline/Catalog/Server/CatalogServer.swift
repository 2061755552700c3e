import Compression
import Platform
package import Processes
import Synchronization

/// Serves the catalog over HTTP/1.1 on a Unix socket: a thread for each connection, so a slow response delays no other.
package final class CatalogServer: Sendable {
    /// Connections served at once; more wait in the system's queue.
    private static let mostConnections = 1000

    private let plan: Mutex<FaultPlan>
    private let connections = Mutex(0)
    private let vendors = Mutex<[String: Vendor]>([:])

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
            CatalogConnection(number).serve(respond)
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
        guard parts.count == 2, let reply = reply(of: parts[0], to: CatalogRequest(request, path: parts[1])) else {
            return OutgoingResponse(.notFound)
        }
        let strikes = plan.withLock { $0.strikes(on: reply.subjects, of: parts[0]) }
        if strikes.delay > .zero { Self.sleep(strikes.delay) }
        var response = strikes.damage.map { damaged(reply, by: $0, of: parts[0]) } ?? reply.response
        if response.status == 200, response.isText, AcceptEncoding.allowsGzip(request.headers["accept-encoding"]),
            let compressed = response.body.compressed(.gzip, effort: .standard)
        {
            response.body = compressed
            response.headers["content-encoding"] = "gzip"
        }
        return OutgoingResponse(response, isTruncated: strikes.damage == .truncated)
    }

    private func reply(of name: String, to request: CatalogRequest) -> CatalogReply? {
        name == Pictures.vendor
            ? Pictures.reply(to: request.path, knownTag: request.knownTag) : vendor(name)?.reply(to: request)
    }

    /// A vendor is read when it is first asked.
    private func vendor(_ name: String) -> Vendor? {
        vendors.withLock { vendors in
            if vendors[name] == nil { vendors[name] = Vendor(name) }
            return vendors[name]
        }
    }

    /// The rest of a good response. A truncated one stays whole here: it breaks off on its way out.
    private func damaged(_ reply: CatalogReply, by damage: Fault.Kind, of name: String) -> CatalogResponse {
        guard case .answer(let fault) = damage else { return reply.response }
        if let answer = FaultAnswers.any[fault] { return CatalogResponse(answer, reply.scope) }
        guard let vendor = vendor(name), let answer = vendor.rules.faults[fault] else { return reply.response }
        return CatalogResponse(answer, reply.scope, headers: vendor.rules.headers)
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

/// A client's connection: requests one after the other, responses in the same order. Reads and writes block.
struct CatalogConnection {
    /// Bytes of a request's head at most.
    private static let longestHead = 64 << 10
    /// Bytes of a request's body that are read and dropped; a longer body ends the connection.
    private static let longestBody = 1 << 20

    private let descriptor: Int32
    private var unread: [UInt8] = []

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Returns when the client leaves, or a response ends the connection.
    consuming func serve(_ respond: (IncomingRequest) -> OutgoingResponse) {
        while let head = nextHead() {
            let isTooLong = head.count > Self.longestHead
            guard !isTooLong, let request = IncomingRequest(head) else {
                let response = isTooLong ? CatalogResponse.headTooLarge : .badRequest
                _ = write(OutgoingResponse(response).bytes(hasBody: true, closes: true))
                return
            }
            let isBodySkipped = request.bodyLength.map { skip($0) } ?? false
            let response = respond(request)
            let closes = !request.keepsConnection || !isBodySkipped
            let isWritten = write(response.bytes(hasBody: request.method != "HEAD", closes: closes))
            guard isWritten, !closes, !response.isTruncated else { return }
        }
    }

    /// The bytes before the next empty line; everything so far if that is too long; nil at the end.
    private mutating func nextHead() -> [UInt8]? {
        var searched = 0
        while true {
            if let end = (searched..<unread.count).first(where: { unread[$0...].starts(with: Self.emptyLine) }) {
                defer { unread.removeFirst(end + Self.emptyLine.count) }
                return Array(unread[..<end])
            }
            guard unread.count <= Self.longestHead else { return unread }
            searched = max(0, unread.count - Self.emptyLine.count + 1)
            guard readSome() else { return nil }
        }
    }

    private static let emptyLine = Array("\r\n\r\n".utf8)

    /// - Returns: whether the whole body was skipped.
    private mutating func skip(_ length: Int) -> Bool {
        guard length <= Self.longestBody else { return false }
        while unread.count < length {
            guard readSome() else { return false }
        }
        unread.removeFirst(length)
        return true
    }

    /// - Returns: false at the end.
    private mutating func readSome() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = read(descriptor, &bytes, bytes.count)
            if count < 0, errno == EINTR { continue }
            unread += bytes.prefix(max(0, count))
            return count > 0
        }
    }

    private func write(_ bytes: [UInt8]) -> Bool {
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            done += count
        }
        return true
    }
}
