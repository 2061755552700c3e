import CommandBasis
import Commands
import Composition
import Recording
import Wire

/// Options for running one service for real, with the others played from a cassette.
struct IsolationOptions: CommandOptions {
    var cassette: String?
    var only: String?
    var patience = 60.0
    var command: [String] = []

    static var table: OptionTable<Self> {
        [
            .option(
                "cassette", value: "file", \.cassette,
                "Play every service but one (--only) from a recorded session, as viperline double does."),
            .option(
                "only", value: "service", \.only,
                "With --cassette: the service that runs for real, or is replaced by the command after --."),
            .option(
                "patience", value: "seconds", \.patience,
                "With --cassette: how long a double waits for a recorded input. Ignored if the real service is the view."
            ).within(.waits),
            .rest(
                "command", \.command,
                """
                With --cassette: the program in place of the service's, and its arguments. Otherwise the words for \
                "$@" in a service's command, such as the server of: viperline run mcp -- COMMAND
                """),
        ]
    }

    func validate() throws {
        guard (cassette == nil) == (only == nil) else {
            throw UsageError("--cassette FILE and --only SERVICE go together")
        }
    }

    /// The words after `--` for the compose files.
    var arguments: [String] { only == nil ? command : [] }

    /// Commands by service, to replace those in the compose files.
    func replacements() throws -> [String: [String]] {
        guard let cassette, let only else { return [:] }
        let file = try CassetteFile(cassette)
        try file.conclude()
        let services = file.header?.services ?? [:]
        guard let real = services[only] else { throw file.missing(only, .usage) }
        // Absolute, as a service may have its own working folder.
        let path = cassette.hasPrefix("/") ? cassette : "\(Folders.current.working)/\(cassette)"
        let viperline = Folders.current.executables + "/viperline"
        // A user needs no time limit.
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

extension Composition {
    /// True if the users of the view are not at this machine: the view is a page, it serves an agent, or it is at the other end
    /// of a NATS connection.
    var hasUsersElsewhere: Bool {
        if servesAgent || services.contains(where: { $0.runs("viperline-web") }) { return true }
        let screens = services.first { $0.name == screenService }
        return screens?.runs("viperline-nats") == true && !services.contains(where: \.tty)
    }

    /// True if its view speaks to an agent on standard input and output.
    var servesAgent: Bool { services.contains { $0.runs("viperline-view") && $0.command.contains("--mcp") } }

    /// The same session, whose routers start no browser and no player unless a user of this machine may have requested
    /// it: not if other users or a cassette may have. A page offers a link in the visitor's own browser instead.
    /// - Parameters:
    ///   - isAmongDoubles: whether one service runs among recorded ones.
    ///   - chosen: the variables on the command line, which decide otherwise.
    func openingPagesForUsers(isAmongDoubles: Bool, chosen: [String: String]) -> Composition {
        guard isAmongDoubles || hasUsersElsewhere, chosen[RoleEnvironment.printsURLs] == nil else { return self }
        var session = self
        for index in services.indices { session.services[index].environment[RoleEnvironment.printsURLs] = "1" }
        return session
    }
}

extension Service {
    /// True if its command is that program, or contains its name.
    fileprivate func runs(_ program: String) -> Bool {
        command.contains { $0.split(separator: "/").last.map(String.init) == program }
    }
}
