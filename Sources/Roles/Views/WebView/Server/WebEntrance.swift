import Platform
import Processes
import WebAccess
import Wire

/// The browsers' way to the view: its address, the credentials, and the output where the user reads both.
struct WebEntrance {
    let options: WebLoop.Options
    private(set) var credentials: Credentials
    private let file: CredentialsFile?
    let admission: Admission
    /// Nil where connections are handed over.
    let listener: Listener?
    let handover: HandoverSocket?
    /// The port by which browsers know the view.
    let port: Int
    /// True if no earlier view of the session has been here.
    let isNew: Bool
    /// The output that a user reads; nil where there is none. Standard error of a service is a log, which must not have the token.
    private let userOutput: Int32?
    /// The user of that output has started the session, and ends it.
    private let isUsers: Bool

    /// - Parameter userOutput: looked up before anything else can get that descriptor.
    /// - Returns: nil when it cannot listen; the reason is on standard error.
    init?(_ options: WebLoop.Options, userOutput: Int32?, isUsers: Bool) {
        self.options = options
        self.userOutput = userOutput
        self.isUsers = isUsers
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
        isNew = kept == nil || hasMoved
        guard isNew else { return }
        keep()
        guard announce() || options.opensPage else { return nil }
    }

    /// The port of the earlier view, or another one if that is taken now.
    private static func listen(_ address: ListenAddress, port: Int) throws(SystemError) -> Listener {
        if port > 0, let listener = try? Listener(address, port: port) { return listener }
        return try Listener(address)
    }

    /// Writes a file that leads a browser to the page. A command line could be read by everybody on the machine, and has no token.
    /// - Returns: the path; nil where an earlier view has been opened, or the file cannot be written.
    func entry() -> String? {
        guard isNew, let file else { return nil }
        return file.write(entry: WebPage.leading(to: address).bytes)
    }

    func cookie(for host: String?) -> AccessCookie { admission.hosts.cookie(of: host, port: port) }

    /// The token becomes a cookie. A browser that has it already needs no token.
    mutating func exchange(_ token: String, _ head: RequestHead) -> Response {
        if credentials.exchange(token) {
            keep()
            announce(isNext: true)
            return .enter(cookie: cookie(for: head.host).setting(credentials.cookie), from: head.fetchSite)
        }
        if credentials.cookie.matches(head.cookie) { return .seePage() }
        return head.comesFromElsewhere ? .lead : .refusal(.noCookie)
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
        let end = isUsers ? " Ctrl-C ends the session." : ""
        text += isNext ? "For another browser: \(address)\n" : "Open \(address) in a browser.\(end)\n"
        do throws(StandardStream.Failure) { try StandardStream.write(Array(text.utf8), to: output) } catch {
            StandardStream.diagnose("viperline-web", "the address could not be printed: \(error)")
            return false
        }
        return true
    }

    private var address: String {
        let query = "?token=\(credentials.token.text)"
        if let page = options.origins.first { return WebOrigin.folder(page) + query }
        let origin = options.address.origin(port: port, name: credentials.name)
        if case .socket(let path) = options.address { return "\(origin)/\(query) (on the socket \(path))" }
        return "\(origin)/\(query)"
    }
}
