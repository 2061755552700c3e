import Commands
import Composition
import Platform
import Processes
import Recording
import SessionClient
import Supervision
import Wire

/// A look at the things that sessions need: our own programs, the system, the terminal, and the programs of others.
struct Checkup {
    private static let programs = [
        "view", "web", "presenter", "fetcher", "router", "app", "jq", "catalog",
    ].map { "viperline-\($0)" }
    /// A session needs some dozens.
    private static let fewDescriptors = 256
    /// The time that the view has for its report.
    private static let patience = Duration.seconds(5)

    private let executables = Folders.current.executables

    var findings: [Finding] {
        [ownPrograms, applications, guides, sessions, descriptors] + terminalFindings + others
    }

    private func variable(_ name: String) -> String? { RoleEnvironment.variable(name) }

    private func hasProgram(_ name: String) -> Bool {
        (try? CommandLookup(path: variable("PATH")).path(of: name)) != nil
    }

    // MARK: Ours

    private var ownPrograms: Finding {
        let missing = Self.programs.filter { access("\(executables)/\($0)", X_OK) != 0 }
        guard !missing.isEmpty else { return .good("programs", "in \(executables)") }
        return .essential(
            "programs", "not in \(executables): \(missing.joined(separator: ", "))", "install Viperline again")
    }

    private var applications: Finding {
        guard let folder = ApplicationPath.folder() else {
            return .essential(
                "applications", "there is no share/viperline/compose beside \(executables)",
                "keep bin and share together")
        }
        let own = Folders.current.applications ?? "no folder: HOME is not set"
        return .good("applications", "in \(folder); your own in \(own)")
    }

    /// The pages for users, which are beside the applications, in an installation and in a checkout.
    private var guides: Finding {
        let folder = ApplicationPath.folder().map { "\(Folders.parent(of: $0))/protocols" }
        guard let folder, FileSystem.local.isFolder(folder) else {
            return .missing(
                "guides", "there is no share/viperline/protocols beside \(executables)", "install Viperline again")
        }
        return .good("guides", "in \(folder): begin with tutorial.md")
    }

    private var sessions: Finding {
        do throws(SystemError) {
            let folder = try SessionFolder.create()
            folder.remove()
            return .good(
                "sessions",
                "keep their files in /\(folder.path.split(separator: "/").dropLast().joined(separator: "/"))")
        } catch {
            return .essential("sessions", "\(error)", "set TMPDIR to a folder that you can write")
        }
    }

    private var descriptors: Finding {
        var limit = rlimit()
        let most = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 ? limit.rlim_cur : 0
        guard most < Self.fewDescriptors else { return .good("descriptors", "\(most) a process") }
        let advice = "ulimit -n 1024, for sessions with many services or visitors"
        let detail = "only \(most) a process"
        return most < 64 ? .essential("descriptors", detail, advice) : .missing("descriptors", detail, advice)
    }

    // MARK: The terminal

    private var terminalFindings: [Finding] {
        guard case .object(let facts) = describedTerminal else {
            return [.essential("terminal", "viperline-view does not run", "install Viperline again")]
        }
        return [screen(facts), colors(facts), letters(facts), pictures(facts)]
    }

    /// The view's report about the terminal; nil if it does not run.
    private var describedTerminal: JSONTree? {
        let command = ["\(executables)/viperline-view", "--describe"]
        let view = try? RoleProcess(command, service: "view", run: "1", environment: OwnEnvironment.variables)
        guard let view, view.leave(within: Self.patience).code == 0 else { return nil }
        return view.nextLine().flatMap { JSONTree($0) }
    }

    private func screen(_ facts: [JSONTree.Key: JSONTree]) -> Finding {
        let name = variable("TERM") ?? "no TERM"
        guard facts["fullScreen"] == .bool(true) else {
            return .missing(
                "terminal", "\(name): no full screen here; sessions read commands and print text",
                "run it in a terminal, with TERM as the terminal sets it")
        }
        let mouse = facts["mouse"] == .bool(true) ? ", the mouse" : ""
        let links = facts["links"] == .bool(true) ? ", links" : ""
        return .good("terminal", "\(name): \(TerminalWidth.current) columns\(mouse)\(links)")
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
        guard hasProgram("chafa") else { return .missing("pictures", "captions only", install("chafa")) }
        switch facts["pictures"] {
        case .string("symbols"): return .good("pictures", "drawn with letters")
        case .string(let format): return .good("pictures", "in pixels (\(format))")
        default:
            return .good("pictures", "in pixels if the terminal reports that it can, or drawn with letters")
        }
    }

    // MARK: Others' programs

    private var others: [Finding] {
        let optional = [
            (program: "python3", package: "python3", purpose: "applications and roles in Python"),
            ("node", "nodejs", "applications and roles in JavaScript"),
            ("git", "git", "examples that list branches and commits"),
            ("mpv", "mpv", "playing videos from a terminal"),
        ]
        return [browser]
            + optional.map { name, package, purpose in
                hasProgram(name) ? .good(name, "for \(purpose)") : .missing(name, "for \(purpose)", install(package))
            }
            + [.good("jq", "not needed: viperline-jq has its language inside")]
    }

    private var browser: Finding {
        if let browser = variable("BROWSER") { return .good("browser", "BROWSER is \(browser)") }
        guard !hasProgram("xdg-open") else { return .good("browser", "by xdg-open") }
        return .missing(
            "browser", "pages are not opened; --web prints its address", "\(install("xdg-utils")), or set BROWSER")
    }

    /// The command of this system's package manager.
    private func install(_ package: String) -> String {
        let managers = ["apt-get install", "dnf install", "pacman -S", "zypper install", "apk add"]
        let found = managers.first { hasProgram(String($0.prefix { $0 != " " })) }
        return "\(found ?? "install") \(package)"
    }
}
