import Platform
import Processes
package import WebAccess
package import Wire

/// The front of many sessions: it looks at the first lines of a request, finds the visitor by the cookie, and hands the connection
/// over to the view of that session. It reads nothing of what they say to each other.
package final class Front {
    package struct Options: Sendable {
        package var address: ListenAddress
        /// Other origins by which browsers reach it, such as that of a proxy.
        package var origins: [String] = []
        package var mostSessions = 20
        /// Seconds that a session lives without a browser.
        package var idle = 600

        package init(address: ListenAddress) { self.address = address }
    }

    private let options: Options
    private let command: (_ view: [String]) -> [String]
    private let listener: Listener
    private let token: Secret
    private let name: String
    private let hosts: Set<String>
    private var arrivals = Arrivals()
    /// No connection is accepted before that time.
    private var listenAgain = 0
    /// By the cookie.
    private var visitors: [String: Visitor] = [:]
    private var isEnding = false

    /// Connections that wait for a session to start: of one visitor, and of all.
    private static let mostWaiting = (ofOne: 30, ofAll: 400)
    /// Connections that are accepted between two looks at those that are there.
    private static let mostAccepted = 64
    /// Milliseconds between two looks at what nothing tells of: the rest of a head, a view that does not take connections yet, and
    /// a visitor who does not come back.
    private static let tick = (head: 50, view: 10, visit: 1000)
    /// Milliseconds until a session ends to which nobody has come: whoever fetched the address keeps no cookies, as one who makes a
    /// preview of a link.
    private static let unvisited = 30_000
    /// Milliseconds that a request's head may take, and that a session may take to start.
    private static let patience = 10_000

    /// - Parameter command: what starts a session with that view.
    /// - Returns: nil when it cannot listen; standard error says why.
    package init?(_ options: Options, command: @escaping (_ view: [String]) -> [String]) {
        self.options = options
        self.command = command
        guard let token = Secret.random(), let name = Secret.random() else { return nil }
        do throws(SystemError) { listener = try Listener(options.address) } catch {
            StandardStream.diagnose("viperline serve", "\(error)")
            return nil
        }
        self.token = token
        self.name = "v" + name.text.prefix(8)
        let origins = options.address.origins(port: listener.port, name: self.name) + options.origins
        hosts = Set(origins.compactMap { $0.lowercased().split(separator: "/").last.map(String.init) })
    }

    private var cookieName: String { "viperline-\(listener.port)" }

    /// For whoever may have a session.
    package var url: String {
        let origin = options.origins.first ?? options.address.origin(port: listener.port, name: name)
        return "\(origin)/?token=\(token.text)"
    }

    package func run() -> ExitStatus {
        StandardStream.ignoreBrokenPipes()
        guard let signals = try? SignalPipe([SIGCHLD, SIGINT, SIGTERM, SIGHUP]) else { return .unavailable }
        while !isEnding { step(signals) }
        endAll(signals)
        return .done
    }

    private func step(_ signals: borrowing SignalPipe) {
        let start = Self.now()
        var set = PollSet(reading: [signals.descriptor])
        let known = arrivals.due(now: start)
        for connection in known { set.add(connection) }
        let listening = listenAgain <= start ? set.add(listener.descriptor) : nil
        set.wait(milliseconds: patience(from: start))
        let came = signals.take()
        if came.contains(where: { $0 != SIGCHLD }) { isEnding = true }
        if came.contains(SIGCHLD) { reap() }
        for (index, connection) in known.enumerated() where set.isReady(index + 1) { look(at: connection) }
        if let listening, set.isReady(listening) { accept() }
        let now = Self.now()
        for connection in arrivals.take(before: now - Self.patience) { close(connection) }
        handOver(now: now)
        endUnvisited(now: now)
    }

    /// Something may be over without anything coming.
    private func patience(from now: Int) -> Int32 {
        if visitors.values.contains(where: { !$0.waiting.isEmpty }) { return Int32(Self.tick.view) }
        if !arrivals.isEmpty { return Int32(Self.tick.head) }
        if visitors.values.contains(where: { !$0.isVisited }) { return Int32(Self.tick.visit) }
        return listenAgain > now ? Int32(clamping: listenAgain - now) : -1
    }

    // MARK: Connections

    private func accept() {
        for _ in 0..<Self.mostAccepted {
            let connection = Platform.accept(listener.descriptor, nil, nil)
            guard connection >= 0 else {
                // The connection is still there, so the listener would be ready without end.
                if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) { makeRoom() }
                return
            }
            _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
            _ = fcntl(connection, F_SETFL, O_NONBLOCK)
            if let oldest = arrivals.add(connection, now: Self.now()) { close(oldest) }
        }
    }

    /// The process or the system has no more descriptors.
    private func makeRoom() {
        if let oldest = arrivals.takeOldest() { close(oldest) }
        listenAgain = Self.now() + Self.tick.head
    }

    private func look(at connection: Int32) {
        var bytes = [UInt8](repeating: 0, count: PeekedHead.longest)
        let count = recv(connection, &bytes, bytes.count, Int32(MSG_PEEK))
        guard count > 0 else {
            if count == 0 || ![EAGAIN, EINTR].contains(errno) { leave(connection) }
            return
        }
        let head = Array(bytes[..<count])
        guard PeekedHead.isWhole(head) else {
            arrivals.lookAgain(at: connection, time: Self.now() + Self.tick.head)
            if count == PeekedHead.longest { answer(.noRequest, on: connection) }
            return
        }
        guard let request = PeekedHead(head) else { return answer(.noRequest, on: connection) }
        guard let host = request.host, hosts.contains(host) else { return answer(.otherHost, on: connection) }
        if let cookie = request.cookie(cookieName), let visitor = visitors[cookie] {
            let all = visitors.values.reduce(0) { $0 + $1.waiting.count }
            guard visitor.waiting.count < Self.mostWaiting.ofOne, all < Self.mostWaiting.ofAll else {
                return answer(.busy, on: connection)
            }
            arrivals.remove(connection)
            visitors[cookie]?.isVisited = true
            visitors[cookie]?.waiting.append((connection, Self.now()))
            return
        }
        guard request.method == "GET", request.path == "/", token.matches(request.token) else {
            return answer(.noToken, on: connection)
        }
        answer(start(), on: connection)
    }

    private func answer(_ answer: FrontAnswer, on connection: Int32) {
        // What was only looked at is taken, so that closing the connection does not reset it.
        var bytes = [UInt8](repeating: 0, count: PeekedHead.longest)
        _ = recv(connection, &bytes, bytes.count, 0)
        let text = answer.bytes
        _ = Platform.send(connection, text, text.count, Int32(MSG_NOSIGNAL))
        shutdown(connection, Int32(SHUT_WR))
        leave(connection)
    }

    private func leave(_ connection: Int32) {
        arrivals.remove(connection)
        close(connection)
    }

    private func handOver(now: Int) {
        for (cookie, visitor) in visitors where !visitor.waiting.isEmpty {
            // A view that does not take the first takes none.
            let left = visitor.waiting.drop { visitor.give($0.connection) }
            let late = left.prefix { now - $0.since > Self.patience }
            for (connection, _) in late { answer(.busy, on: connection) }
            visitors[cookie]?.waiting = Array(left.dropFirst(late.count))
        }
    }

    // MARK: Sessions

    private func start() -> FrontAnswer {
        guard visitors.count < options.mostSessions else { return .full }
        guard var credentials = Credentials.random(), let folder = Self.makeFolder() else { return .full }
        credentials.port = listener.port
        credentials.name = name
        guard CredentialsFile(path: Visitor.memory(in: folder)).write(credentials) else { return .full }
        let origins = (options.address.origins(port: listener.port, name: name) + options.origins).flatMap {
            ["--origin", $0]
        }
        let view =
            [
                "viperline-web", "--memory", Visitor.memory(in: folder), "--listen",
                "handover:\(Visitor.socket(in: folder))",
            ]
            + ["--idle", "\(options.idle)"] + origins
        var launch = Launch(command(view))
        launch.files = [.init("/dev/null", O_RDONLY, as: 0), .init("/dev/null", O_WRONLY, as: 1)]
        launch.group = .own
        let pid: pid_t
        do throws(SystemError) { pid = try launch.start() } catch {
            StandardStream.diagnose("viperline serve", "\(error)")
            Visitor.remove(folder)
            return .full
        }
        visitors[credentials.cookie.text] = Visitor(pid: pid, folder: folder, since: Self.now())
        return .enter(cookie: "\(cookieName)=\(credentials.cookie.text)")
    }

    /// Only the owner reaches it.
    private static func makeFolder() -> String? {
        var template = Array("\(RoleEnvironment.variable("TMPDIR") ?? "/tmp")/viperline-visitor-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { return nil }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private func reap() {
        for (cookie, visitor) in visitors where waitpid(visitor.pid, nil, WNOHANG) == visitor.pid {
            for (connection, _) in visitor.waiting { answer(.ended, on: connection) }
            Visitor.remove(visitor.folder)
            visitors[cookie] = nil
        }
    }

    private func endUnvisited(now: Int) {
        for (cookie, visitor) in visitors where !visitor.isVisited && now - visitor.since > Self.unvisited {
            kill(visitor.pid, SIGTERM)
            visitors[cookie]?.isVisited = true
        }
    }

    /// A session that is suspended, or does not end for another reason, is killed.
    private func endAll(_ signals: borrowing SignalPipe) {
        for visitor in visitors.values { kill(visitor.pid, SIGTERM) }
        let end = Self.now() + Self.patience
        while !visitors.isEmpty, Self.now() < end {
            var set = PollSet(reading: [signals.descriptor])
            set.wait(milliseconds: Int32(clamping: end - Self.now()))
            _ = signals.take()
            reap()
        }
        for visitor in visitors.values {
            kill(visitor.pid, SIGKILL)
            while waitpid(visitor.pid, nil, 0) < 0, errno == EINTR {}
            Visitor.remove(visitor.folder)
        }
        visitors = [:]
    }

    private static func now() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }
}
