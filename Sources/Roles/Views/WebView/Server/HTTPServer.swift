import CMicroHTTPD
import Platform
import WebAccess

/// The HTTP server (libmicrohttpd), on a socket that listens already. It has no thread: ``run()`` does what there is to do.
final class HTTPServer {
    /// Never stopped: the library ends the process if a connection waits then. The system closes what the process leaves.
    private var daemon: OpaquePointer?
    private unowned let handler: any RequestHandler
    private var streams: [ObjectIdentifier: EventStream] = [:]
    private var waiting: [ObjectIdentifier: Exchange] = [:]
    /// Connections come from a front, which has found out whose they are.
    private let isHandedOver: Bool
    /// The descriptor to wait for.
    private(set) var descriptor: Int32 = -1

    /// Connections that have not sent an admitted request yet.
    private var strangers = Strangers<OpaquePointer>(most: 400, patience: .seconds(10))

    /// The most connections; further ones are closed at once.
    static let mostConnections = 1100
    /// Seconds without traffic before a connection is closed. Quiet event streams are exempt.
    private static let secondsIdle = 30
    /// Memory for a request's head.
    private static let memory = 1 << 15
    /// Bytes that the library holds for a stream to a client without chunked coding, and for no other.
    private static let block = 1 << 10

    /// - Returns: nil when it cannot start.
    init?(listener: Int32, handler: any RequestHandler) {
        self.handler = handler
        isHandedOver = listener < 0
        daemon = viperline_http_start(
            listener,
            { context, connection, path, method, _, bytes, count, state in
                guard let context, let connection, let path, let method, let count, let state else { return .NO }
                let server = Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue()
                return server.take(connection, path: path, method: method, bytes: bytes, count: count, state: state)
            },
            { context, _, state, _ in
                guard let context, let state, let pointer = state.pointee else { return }
                state.pointee = nil
                let exchange = Unmanaged<Exchange>.fromOpaque(pointer).takeRetainedValue()
                Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue().forget(exchange)
            },
            { context, connection, _, change in
                guard let context, let connection else { return }
                Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue().note(connection, change)
            }, Unmanaged.passUnretained(self).toOpaque(), UInt32(Self.mostConnections), UInt32(Self.secondsIdle),
            Self.memory)
        guard let daemon else { return nil }
        descriptor = viperline_http_descriptor(daemon)
    }

    /// Takes a connection that was handed over.
    func add(_ connection: Int32) { if let daemon { _ = viperline_http_add(daemon, connection) } }

    /// Does what there is to do, and returns.
    func run() {
        guard let daemon else { return }
        for stranger in strangers.takeLate(now: Instant.now) { viperline_http_end(stranger) }
        MHD_run(daemon)
    }

    /// Time until ``run()`` has something to do; nil while only ``descriptor`` can wake the loop.
    var timeout: Duration? {
        var milliseconds: UInt64 = 0
        guard let daemon else { return nil }
        let ofServer = MHD_get_timeout(daemon, &milliseconds) == .YES ? Duration.milliseconds(milliseconds) : nil
        return earliest(ofServer, strangers.untilLate(now: Instant.now))
    }

    private func note(_ connection: OpaquePointer, _ change: MHD_ConnectionNotificationCode) {
        guard viperline_http_has_come(change) != 0 else { return strangers.forget(connection) }
        if let oldest = strangers.came(connection, now: Instant.now) { viperline_http_end(oldest) }
    }

    var hasStreams: Bool { !streams.isEmpty }

    private(set) var requests = 0

    /// The time when the first of the requests that wait is to be answered; nil for none.
    var deadline: Instant? { waiting.values.compactMap(\.deadline).min() }

    /// Wakes the streams that have not sent that version yet. One that was not waiting may have sent it already, and others wait.
    func wakeStreams(behind version: Int) {
        for stream in streams.values where stream.version != version { stream.wake() }
    }

    /// Wakes all streams: there may be something to send to browsers that watch.
    func wakeStreams(heartbeat: Bool = false) {
        for stream in streams.values {
            stream.needsHeartbeat = stream.needsHeartbeat || heartbeat
            stream.wake()
        }
    }

    /// Handles waiting requests again, if they can be answered now.
    func wakeRequests(if isDue: (Exchange) -> Bool) {
        for (id, exchange) in waiting where isDue(exchange) {
            waiting[id] = nil
            exchange.wake()
        }
    }

    // MARK: Requests

