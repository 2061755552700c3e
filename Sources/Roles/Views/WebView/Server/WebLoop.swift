import Languages
import Platform
import ScreenModel
package import WebAccess
package import Wire

/// Runs the view: one thread, one `poll`.
///
///     a request             → HTTPServer → admit → answer: a page, a file, a stream, or perform → WebState.perform
///     the bus               → readBus → WebState.receive: screens, the stack, notices
///     a line of its input   → readActions → perform, as a page posts it
///     a handed-over socket  → server.add
///     a deadline            → reports of live fields and of the selection, a lost line, a heartbeat, `--idle`
///     another version       → wakeStreams → next: the newest screen; wakeRequests: forms that wait for it; remember
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
    private var bus: WebBus
    private var entrance: WebEntrance
    /// The time when a browser was here last, and the requests until then.
    private var visit = (time: Instant.now, requests: 0)
    private var server: HTTPServer?
    private var input: ActionInput?
    private var end: ExitStatus?
    /// A new process replaces this one: browsers reconnect by themselves.
    private var hasYielded = false
    private var screens = SentScreens()
    private var heartbeat = Instant.past

    /// Time from one sign of life to the next.
    private static let heartbeatInterval = Duration.seconds(15)
    /// Time that a form without a script waits for the screen to settle.
    private static let patience = Duration.seconds(10)
    /// Time for what is still to be sent when the session ends.
    private static let farewell = Duration.milliseconds(300)
    private static let look = Duration.milliseconds(50)

    /// - Returns: nil when it cannot listen; the reason is on standard error.
    package init?(_ options: Options, in environment: RoleEnvironment) {
        // The input comes first, before anything else can get that descriptor.
        let hasInput = fcntl(3, F_GETFD) >= 0
        if hasInput { input = ActionInput(3) }
        let userOutput = fcntl(4, F_GETFD) >= 0 ? 4 : environment.isSupervised ? nil : StandardStream.diagnostics
        // Beside an agent, the view has no input: the agent ends the session.
        let isUsers = hasInput || !environment.isSupervised
        guard let entrance = WebEntrance(options, userOutput: userOutput, isUsers: isUsers) else { return nil }
        self.entrance = entrance
        bus = WebBus(in: environment)
        state = WebState(stamp: environment.stamp)
        state.language = Language(variable: RoleEnvironment.variable)
        state.hasVisitors = RoleEnvironment.hasVisitors
    }

    /// - Returns: the path of a file that leads a browser to the page; nil where an earlier view has been opened, or it cannot be written.
    package func entry() -> String? { entrance.entry() }

    package func run() -> ExitStatus {
        StandardStream.ignoreBrokenPipes()
        // The library counts connections, and the system descriptors.
        OpenFiles.allow(HTTPServer.mostConnections + 100)
        guard let server = HTTPServer(listener: entrance.listener?.descriptor ?? -1, handler: self) else {
            StandardStream.diagnose("viperline-web", "the HTTP server cannot start")
            return .unavailable
        }
        self.server = server
        heartbeat = Instant.now + Self.heartbeatInterval
        while end == nil { step(server) }
        finish(server)
        if case .socket(let path) = entrance.options.address, end == .done { unlink(path) }
        return end ?? .done
    }

    // MARK: The loop

    private func step(_ server: HTTPServer) {
        var set = PollSet(reading: [StandardStream.input, server.descriptor])
        // No action means anything before the first screen.
        let commands = input?.canRead == true && state.top != nil ? set.add(3) : nil
        let arrivals = set.add(entrance.handover?.descriptor)
        set.wait(for: timeout(server))
        if set.isReady(arrivals) {
            while let connection = entrance.handover?.take() { server.add(connection) }
        }
        if set.isReady(commands) { readActions() }
        if set.isReady(0) { readBus() }
        server.run()
        let now = Instant.now
        state.giveUpLost(now: now)
        bus.send(state.takeReports(now: now))
        if state.isFinished || isForgotten(server, now: now) { end = .done }
        if let failure = bus.failure { end = failure == .closed ? .done : .unavailable }
        if end == nil, bus.environment.isSupervised { bus.remember(state.memory) }
        server.wakeStreams(behind: state.version)
        if now >= heartbeat {
            heartbeat = now + Self.heartbeatInterval
            server.wakeStreams(heartbeat: true)
        }
        server.wakeRequests { end != nil || now >= $0.deadline ?? .past || canAnswer($0.decision) }
        // Woken requests are carried out at once.
        server.run()
    }

    /// True if no browser has connected for the seconds of `--idle`.
    private func isForgotten(_ server: HTTPServer, now: Instant) -> Bool {
        guard let idle = entrance.options.idle else { return false }
        if server.hasStreams || server.requests != visit.requests { visit = (now, server.requests) }
        return now - visit.time >= .seconds(idle)
    }

    /// A page needs a screen; a form without a script one that has settled.
    private func canAnswer(_ decision: Admission.Decision) -> Bool {
        decision == .answer(.page) ? state.top != nil : state.isSettled
    }

    private func timeout(_ server: HTTPServer) -> Duration? {
        let now = Instant.now
        return earliest(
            server.timeout, heartbeat - now, server.deadline.map { $0 - now }, state.untilLost(now: now),
            state.untilReports(now: now), entrance.options.idle.map { visit.time + .seconds($0) - now })
    }

    private func finish(_ server: HTTPServer) {
        let until = Instant.now + Self.farewell
        server.wakeStreams()
        while server.hasStreams, Instant.now < until {
            server.run()
            var set = PollSet(reading: [server.descriptor])
            set.wait(for: max(.milliseconds(1), min(server.timeout ?? Self.look, Self.look)))
        }
    }

    // MARK: The bus

    private func readBus() {
        let (incoming, hasEnded) = bus.read()
        for next in incoming { take(next) }
        if hasEnded { end = end ?? .done }
    }

    private func take(_ incoming: EventReader.Incoming) {
        if case .event(let event) = incoming, event.type == ProcessInput.Yield.type {
            hasYielded = true
            return end = .done
        }
        bus.send(state.receive(incoming))
        for remark in state.takeRemarks() { StandardStream.diagnose("viperline-web", remark) }
    }

    // MARK: The user

    private func readActions() {
        for line in input?.read() ?? [] {
            guard let fields = FormFields(encoded: line), !perform(fields).isRefused else {
                if !line.isEmpty {
                    StandardStream.diagnose(
                        "viperline-web", "ignored an action on the session's input: the screen does not offer it")
                }
                continue
            }
        }
    }

    private func perform(_ fields: FormFields) -> ActionOutcome {
        guard let action = PageAction(fields) else { return .refused(.notOffered) }
        let (outcome, record) = state.perform(action, recording: fields)
        // The posted action comes before its events, as it is typed again when the recording is verified.
        if bus.environment.isRecorded, let record { bus.send([record]) }
        switch outcome {
        case .done(let events): bus.send(events)
        case .refused(let refusal): state.showAgain(after: refusal, of: action)
        case .quit: end = .done
        }
        return outcome
    }

    // MARK: Requests

    func cookieName(for host: String?) -> String { entrance.cookie(for: host).name }

    func admit(_ head: RequestHead) -> Admission.Decision { entrance.admission.decide(head, entrance.credentials) }

    func answer(_ exchange: Exchange) -> RequestOutcome {
        switch exchange.decision {
        case .refuse(let refusal): .response(.refusal(refusal))
        case .exchange(let token): .response(entrance.exchange(token, exchange.head))
        case .lead: .response(.lead)
        case .answer(.page): answerPage(exchange)
        case .answer(.file(let file)): .response(.file(file, isCompressed: exchange.head.takesGzip))
        case .answer(.picture(let key)):
            .response(state.image(key).map { .picture($0.bytes) } ?? .refusal(.notFound))
        case .answer(.events): .stream
        case .answer(.action):
            answerAction(exchange)
        case .answerWithKey: answerForm(exchange)
        }
    }

    /// Answers with the page, once there is a screen: without a script, a page without a screen would stay one.
    private func answerPage(_ exchange: Exchange) -> RequestOutcome {
        guard state.top == nil, end == nil, exchange.deadline == nil else {
            return .response(.page(WebPage(state, formKey: entrance.credentials.form.text).document))
        }
        exchange.deadline = Instant.now + Self.patience
        return .later
    }

    /// Answers an action. The stream shows at once that it has arrived, or the page reports that nothing comes through.
    private func answerAction(_ exchange: Exchange) -> RequestOutcome {
        guard let fields = FormFields(encoded: exchange.body) else { return .response(.refusal(.badRequest)) }
        heartbeat = .past
        return .response(perform(fields).isRefused ? .stale : .done)
    }

    /// A form without a script: the page comes when the screen has settled.
    private func answerForm(_ exchange: Exchange) -> RequestOutcome {
        guard exchange.deadline == nil else { return .response(.seePage(at: state.address)) }
        guard let fields = FormFields(encoded: exchange.body) else { return .response(.refusal(.badRequest)) }
        guard entrance.credentials.form.matches(fields["key"]) else {
            return .response(.refusal(.otherPage(.marker, isMissing: fields["key"] == nil)))
        }
        _ = perform(fields)
        guard !state.isSettled, end == nil else { return .response(.seePage(at: state.address)) }
        exchange.deadline = Instant.now + Self.patience
        return .later
    }

    func next(for stream: EventStream) -> EventStream.Next {
        if end != nil {
            guard stream.version != .max else { return .end }
            stream.version = .max
            return hasYielded ? .end : .bytes(EventFrame.end)
        }
        if screens.version != state.version {
            let page = WebPage(state, formKey: entrance.credentials.form.text)
            screens.show(page.piece, of: state.topID ?? "", version: state.version)
        }
        if stream.version != screens.version {
            stream.version = screens.version
            stream.needsHeartbeat = false
            return .bytes(screens.frame(for: &stream.held))
        }
        guard stream.needsHeartbeat else { return .wait }
        stream.needsHeartbeat = false
        return .bytes(EventFrame.heartbeat(isSettled: state.isSettled))
    }
}
