import ArgumentParser
import Composition
import Playback
import Recording
import Wire

/// Which service of a session is the real one, and from which cassette the others are played.
struct IsolationOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Play every service but one (--only) from a recorded session, each as viperline double does.",
            valueName: "file"))
    var cassette: String?

    @Option(
        help: ArgumentHelp(
            "With --cassette: the service that runs for real; what stands behind -- is run in its place.",
            valueName: "service"))
    var only: String?

    @Option(
        help: ArgumentHelp(
            "With --cassette: how long a double waits for what was recorded, unless a person acts at the real service.",
            valueName: "seconds"))
    var patience = 60.0

    /// The program in the service's place: what stands behind `--`. ArgumentParser knows one list of arguments for each
    /// command, which holds these at its end.
    var command: [String] { Array(CommandLine.arguments.drop { $0 != "--" }.dropFirst()) }

    func validate() throws {
        guard (cassette == nil) == (only == nil) else {
            throw ValidationError("--cassette FILE and --only SERVICE need each other")
        }
        guard patience > 0, patience <= 1_000_000 else {
            throw ValidationError("--patience wants seconds, such as: 60")
        }
        guard command.isEmpty || only != nil else {
            throw ValidationError("Say in whose place to run \(command[0]): --cassette FILE --only SERVICE -- COMMAND")
        }
    }

    /// The commands that take the place of those in the compose files, by service.
    func replacements() throws -> [String: [String]] {
        guard let cassette, let only else { return [:] }
        let file = try CassetteFile(cassette)
        let services = file.header?.services ?? [:]
        guard let real = services[only] else { throw file.missing(only, .usage) }
        // A service may have a working folder of its own.
        let path = cassette.hasPrefix("/") ? cassette : "\(Folders.current.working)/\(cassette)"
        let viperline = Folders.current.executables + "/viperline"
        // A person takes the time that it takes.
        let patience = real.terminal == true ? [] : ["--patience", "\(self.patience)"]
        var commands: [String: [String]] = [:]
        for (name, service) in services where !service.receives.isEmpty || !service.sends.isEmpty {
            commands[name] = [viperline, "double", "--check"] + patience + ["--", name, path]
        }
        commands[only] = command.isEmpty ? nil : command
        return commands
    }

    func apply(to composition: Composition) -> Composition { only.map(composition.isolating) ?? composition }
}