    private func take(
        _ connection: OpaquePointer, path: UnsafePointer<CChar>, method: UnsafePointer<CChar>,
        bytes: UnsafePointer<CChar>?, count: UnsafeMutablePointer<Int>,
        state: UnsafeMutablePointer<UnsafeMutableRawPointer?>
    ) -> MHD_Result {
        guard let pointer = state.pointee else {
            requests &+= 1
            let head = head(of: connection, path: String(cString: path), method: String(cString: method))
            let decision = isPlain(connection) ? handler.admit(head) : .refuse(.badRequest)
            switch decision {
            // A refusal comes before the body of the request.
            case .refuse(let refusal): return send(.refusal(refusal), on: connection)
            // Anybody can have guessed at a token.
            case .exchange, .lead: break
            case .answer, .answerWithKey: strangers.forget(connection)
            }
            state.pointee = Unmanaged.passRetained(Exchange(head, decision, connection)).toOpaque()
            return .YES
        }
        let exchange = Unmanaged<Exchange>.fromOpaque(pointer).takeUnretainedValue()
        if count.pointee > 0, let bytes {
            exchange.append(UnsafeRawBufferPointer(start: bytes, count: count.pointee))
            count.pointee = 0
            return .YES
        }
        guard !exchange.isTooLarge else { return send(.refusal(.tooLarge), on: connection) }
        switch handler.answer(exchange) {
        case .response(let response): return send(response, on: connection)
        case .stream: return stream(on: connection)
        case .later:
            waiting[ObjectIdentifier(exchange)] = exchange
            exchange.wait()
            return .YES
        }
    }

    private func forget(_ exchange: Exchange) { waiting[ObjectIdentifier(exchange)] = nil }

    /// True if no header that decides is duplicated, and the body has one length: a proxy in front of this server might interpret the other
    /// one (request smuggling).
    private func isPlain(_ connection: OpaquePointer) -> Bool {
        let once = [
            "Host", "Origin", "Cookie", "Sec-Fetch-Site", "X-Viperline", "Content-Type", "Content-Length",
            "Transfer-Encoding",
        ]
        return once.allSatisfy { viperline_http_is_single(connection, $0) != 0 }
            && viperline_http_header(connection, "Transfer-Encoding").map { coding in
                // With another coding, the server would wait for an end that it cannot see.
                String(cString: coding).lowercased() == "chunked"
                    && viperline_http_header(connection, "Content-Length") == nil
            } ?? true
    }

    private func head(of connection: OpaquePointer, path: String, method: String) -> RequestHead {
        func header(_ name: String) -> String? { viperline_http_header(connection, name).map { String(cString: $0) } }
        let host = header("Host")
        var head = RequestHead(
            method: method, path: path, token: viperline_http_argument(connection, "token").map { String(cString: $0) },
            host: host,
            origin: header("Origin"), fetchSite: header("Sec-Fetch-Site"),
            cookie: viperline_http_cookie(connection, handler.cookieName(for: host)).map { String(cString: $0) },
            marker: header("X-Viperline"),
            contentType: header("Content-Type"),
            contentLength: header("Content-Length").map { Int($0) ?? -1 })
        head.takesGzip =
            header("Accept-Encoding")?.lowercased().split(separator: ",").contains { $0.contains("gzip") } == true
        head.isLed = viperline_http_argument(connection, "led") != nil
        return head
    }

    // MARK: Answers

    private func send(_ response: Response, on connection: OpaquePointer) -> MHD_Result {
        var body = response.body
        let count = body.count
        guard
            let answer = body.withUnsafeMutableBytes({
                viperline_http_response($0.baseAddress, count)
            })
        else { return .NO }
        defer { MHD_destroy_response(answer) }
        return queue(answer, status: response.status, response.headers, on: connection)
    }

    private func queue(
        _ answer: OpaquePointer, status: Int, _ headers: [(name: String, value: String)], on connection: OpaquePointer
    ) -> MHD_Result {
        for (name, value) in Response.security(status: status) + headers {
            MHD_add_response_header(answer, name, value)
        }
        // A proxy would send the next visitor's request on this connection, which is this visitor's.
        if isHandedOver { MHD_add_response_header(answer, "Connection", "close") }
        return MHD_queue_response(connection, UInt32(status), answer)
    }

    private func stream(on connection: OpaquePointer) -> MHD_Result {
        let stream = EventStream(connection) { [unowned self] in handler.next(for: $0) }
        let owner = StreamOwner(stream: stream, server: self)
        guard
            let answer = MHD_create_response_from_callback(
                .max, Self.block,
                { owner, _, buffer, room in
                    guard let owner, let buffer else { return -1 }
                    return Unmanaged<StreamOwner>.fromOpaque(owner).takeUnretainedValue().stream.read(
                        into: UnsafeMutableRawBufferPointer(start: buffer, count: room))
                }, Unmanaged.passRetained(owner).toOpaque(),
                { pointer in
                    guard let pointer else { return }
                    let owner = Unmanaged<StreamOwner>.fromOpaque(pointer).takeRetainedValue()
                    owner.server?.streams[ObjectIdentifier(owner.stream)] = nil
                })
        else { return .NO }
        streams[ObjectIdentifier(stream)] = stream
        defer { MHD_destroy_response(answer) }
        // A proxy that collects its answers, as nginx does, would hold screens back.
        let headers = [
            ("Content-Type", "text/event-stream"), ("Cache-Control", "no-store"), ("X-Accel-Buffering", "no"),
        ]
        return queue(answer, status: 200, headers, on: connection)
    }

    /// The owner of a stream, which the library holds until the stream has ended.
    private final class StreamOwner {
        let stream: EventStream
        weak var server: HTTPServer?

        init(stream: EventStream, server: HTTPServer) {
            self.stream = stream
            self.server = server
        }
    }
}
