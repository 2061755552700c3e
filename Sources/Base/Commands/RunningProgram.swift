import Platform
import SafeText
import Wire

extension Command {
    /// The program: reads the command line, runs the command, and exits.
    package static func main() { main(Array(CommandLine.arguments.dropFirst())) }

    package static func main(_ words: [String]) {
        StandardStream.prepare()
        RunningProgram(Self.self).run(words)
    }

    package static var help: String { HelpText(CommandPath(Self.self)).description }
}

/// A process that runs a command.
struct RunningProgram {
    /// Requests that every program answers besides its commands, before anything else is read.
    private enum Request: String, CaseIterable {
        case help = "--help"
        case shortHelp = "-h"
        case version = "--version"
        /// Help for manual pages.
        case json = "--help-json"
        case completion = "--generate-completion-script"
    }

    private var path: CommandPath

    init(_ root: any Command.Type) { path = CommandPath(root) }

    func run(_ words: [String]) -> Never {
        let own = words.prefix { $0 != "--" }
        for word in own {
            guard let request = Request(rawValue: String(word.prefix { $0 != "=" })) else { continue }
            answer(request, own)
        }
        if words.first == "help", path.root.hasSubcommands { answer(.help, own.dropFirst()) }
        var path = path
        let rest = path.follow(words)
        do {
            try path.last.run(rest)
        } catch {
            Self.end(with: path.explained(error), of: path)
        }
        exit(ExitStatus.done.rawValue)
    }

    private func answer(_ request: Request, _ words: ArraySlice<String>) -> Never {
        var path = path
        switch request {
        case .version:
            let version = path.root.configuration.version ?? ""
            guard words.contains("--json") else { Self.print("\(version)\n") }
            let report = VersionReport(name: "\(path.root.configuration.name)", version: version)
            Self.print(String(decoding: report.json, as: UTF8.self))
        case .help, .shortHelp:
            path.followNames(in: words)
            Self.print(HelpText(path).description)
        case .json: Self.print(String(decoding: CommandJSON.text(of: path.root), as: UTF8.self) + "\n")
        case .completion:
            let shells = Shell.allCases.map(\.rawValue)
            let named = words.firstIndex { $0.hasPrefix(request.rawValue) }.map { place in
                let word = words[place].dropFirst(request.rawValue.count)
                return word.isEmpty ? words[(place + 1)...].first ?? "" : String(word.dropFirst())
            }
            guard let name = named, let shell = Shell(rawValue: name) else {
                let error = UsageError("\(request.rawValue) takes a shell: \(shells.joined(separator: ", "))")
                Self.end(with: error, of: path)
            }
            Self.print(shell.script(for: path.root))
        }
    }

    /// A help or a completion script that nobody could read is an error.
    private static func print(_ text: String) -> Never {
        do throws(StandardStream.Failure) {
            try StandardStream.write(Array(text.utf8), to: StandardStream.output)
        } catch .closed {
            exit(ExitStatus.done.rawValue)
        } catch {
            let program = CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "viperline"
            StandardStream.diagnose(program, "write to stdout: \(error)")
            exit(ExitStatus.unavailable.rawValue)
        }
        exit(ExitStatus.done.rawValue)
    }

    private static func end(with error: any Error, of path: CommandPath) -> Never {
        switch error {
        case let code as ExitCode: exit(code.rawValue)
        case is HelpRequest: print(HelpText(path).description)
        case let error as UsageError: refuse(error.message, nil, path)
        case let error as CommandLineError: refuse("\(error)", error.help, path)
        default:
            let problem = error as? any CommandProblem
            for line in problem?.lines ?? ["\(error)"] {
                StandardStream.diagnose("\(path.root.configuration.name)", line)
            }
            exit((problem?.status ?? .unavailable).rawValue)
        }
    }

    private static func refuse(_ message: String, _ help: String?, _ path: CommandPath) -> Never {
        let lines = [
            "Error: \(message)", help.map { "Help:  \($0)" }, "Usage: \(HelpText(path).usage)",
            "  See '\(path.name) --help' for more information.",
        ]
        warn(lines.compactMap(\.self).map { "\($0)\n" }.joined())
        exit(ExitStatus.usage.rawValue)
    }

    private static func warn(_ text: String) {
        try? StandardStream.write(Array(text.printable(keeping: "\n").utf8), to: StandardStream.diagnostics)
    }
}

extension Command {
    fileprivate static func run(_ words: [String]) throws {
        var command = try parse(words)
        try command.run()
    }
}
