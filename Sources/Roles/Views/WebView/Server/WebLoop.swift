import Platform
import Processes
import ScreenModel
package import WebAccess
package import Wire

/// Runs the view: one `poll` over the bus, the server and the session's own input.
package final class WebLoop: RequestHandler {
    package struct Options: Sendable {
        package var address: ListenAddress
        /// Other origins by which browsers reach the view, such as that of a proxy.
        package var origins: [String]
        /// A file that keeps the credentials; nil for none.
        package var credentials: String?

        /// Seconds that a session lives without a browser; nil for no limit.
        package var idle: Int?
        /// Opens a browser with the page, so the user need not read the address.
        package var opensPage = false

        package init(address: ListenAddress = .standard, origins: [String] = [], credentials: String? = nil) {
            self.address = address
            self.origins = origins
            self.credentials = credentials
        }
    }

    private var state: WebState
    private var bus: EventPort
    private let environment: RoleEnvironment
    private let options: Options
    private var credentials: Credentials
    private let file: CredentialsFile?
    private let admission: Admission
    /// Nil where connections are handed over.
    private let listener: Listener?
    private let handover: HandoverSocket?
    /// The port by which browsers know the view.
    private let port: Int
    /// When a browser was here last, and how many requests there were then.
    private var visit = (time: SteadyClock.now(), requests: 0)
    /// No earlier view of the session has been here.
    private let isNew: Bool
    private var server: HTTPServer?
    private var input: ActionInput?
    /// Looked up before anything else can get that descriptor.
    private let hasUserOutput = fcntl(4, F_GETFD) >= 0
    private var end: ExitStatus?
    /// Another process replaces this one: browsers reconnect by themselves.
    private var hasYielded = false
    private var failure: StandardStream.Failure?
    private var lastMemory = [UInt8]()
    /// The newest screen as it is sent, and its version.
    private var frame: (version: Int, bytes: [UInt8]) = (0, [])
    private var heartbeat = 0

    /// Milliseconds from one sign of life to the next.
    private static let heartbeatInterval = 15_000
    /// Milliseconds that a form without a script waits for the screen to settle.
    private static let patience = 10_000
    /// Milliseconds for what is still to be sent when the session ends.
    private static let farewell = 300

    /// - Returns: nil when it cannot listen; the reason is on standard error.
    package init?(_ options: Options, in environment: RoleEnvironment) {
        // Before anything else can get that descriptor.
        if fcntl(3, F_GETFD) >= 0 { input = ActionInput(3) }
        self.options = options
        self.environment = environment
        file = options.credentials.map(CredentialsFile.init)
        let kept = file?.read()
        guard var credentials = kept ?? Credentials.random() else {
            StandardStream.diagnose("viperline-web", "getrandom: \(String(cString: strerror(errno)))")
            return nil
        }
        do throws(SystemError) {
            if case .handover(let path) = options.address {
                (handover, listener) = (try HandoverSocket(at: path), nil)
            } else {
                (handover, listener) = (nil, try Self.listen(options.address, port: credentials.port))
            }
        } catch {
            StandardStream.diagnose("viperline-web", "\(error)")
            return nil
        }
        port = listener?.port ?? credentials.port
        let hasMoved = credentials.port != port
        credentials.port = port
        self.credentials = credentials
        admission = Admission(
            origins: options.address.origins(port: port, name: credentials.name) + options.origins)
        state = WebState(stamp: environment.stamp)
        bus = EventPort(in: environment, stamp: EventStamp(source: environment.service, run: environment.run + "w"))
        isNew = kept == nil || hasMoved
        guard isNew else { return }
        keep()
        guard announce() || options.opensPage else { return nil }
    }

    /// Writes a file that leads a browser to the page. A command line could be read by everybody on the machine, and has no token.
    /// - Returns: its path; nil where an earlier view has been opened, or it cannot be written.
    package func entry() -> String? {
        guard isNew, let file else { return nil }
        return file.write(entry: WebPage.leading(to: address).bytes)
    }

    /// The port of the earlier view, or another one if that is taken now.
    private static func listen(_ address: ListenAddress, port: Int) throws(SystemError) -> Listener {
        if port > 0, let listener = try? Listener(address, port: port) { return listener }
        return try Listener(address)
    }

    package func run() -> ExitStatus {
        StandardStream.ignoreBrokenPipes()
        // The library counts connections, and the system descriptors.
        OpenFiles.allow(HTTPServer.mostConnections + 100)
        guard let server = HTTPServer(listener: listener?.descriptor ?? -1, handler: self) else {
            StandardStream.diagnose("viperline-web", "the HTTP server cannot start")
            return .unavailable
        }
        self.server = server
        heartbeat = SteadyClock.now() + Self.heartbeatInterval
        while end == nil { step(server) }
        finish(server)
        if case .socket(let path) = options.address, end == .done { unlink(path) }
        return end ?? .done
    }

    // MARK: The loop

    private func step(_ server: HTTPServer) {
        var set = PollSet(reading: [StandardStream.input, server.descriptor])
        // Without a screen, no action means anything.
        let commands = input?.canRead == true && state.top != nil ? set.add(3) : nil
        let arrivals = handover.map { set.add($0.descriptor) }
        set.wait(milliseconds: Int32(clamping: timeout(server)))
        if let arrivals, set.isReady(arrivals) { while let connection = handover?.take() { server.add(connection) } }
        if let commands, set.isReady(commands) { readActions() }
        if set.isReady(0) { readBus() }
        server.run()
        let now = SteadyClock.now()
        state.giveUpLost(now: now)
        send(state.takeReports(now: now))
        if state.isFinished || isForgotten(server, now: now) { end = .done }
        if let failure { end = failure == .closed ? .done : .unavailable }
        remember()
        server.wakeStreams(behind: state.version)
        if now >= heartbeat {
            heartbeat = now + Self.heartbeatInterval
            server.wakeStreams(heartbeat: true)
        }
        server.wakeRequests { end != nil || now >= $0.deadline ?? 0 || canAnswer($0.decision) }
        // What was woken is carried out at once.
        server.run()
    }

    /// Whether no browser has connected for the seconds of `--idle`.
    private func isForgotten(_ server: HTTPServer, now: Int) -> Bool {
        guard let idle = options.idle else { return false }
        if server.hasStreams || server.requests != visit.requests { visit = (now, server.requests) }
        return now - visit.time >= idle * 1000
    }

    /// A page needs a screen; a form without a script one that has settled.
    private func canAnswer(_ decision: Admission.Decision) -> Bool {
        decision == .answer(.page) ? state.top != nil : state.isSettled
    }

    private func timeout(_ server: HTTPServer) -> Int {
        let now = SteadyClock.now()
        return max(
            0,
            earliest(
                server.timeout, heartbeat - now, server.deadline.map { $0 - now }, state.untilLost(now: now),
                state.untilReports(now: now), options.idle.map { visit.time + $0 * 1000 - now }) ?? -1)
    }

    private func finish(_ server: HTTPServer) {
        let until = SteadyClock.now() + Self.farewell
        server.wakeStreams()
        while server.hasStreams, SteadyClock.now() < until {
            server.run()
            var set = PollSet(reading: [server.descriptor])
            set.wait(milliseconds: Int32(clamping: max(1, min(server.timeout ?? 50, 50))))
        }
    }

    // MARK: The bus

    private func readBus() {
        do throws(StandardStream.Failure) {
            let isOpen = try bus.fill()
            while let incoming = bus.next() { take(incoming) }
            guard !isOpen else { return }
            if let last = bus.last() { take(last) }
            end = end ?? .done
        } catch {
            failure = error
        }
    }

    private func take(_ incoming: EventReader.Incoming) {
        if case .event(let event) = incoming, event.type == ProcessInput.Yield.type {
            hasYielded = true
            return end = .done
        }
        send(state.receive(incoming))
        for remark in state.takeRemarks() { StandardStream.diagnose("viperline-web", remark) }
    }

    private func send(_ events: [Event]) {
        guard !events.isEmpty, failure == nil else { return }
        do throws(StandardStream.Failure) { try bus.send(events) } catch { failure = error }
    }

    /// Sends the supervisor what a successor has to know, if that has changed.
    private func remember() {
        guard environment.isSupervised, end == nil else { return }
        let snapshot = state.memory.snapshot
        guard snapshot.data != lastMemory else { return }
        lastMemory = snapshot.data
        send([snapshot])
    }

    // MARK: The user

    private func readActions() {
        for line in input?.read() ?? [] {
            guard let fields = FormFields(encoded: line), perform(fields) != .stale else {
                if !line.isEmpty {
                    StandardStream.diagnose(
                        "viperline-web", "ignored an action on the session's input: the screen does not offer it")
                }
                continue
            }
        }
    }

    /// - Parameter fields: of a form.
    private func perform(_ fields: FormFields) -> ActionOutcome {
        guard let action = PageAction(fields) else { return .stale }
        let (outcome, record) = state.perform(action, recording: fields)
        // What was posted comes before what it leads to, as it is typed again when the recording is verified.
        if environment.isRecorded, let record { send([record]) }
        switch outcome {
        case .done(let events): send(events)
        case .stale: state.showAgain()
        case .quit: end = .done
        }
        return outcome
    }

    // MARK: Requests

    func cookieName(for host: String?) -> String { cookie(for: host).name }

    private func cookie(for host: String?) -> AccessCookie { admission.hosts.cookie(of: host, port: port) }

    func admit(_ head: RequestHead) -> Admission.Decision { admission.decide(head, credentials) }

    func answer(_ exchange: Exchange) -> RequestOutcome {
        switch exchange.decision {
        case .refuse(let refusal): .response(.refusal(refusal))
        case .exchange(let token): .response(self.exchange(token, exchange.head))
        case .answer(.page): answerPage(exchange)
        case .answer(.file(let file)): .response(.file(file, isCompressed: exchange.head.takesGzip))
        case .answer(.picture(let key)):
            .response(state.image(key).map { .picture($0.bytes) } ?? .refusal(.notFound))
        case .answer(.events): .stream
        case .answer(.action):
            if let fields = FormFields(encoded: exchange.body) {
                .response(perform(fields) == .stale ? .stale : .done)
            } else {
                .response(.refusal(.badRequest))
            }
        case .answerWithKey: answerForm(exchange)
        }
    }

    /// Without a script, a page without a screen would stay one. So it waits for the first.
    private func answerPage(_ exchange: Exchange) -> RequestOutcome {
        guard state.top == nil, end == nil, exchange.deadline == nil else {
            return .response(.page(WebPage(state, formKey: credentials.form.text).document))
        }
        exchange.deadline = SteadyClock.now() + Self.patience
        return .later
    }

    /// A form without a script: the page comes when the screen has settled.
    private func answerForm(_ exchange: Exchange) -> RequestOutcome {
        guard exchange.deadline == nil else { return .response(.seePage(at: state.address)) }
        guard let fields = FormFields(encoded: exchange.body) else { return .response(.refusal(.badRequest)) }
        guard credentials.form.matches(fields["key"]) else { return .response(.refusal(.otherOrigin)) }
        _ = perform(fields)
        guard !state.isSettled, end == nil else { return .response(.seePage(at: state.address)) }
        exchange.deadline = SteadyClock.now() + Self.patience
        return .later
    }

    /// The token becomes a cookie. A browser that has it already needs no token.
    private func exchange(_ token: String, _ head: RequestHead) -> Response {
        if credentials.exchange(token) {
            keep()
            announce(isNext: true)
            return .enter(cookie: cookie(for: head.host).setting(credentials.cookie), from: head.fetchSite)
        }
        return credentials.cookie.matches(head.cookie) ? .seePage() : .refusal(.noCookie)
    }

    func next(for stream: EventStream) -> EventStream.Next {
        if end != nil {
            guard stream.version != .max else { return .end }
            stream.version = .max
            return hasYielded ? .end : .bytes(EventFrame.end)
        }
        if frame.version != state.version {
            frame = (state.version, EventFrame.screen(WebPage(state, formKey: credentials.form.text).piece))
        }
        if stream.version != frame.version {
            stream.version = frame.version
            stream.needsHeartbeat = false
            return .bytes(frame.bytes)
        }
        guard stream.needsHeartbeat else { return .wait }
        stream.needsHeartbeat = false
        return .bytes(EventFrame.heartbeat)
    }

    // MARK: The address

    private func keep() {
        guard let file, !file.write(credentials) else { return }
        StandardStream.diagnose("viperline-web", "\(file.path): \(String(cString: strerror(errno)))")
    }

    /// Prints the address for the user only: neither the log nor a recording has the token.
    /// - Returns: false when there is nowhere to print the address; the reason is on standard error.
    @discardableResult private func announce(isNext: Bool = false) -> Bool {
        guard let output = userOutput else {
            StandardStream.diagnose(
                "viperline-web", "cannot print the address: set tty: true on the view's service")
            return false
        }
        var text = ""
        if !isNext, !options.address.isLocal {
            text += "Warning: anyone who can reach this address over the network can read what the browser sends.\n"
        }
        if !isNext, options.address.isWildcard, options.origins.isEmpty {
            text += "Browsers of other machines need a name: --origin http://NAME:\(port)\n"
        }
        text +=
            isNext ? "For another browser: \(address)\n" : "Open \(address) in a browser. Ctrl-C ends the session.\n"
        do throws(StandardStream.Failure) { try StandardStream.write(Array(text.utf8), to: output) } catch {
            StandardStream.diagnose("viperline-web", "the address could not be printed: \(error)")
            return false
        }
        return true
    }

    /// Where a user reads. Standard error of a service is a log, which must not have the token.
    private var userOutput: Int32? {
        if hasUserOutput { return 4 }
        return environment.isSupervised ? nil : StandardStream.diagnostics
    }

    private var address: String {
        let query = "/?token=\(credentials.token.text)"
        if let origin = options.origins.first { return origin + query }
        let origin = options.address.origin(port: port, name: credentials.name)
        if case .socket(let path) = options.address { return "\(origin)\(query) (on the socket \(path))" }
        return origin + query
    }
}
