import CommandBasis
import Composition
import Platform
import Processes
import Recording
import Supervision
import Wire

/// Looks at what sessions need: our own programs, the system, the terminal, and the programs of others.
struct Checkup {
    var folders: Folders
    var variable: (String) -> String?
    /// Whether there is a program of that name in PATH.
    var hasProgram: (String) -> Bool
    /// What the view prints about the terminal; nil if it does not run.
    var terminal: () -> JSONTree?
    /// The most descriptors of a process.
    var mostDescriptors: Int
    /// Makes a folder for a session, and removes it.
    var placeForSessions: () throws(SystemError) -> String

    static var current: Checkup {
        let folders = Folders.current
        return Checkup(
            folders: folders, variable: RoleEnvironment.variable,
            hasProgram: { name in
                let lookup = CommandLookup(path: RoleEnvironment.variable("PATH"))
                return (try? lookup.path(of: name)) != nil
            },
            terminal: { describedTerminal(folders.executables) }, mostDescriptors: descriptorLimit,
            placeForSessions: { () throws(SystemError) in
                let folder = try SessionFolder.create()
                defer { folder.remove() }
                return folder.path
            })
    }

    private static let programs = [
        "viperline-view", "viperline-web", "viperline-presenter", "viperline-fetcher", "viperline-router",
        "viperline-app",
        "viperline-jq", "viperline-catalog",
    ]
    /// A session needs some dozens.
    private static let fewDescriptors = 256

    var findings: [Finding] {
        [ownPrograms, applications, sessions, descriptors] + terminalFindings + others
    }

    // MARK: Ours

    private var ownPrograms: Finding {
        let missing = Self.programs.filter { access("\(folders.executables)/\($0)", X_OK) != 0 }
        guard missing.isEmpty else {
            return .missing(
                "programs", "not in \(folders.executables): \(missing.joined(separator: ", "))",
                "install Viperline again",
                isEssential: true)
        }
        return .good("programs", "in \(folders.executables)")
    }

    private var applications: Finding {
        guard let folder = ApplicationPath.folder() else {
            return .missing(
                "applications", "there is no share/viperline/compose beside \(folders.executables)",
                "keep bin and share together", isEssential: true)
        }
        return .good(
            "applications", "in \(folder); your own in \(folders.applications ?? "no folder: HOME is not set")")
    }

    private var sessions: Finding {
        do throws(SystemError) {
            let path = try placeForSessions()
            return .good(
                "sessions", "keep their files in \(path.split(separator: "/").dropLast().map { "/\($0)" }.joined())")
        } catch {
            return .missing("sessions", "\(error)", "set TMPDIR to a folder that you can write", isEssential: true)
        }
    }

    private var descriptors: Finding {
        guard mostDescriptors < Self.fewDescriptors else { return .good("descriptors", "\(mostDescriptors) a process") }
        return .missing(
            "descriptors", "only \(mostDescriptors) a process",
            "ulimit -n 1024, for sessions with many services or visitors",
            isEssential: mostDescriptors < 64)
    }

    private static var descriptorLimit: Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 0 }
        return Int(clamping: limit.rlim_cur)
    }

    // MARK: The terminal

    private var terminalFindings: [Finding] {
        guard case .object(let facts) = terminal() else {
            return [.missing("terminal", "viperline-view does not run", "install Viperline again", isEssential: true)]
        }
        return [screen(facts), colors(facts), letters(facts), pictures(facts)]
    }

    private func screen(_ facts: [JSONTree.Key: JSONTree]) -> Finding {
        let name = variable("TERM") ?? "no TERM"
        guard facts["fullScreen"] == .bool(true) else {
            return .missing(
                "terminal", "\(name): no full screen here; sessions read commands and print text",
                "run it in a terminal, with TERM as the terminal sets it")
        }
        let extras = [("mouse" as JSONTree.Key, "the mouse"), ("links", "links")].filter { facts[$0.0] == .bool(true) }
            .map(\.1)
        let size = "\(TerminalWidth.current) columns"
        return .good("terminal", "\(name): \(([size] + extras).joined(separator: ", "))")
    }

    private func colors(_ facts: [JSONTree.Key: JSONTree]) -> Finding {
        switch facts["colors"] {
        case .string("full"): .good("colours", "all")
        case .string("256"): .good("colours", "256")
        case .string("16"):
            .missing("colours", "16", "TERM=xterm-256color, or COLORTERM=truecolor, if your terminal has more")
        default:
            .missing(
                "colours", variable("NO_COLOR") == nil ? "none" : "none: NO_COLOR is set",
                "TERM=xterm-256color, without NO_COLOR")
        }
    }

    private func letters(_ facts: [JSONTree.Key: JSONTree]) -> Finding {
        let locale = variable("LC_ALL") ?? variable("LC_CTYPE") ?? variable("LANG")
        guard facts["utf8"] != .bool(true) else { return .good("letters", "UTF-8, by the locale \(locale ?? "")") }
        return .missing(
            "letters", "the locale \(locale ?? "(none)") is not UTF-8; the view asks the terminal, or shows ASCII",
            "export LC_ALL=C.UTF-8")
    }

    private func pictures(_ facts: [JSONTree.Key: JSONTree]) -> Finding {
        let format =
            switch facts["pictures"] {
            case .string("symbols"): "drawn with letters"
            case .string(let format): "in pixels (\(format))"
            default: "in pixels if the terminal reports that it can, or drawn with letters"
            }
        guard hasProgram("chafa") else { return .missing("pictures", "captions only", install("chafa")) }
        return .good("pictures", format)
    }

    // MARK: Others' programs

    private var others: [Finding] {
        [browser] + [
            program("python3", "applications and roles in Python", package: "python3"),
            program("node", "applications and roles in JavaScript", package: "nodejs"),
            program("git", "examples that list branches and commits", package: "git"),
            program("mpv", "playing videos from a terminal", package: "mpv"),
            .good("jq", "not needed: viperline-jq has its language inside"),
        ]
    }

    private var browser: Finding {
        if let browser = variable("BROWSER") { return .good("browser", "BROWSER is \(browser)") }
        guard hasProgram("xdg-open") else {
            return .missing(
                "browser", "pages are not opened; --web prints its address", "\(install("xdg-utils")), or set BROWSER")
        }
        return .good("browser", "by xdg-open")
    }

    private func program(_ name: String, _ purpose: String, package: String) -> Finding {
        hasProgram(name) ? .good(name, "for \(purpose)") : .missing(name, "for \(purpose)", install(package))
    }

    /// The command of this system's package manager.
    private func install(_ package: String) -> String {
        let managers = [
            ("apt-get", "apt-get install"), ("dnf", "dnf install"), ("pacman", "pacman -S"),
            ("zypper", "zypper install"),
            ("apk", "apk add"),
        ]
        guard let manager = managers.first(where: { hasProgram($0.0) }) else { return "install \(package)" }
        return "\(manager.1) \(package)"
    }

    private static func describedTerminal(_ executables: String) -> JSONTree? {
        var launch = Launch(["\(executables)/viperline-view", "--describe"])
        launch.group = .own
        guard let view = try? PipedProcess(launch, [.input, .output], mostUnread: 0) else { return nil }
        var output: [UInt8] = []
        let outcome = view.end(within: .seconds(5)) {
            output += view.readOutput()
            usleep(1000)
        }
        output += view.readOutput()
        return outcome.code == 0 ? JSONTree(output) : nil
    }
}
