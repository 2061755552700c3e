import Platform
import Processes
package import WebAccess
package import Wire

/// The front of many sessions: it looks at the first lines of a request, finds the visitor by the cookie, and hands the
/// connection over to the view of that session. It reads nothing else of their connection.
///
///     the listener                 → accept: an arrival, whose head is peeked at
///     bytes of an arrival          → a known cookie: the visitor's view gets the connection
///                                    a link elsewhere: a page that leads on, with which the cookie comes
///                                    the token: a new session, and its cookie; anything else: refused
///     a tick, while any waits      → hand-overs again; late arrivals are closed
///     SIGCHLD, SIGINT, SIGTERM     → the visitor is removed; all sessions end
///     SIGUSR1                      → another token; all sessions end, and others can begin
package final class Front {
    package struct Options: Sendable {
        package var address: ListenAddress
        /// Other origins by which browsers reach it, such as that of a proxy.
        package var origins: [String] = []
        package var mostSessions = 20
        /// Seconds that a session lives without a browser.
        package var idle = 600
        /// Visitors read why a program has failed, and not the log only.
        package var showsErrors = false

        package init(address: ListenAddress) { self.address = address }
    }

    /// A request whose head is incomplete. Its bytes stay in the socket, so `poll` would report them again and again.
    private struct Arrival {
        /// Bytes that have come.
        var count = 0
        var lookAgain = Instant.past
        /// Time until then. It grows if the browser sends slowly.
        var pause = Front.tick
    }

    private let options: Options
    private let command: (_ view: [String]) -> [String]
    private let listener: Listener
    private var token: Secret
    private let name: String
    private let hosts: WebHosts
    private var arrivals: [Int32: Arrival] = [:]
    private var strangers: Strangers<Int32>
    /// Visitors by the cookie.
    private var visitors: [String: Visitor] = [:]
    private var isEnding = false
    private var changesToken = false
    /// Until then no connection is accepted, because there was no descriptor and none to close.
    private var opensAgain: Instant?

    /// Connections whose request has not come yet; a quarter of the descriptors where those are few.
    private static let mostArrivals = 500
    /// Time between two checks of what `poll` does not report.
    private static let tick = Duration.milliseconds(50)
    /// … while a session starts.
    private static let startTick = Duration.milliseconds(10)
    private static let longestPause = Duration.seconds(1)
    /// Time that a request's head may take, and that a session may take to start.
    private static let patience = Duration.seconds(10)
    /// Connections that wait for one session.
    private static let mostWaiting = 100
    /// The descriptors for visitors and for the sessions that start.
    private static let mostDescriptors = 4096
    /// Time that sessions have to end.
    private static let farewell = Duration.seconds(10)

    /// - Parameter command: what starts a session with that view.
    /// - Returns: nil when it cannot listen; the reason is on standard error.
    package init?(_ options: Options, command: @escaping (_ view: [String]) -> [String]) {
        OpenFiles.allow(Self.mostDescriptors)
        strangers = Strangers(most: min(Self.mostArrivals, max(1, OpenFiles.limit / 4)), patience: Self.patience)
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
        hosts = WebHosts(origins.compactMap(WebOrigin.init(page:)))
    }

    /// The address for visitors.
    private var url: String {
        let page = options.origins.first ?? options.address.origin(port: listener.port, name: name)
        return "\(WebOrigin.folder(page))?token=\(token.text)"
    }

    /// - Parameter announce: tells the operator the address, and each later one.
    package func run(announcing announce: (_ url: String) throws -> Void) throws -> ExitStatus {
        StandardStream.ignoreBrokenPipes()
        guard let signals = try? SignalPipe([SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGUSR1]) else { return .unavailable }
        try announce(url)
        while !isEnding {
            var set = PollSet(reading: [signals.descriptor])
            let start = Instant.now
            if let opening = opensAgain, start >= opening { opensAgain = nil }
            let door = set.add(opensAgain == nil ? listener.descriptor : nil)
            let known = arrivals.filter { $0.value.lookAgain <= start }.map(\.key)
            let places = known.map { set.add($0) }
            set.wait(for: pause)
            note(signals.take())
            reap()
            while changesToken, !isEnding {
                changeToken(signals)
                // Ctrl-C may have come meanwhile.
                if !isEnding { try announce(url) }
            }
            if set.isReady(door) { accept() }
            for (place, connection) in zip(places, known) where set.isReady(place) { look(at: connection) }
            let now = Instant.now
            for stranger in strangers.takeLate(now: now) { leave(stranger) }
            handOver(now: now)
        }
        endAll(signals)
        return .done
    }

    private func note(_ signals: [Int32]) {
        if signals.contains(where: { $0 != SIGCHLD && $0 != SIGUSR1 }) { isEnding = true }
        if signals.contains(SIGUSR1) { changesToken = true }
    }

    /// Changes the token. Sessions end, too: whoever had the old one may be in any of them.
    private func changeToken(_ signals: borrowing SignalPipe) {
        changesToken = false
        guard let next = Secret.random() else { return isEnding = true }
        token = next
        endAll(signals)
    }

    /// Something may be over without anything coming.
    private var pause: Duration? {
        if visitors.values.contains(where: { !$0.waiting.isEmpty }) { return Self.startTick }
        return arrivals.isEmpty && opensAgain == nil ? nil : Self.tick
    }

    // MARK: Connections

    private func accept() {
        for _ in 0..<Self.mostArrivals {
            let connection = Platform.accept(listener.descriptor, nil, nil)
            guard connection >= 0 else {
                switch errno {
                case EINTR, ECONNABORTED: continue
                case EAGAIN: return
                case EMFILE, ENFILE, ENOBUFS, ENOMEM: return makeRoom()
                default: return waitForRoom()
                }
            }
            _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
            _ = fcntl(connection, F_SETFL, O_NONBLOCK)
            if let oldest = strangers.came(connection, now: Instant.now) { leave(oldest) }
            arrivals[connection] = Arrival()
        }
    }

    /// Makes room where there is no descriptor or no memory for another connection.
    private func makeRoom() {
        if let oldest = strangers.oldest { leave(oldest) } else { waitForRoom() }
    }

    /// The listener stays ready, so the loop would spin.
    private func waitForRoom() { opensAgain = Instant.now + Self.tick }

    private func look(at connection: Int32) {
        var bytes = [UInt8](repeating: 0, count: PeekedHead.longest)
        let count = recv(connection, &bytes, bytes.count, Int32(MSG_PEEK))
        guard count > 0 else {
            if count == 0 || ![EAGAIN, EINTR].contains(errno) { leave(connection) }
            return
        }
        guard let arrival = arrivals[connection] else { return }
        let head = Array(bytes[..<count])
        guard arrival.count != count, PeekedHead.isWhole(head) else {
            guard count < PeekedHead.longest else { return answer(.noRequest, on: connection) }
            arrivals[connection] = Arrival(
                count: count, lookAgain: Instant.now + arrival.pause,
                pause: min(arrival.pause * 2, Self.longestPause))
            return
        }
        guard let request = PeekedHead(head) else { return answer(.noRequest, on: connection) }
        guard hosts.contains(request.host) else { return answer(.otherHost, on: connection) }
        let known = hosts.cookie(of: request.host, port: listener.port)
        if let cookie = request.cookie(known.name), let visitor = visitors[cookie] {
            guard visitor.waiting.count < Self.mostWaiting else { return answer(.busy, on: connection) }
            arrivals[connection] = nil
            strangers.forget(connection)
            visitors[cookie]?.waiting.append((connection, Instant.now))
            return
        }
        let isToPage = request.method == "GET" && request.path == "/"
        let isToken = token.matches(request.token)
        // A link elsewhere makes browsers send no cookie: this visitor may have a session.
        if isToPage, request.comesFromElsewhere {
            return answer(.lead(query: isToken ? "token=\(token.text)&led=1" : "led=1"), on: connection)
        }
        guard isToPage, isToken else { return answer(.noToken, on: connection) }
        answer(start(known), on: connection)
    }

    private func answer(_ answer: FrontAnswer, on connection: Int32) {
        // Reads the peeked bytes, so that closing the connection does not reset it.
        var bytes = [UInt8](repeating: 0, count: PeekedHead.longest)
        _ = recv(connection, &bytes, bytes.count, 0)
        let text = answer.bytes(isHead: bytes.starts(with: "HEAD ".utf8))
        _ = Platform.send(connection, text, text.count, Int32(MSG_NOSIGNAL))
        shutdown(connection, Int32(SHUT_WR))
        leave(connection)
    }

    private func leave(_ connection: Int32) {
        arrivals[connection] = nil
        strangers.forget(connection)
        close(connection)
    }

    private func give(_ connection: Int32, to visitor: Visitor) -> Bool {
        do throws(SystemError) { return try visitor.give(connection) } catch {
            makeRoom()
            return false
        }
    }

    private func handOver(now: Instant) {
        for (cookie, visitor) in visitors where !visitor.waiting.isEmpty {
            // A view that does not take the first takes none.
            let left = visitor.waiting.drop { give($0.connection, to: visitor) }
            let late = left.prefix { now - $0.since > Self.patience }
            for (connection, _) in late { answer(.busy, on: connection) }
            visitors[cookie]?.waiting = Array(left.dropFirst(late.count))
        }
    }

    // MARK: Sessions

    /// - Parameter cookie: the visitor's.
    private func start(_ cookie: AccessCookie) -> FrontAnswer {
        guard visitors.count < options.mostSessions else { return .full }
        let beginning = "\(RoleEnvironment.variable("TMPDIR") ?? "/tmp")/viperline-visitor-"
        guard var credentials = Credentials.random(), let folder = try? PrivateFolder(beginning).path else {
            return .full
        }
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
        if !options.showsErrors {
            launch.environment = OwnEnvironment.variables.merging([RoleEnvironment.visitors: "1"]) { $1 }
        }
        guard let pid = try? launch.start() else {
            Visitor(pid: 0, folder: folder).remove()
            return .full
        }
        visitors[credentials.cookie.text] = Visitor(pid: pid, folder: folder)
        return .enter(cookie: cookie.setting(credentials.cookie))
    }

    private func reap() {
        for (cookie, visitor) in visitors where Outcome.reaped(visitor.pid) != nil { forget(visitor, cookie) }
    }

    private func forget(_ visitor: Visitor, _ cookie: String) {
        for (connection, _) in visitor.waiting { answer(.ended, on: connection) }
        visitor.remove()
        visitors[cookie] = nil
    }

    private func endAll(_ signals: borrowing SignalPipe) {
        for visitor in visitors.values {
            kill(visitor.pid, SIGTERM)
            // A stopped process cannot end otherwise.
            kill(visitor.pid, SIGCONT)
        }
        let until = Instant.now + Self.farewell
        while !visitors.isEmpty, Instant.now < until {
            var set = PollSet(reading: [signals.descriptor])
            set.wait(for: Self.tick)
            note(signals.take())
            reap()
        }
        for (cookie, visitor) in visitors {
            kill(-visitor.pid, SIGKILL)
            _ = Outcome.awaited(visitor.pid)
            forget(visitor, cookie)
        }
    }
}

/// A visitor's session: its processes, and the folder with its credentials and the socket where its view takes
/// connections.
struct Visitor {
    let pid: pid_t
    let folder: String
    /// Connections that the view does not take yet, and when each came.
    var waiting: [(connection: Int32, since: Instant)] = []

    static func socket(in folder: String) -> String { "\(folder)/handover" }
    static func memory(in folder: String) -> String { "\(folder)/web" }

    /// Fails if there are no free descriptors.
    /// - Returns: whether the view has taken the connection, which is then closed here.
    func give(_ connection: Int32) throws(SystemError) -> Bool {
        guard try HandoverSocket.give(connection, to: Self.socket(in: folder)) else { return false }
        close(connection)
        return true
    }

    /// The session has ended, and no connection waits for it.
    func remove() {
        for name in ["handover", "web", "web.new"] { unlink("\(folder)/\(name)") }
        rmdir(folder)
    }
}
