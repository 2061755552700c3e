package import RouterMessages
package import URLOpening
package import Wire

/// Keeps the navigation stack; opens URLs in the browser and plays media. It knows the names of scenes, never what they
/// show.
package struct Router: Role {
    private var stack: NavigationStack
    private let browser: any URLOpener
    private let player: any URLOpener

    package init(
        root: String, parameters: [String: String] = [:], browser: any URLOpener, player: any URLOpener
    ) {
        stack = NavigationStack(root: root, parameters: parameters)
        self.browser = browser
        self.player = player
    }

    /// - Parameters:
    ///   - opensURLs: whether browser and player are started, unless ``RoleEnvironment/printsURLs`` is set; otherwise URLs are only reported.
    ///   - variable: the value of an environment variable, nil when it is unset or empty.
    package init(root: String, parameters: [String: String], opensURLs: Bool, variable: (String) -> String?) {
        let opensURLs = opensURLs && [nil, "0"].contains(variable(RoleEnvironment.printsURLs))
        let browser: any URLOpener = opensURLs ? Browser(variable: variable("BROWSER")) : NoOpener()
        let player: any URLOpener = opensURLs ? Player(browser: browser) : NoOpener()
        self.init(root: root, parameters: parameters, browser: browser, player: player)
    }

    /// The stack, the top scene last.
    package var scenes: [Scene] { stack.scenes }

    /// The unchanged stack, for an action without an effect.
    package func stack(answering event: Event) -> Event { didNavigate(answering: event) }

    package mutating func start() -> [Event] { states() }

    package mutating func states() -> [Event] {
        [Event(RouterOutput.DidNavigate.type, RouterOutput.DidNavigate(stack: stack.scenes))]
    }

    package func snapshot() -> [UInt8]? { Payload.encode(stack) }

    /// A snapshot after each event: a replacement must not open a web page again.
    package var snapshotInterval: Int { 1 }

    package mutating func restore(_ state: Event) throws(PayloadError) {
        stack = try state.decode(NavigationStack.self)
    }

    package mutating func receive(_ event: Event) throws(PayloadError) -> [Event] {
        switch event.type {
        case RouterInput.Open.type:
            return [open(try event.decode(RouterInput.Open.self), answering: event)]
        case RouterInput.Back.type:
            stack.pop()
            return [didNavigate(answering: event)]
        case RouterInput.OpenURL.type:
            return [openURL(try event.decode(RouterInput.OpenURL.self).url, answering: event)]
        case RouterInput.Play.type:
            return [play(try event.decode(RouterInput.Play.self).url, answering: event)]
        case ProcessInput.Refused.type:
            return leaveUnseen(try event.decode(ProcessInput.Refused.self), event)
        default:
            return []
        }
    }

    private mutating func open(_ request: RouterInput.Open, answering event: Event) -> Event {
        guard !request.name.isEmpty else {
            return didFail("open", "open a scene: its name is empty", answering: event)
        }
        stack.push(request.name, parameters: request.parameters, presentation: request.presentation)
        return didNavigate(answering: event)
    }

    /// Handles the bus's refusal of a stack that was too long for a line: no role has seen the top scene.
    private mutating func leaveUnseen(_ line: ProcessInput.Refused, _ event: Event) -> [Event] {
        guard line.type == RouterOutput.DidNavigate.type, stack.scenes.count > 1 else { return [] }
        stack.pop()
        let message = "open a scene: the stack of scenes has \(line.bytes) bytes, over the line limit of \(line.limit)"
        return [didFail("open", message, answering: event)]
    }

    /// An earlier process may have opened it. Opening it twice is worse than not at all, since the user can press
    /// again.
    private func replayed(_ action: String, _ words: String, _ url: String, answering event: Event) -> Event {
        didFail(
            action, "\(words) \(Self.quoted(url)): the router was restarted meanwhile; it may be open already",
            url: url, answering: event)
    }

    private func openURL(_ url: String, answering event: Event) -> Event {
        if event.isReplayed { return replayed("openURL", "open", url, answering: event) }
        do throws(URLFailure) {
            try browser.open(WebURL(url))
            return Event(RouterOutput.DidOpenURL.type, RouterOutput.DidOpenURL(url: url), answering: event)
        } catch {
            return didFail("openURL", "open \(Self.quoted(url)): \(error)", url: url, answering: event)
        }
    }

    private func play(_ url: String, answering event: Event) -> Event {
        if event.isReplayed { return replayed("play", "play", url, answering: event) }
        do throws(URLFailure) {
            let program = try player.open(WebURL(url))
            return Event(RouterOutput.DidPlay.type, RouterOutput.DidPlay(url: url, player: program), answering: event)
        } catch {
            return didFail("play", "play \(Self.quoted(url)): \(error)", url: url, answering: event)
        }
    }

    private func didNavigate(answering event: Event) -> Event {
        let report = RouterOutput.DidNavigate(stack: stack.scenes)
        var answer = Event(RouterOutput.DidNavigate.type, report, answering: event)
        // The stack is a state of the whole session, not of a scene.
        answer.subject = nil
        return answer
    }

    /// The longest URL that a failure repeats, in characters; browsers take about as much.
    private static let longestURL = 2048

    private static func quoted(_ url: String) -> String {
        url.count > longestURL ? "\(url.prefix(longestURL))…" : url
    }

    /// - Parameter url: the refused URL; left out if it is too long to be of use.
    private func didFail(
        _ action: String, _ message: String, url: String? = nil, answering event: Event
    ) -> Event {
        let url = url.flatMap { $0.count > Self.longestURL ? nil : $0 }
        let report = RouterOutput.DidFail(action: action, message: message, url: url)
        return Event(RouterOutput.DidFail.type, report, answering: event)
    }
}

/// Plays media: in mpv if it is installed, otherwise in the browser.
package struct Player: URLOpener {
    private static let program = "mpv"
    private let browser: any URLOpener

    package init(browser: any URLOpener) { self.browser = browser }

    package func open(_ url: WebURL) throws(URLFailure) -> String? {
        // Searched for in PATH. "--" ends the options.
        if DetachedProcess.start([Self.program, "--no-terminal", "--", url.text]) { return Self.program }
        do throws(URLFailure) {
            return try browser.open(url)
        } catch .noBrowser(let tried) {
            throw .noBrowser(tried: [Self.program] + tried)
        }
    }
}
