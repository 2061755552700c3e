import CommandBasis
import Commands
import Composition
import Playback
import Processes
import Recording
import SafeText
import Supervision
import Wire

struct VerifyCommand: Command {
    static let configuration = CommandConfiguration(
        name: "verify",
        abstract: "Compare a program with a recorded session.",
        discussion: """
            Runs the service's program, or COMMAND, feeds it the recorded inputs, and compares its outputs, ignoring ids and times. \
            It prints the first deviation with its place and both texts. So a recorded session is a regression test:

              viperline run itunes -f offline --record session.ndjson
              viperline verify presenter session.ndjson
              viperline verify presenter session.ndjson -- ./my-presenter

            It sends an input once all outputs recorded before it have come. Answers to different events may come in any order. A \
            view gets the recorded commands or keys. The fetcher of an offline session gets a catalog again.

            --accept writes intended changes into the cassette; other services' lines stay. It does not change a cassette \
            with damaged lines, or of a newer version, because these lines would be lost.

            A cassette that is damaged, or without an end because its session was killed or its disk was full, proves \
            nothing about the rest: the exit code is 65, unless --partial accepts the part.

            A cassette may come from an untrusted sender. So verify starts only Viperline's own roles from it, with harmless options \
            and variables, without your credentials and without a browser. If the cassette names anything else, verify prints that \
            and runs nothing; read it, and repeat the command with --trust if you would run it yourself. COMMAND is yours: it gets \
            your environment. verify does not compare a service with "test: false" in its compose file.

            Exit codes: 0 as recorded, or accepted; 1 a deviation; 64 the cassette needs --trust; 65 the service is not in \
            the file, the file contains no events of it, or is damaged or incomplete; 69 the file can't be read, or the program can't be started.
            """)

    var service = ""
    var file = ""
    var patience = 5.0
    var accept = false
    var partial = false
    var trust = false
    var command: [String] = []

    static var table: OptionTable<Self> {
        [
            .argument("service", \.service, "The service's name in the recorded session."),
            .argument("file", \.file, "The cassette."),
            .option("patience", \.patience, "Seconds that an answer may take beyond the recorded time.").within(
                .waits),
            .flag("accept", \.accept, "Write the program's new outputs into the cassette."),
            .flag("partial", \.partial, "Compare a damaged or incomplete cassette as far as it goes."),
            .flag("trust", \.trust, "Run the cassette's commands, with its variables and your environment."),
            .rest("command", \.command, "The program instead of the recorded one, and its arguments."),
        ]
    }

    func run() throws {
        let cassette = try CassetteFile(file)
        guard cassette.header?.services[service]?.tested != false else {
            return try Output.write(
                "\(service): not compared; its compose file has \"test: false\"\n".printable(keeping: "\n"))
        }
        let folder = try SessionFolder.create()
        let backing = BackingServices()
        defer {
            backing.end()
            folder.remove()
        }
        do {
            let verification = try verification(of: cassette, in: folder, on: backing)
            let summary = try verification.run()
            try cassette.conclude(with: service, found: summary.inputs + summary.outputs > 0)
            try refuseVacuousVerdict(summary, of: cassette)
            if let edits = verification.edits, !edits.isEmpty {
                for deviation in verification.accepted {
                    try Output.report("\(service), \(deviation)\n".printable(keeping: "\n"))
                }
                try revise(cassette, edits)
            } else {
                try report(summary)
            }
        } catch let deviation as Deviation {
            // The exit code reports it even if this is not read.
            try? Output.write("\(service), \(deviation)\n".printable(keeping: "\n"))
            throw ExitCode(1)
        }
    }

    private func verification(
        of cassette: CassetteFile, in folder: SessionFolder, on backing: BackingServices
    ) throws -> Verification {
        let recorded = cassette.header?.services[service]
        guard let recorded = recorded ?? (command.isEmpty ? nil : .init(command: [], receives: [], sends: [])) else {
            try cassette.conclude()
            throw cassette.missing(service, .badInput)
        }
        let backingNames = cassette.header?.backingServices(of: service) ?? []
        let needed = backingNames.compactMap { name in cassette.header?.services[name].map { (name, $0) } }
        if !trust { try refuseHarm(needed + [(service, recorded)]) }
        let user = OwnEnvironment.variables
        for (name, service) in needed {
            try backing.start(try program(name, service, in: folder), environment: environment(of: name, user))
        }
        return try verification(of: cassette, recorded, in: folder, environment: environment(of: service, user))
    }

    /// If the user has to vouch for anything, prints it and ends the command.
    private func refuseHarm(_ services: [(String, CassetteHeader.Service)]) throws {
        let concerns = services.flatMap { name, recorded in
            HarmlessService.concerns(name, recorded, runsCommand: name != service || command.isEmpty)
        }
        guard !concerns.isEmpty else { return }
        throw CommandFailure(
            "\(file.printable) names more than Viperline's own roles, so verify runs nothing:"
                + concerns.map { "\n  \($0.printable)" }.joined()
                + "\nIf you would run that yourself, repeat the command with --trust.", .usage)
    }

    private func environment(of name: String, _ user: [String: String]) -> [String: String] {
        guard !trust else { return user }
        return VerificationEnvironment.inherited(from: user, isOwnProgram: name == service && !command.isEmpty)
    }

    private func program(
        _ name: String, _ service: CassetteHeader.Service, in folder: SessionFolder
    ) throws -> ServiceProgram {
        var program = ServiceProgram(name, service, folder: folder.path) {
            $0 == ApplicationPath.folderVariable
                ? ApplicationPath.folder() : trust ? RoleEnvironment.variable($0) : nil
        }
        if name == self.service, !command.isEmpty { program.command = command }
        // Our roles come from this installation, never from PATH.
        if let first = program.command.first, HarmlessService.isOurs(first), name != self.service || command.isEmpty {
            program.command[0] = Folders.current.executables + "/" + first
        }
        program.command = try CommandLine.program(program.command)
        return program
    }

    private func verification(
        of cassette: CassetteFile, _ recorded: CassetteHeader.Service, in folder: SessionFolder,
        environment: [String: String]
    ) throws -> Verification {
        let verified = try program(service, recorded, in: folder)
        return try Verification(
            of: service, in: cassette.reader, by: verified.command,
            environment: environment.merging(verified.environment) { $1 }, patience: .seconds(patience), accepts: accept
        )
    }

    /// A comparison of nothing, or of a part that stands for the whole, is not a pass.
    private func refuseVacuousVerdict(_ summary: Verification.Summary, of cassette: CassetteFile) throws {
        let isIncomplete = cassette.reader.isPartial && !partial && !accept
        guard summary.inputs + summary.outputs == 0 || isIncomplete else { return }
        throw CommandFailure(
            isIncomplete
                ? "\(file.printable): only a part of the recording could be read, and \(service.printable) does there as recorded; --partial accepts that"
                : "compare \(service.printable) with \(file.printable): the file contains no events of it, so there is nothing to compare",
            .badInput)
    }

    private func revise(_ cassette: CassetteFile, _ edits: CassetteEdits) throws {
        guard cassette.reader.damageCount == 0 else {
            throw CommandFailure(
                "accept changes in \(file.printable): nothing is written, because the lines above would be lost; remove them first",
                .badInput)
        }
        try CassetteRevision(of: file, with: edits) { cassette.header?.receivers(of: $0) ?? [] }.write()
        let text = "\(service): \(edits); \(file) now has the program's outputs\n"
        try Output.write(text.printable(keeping: "\n"))
    }

    private func report(_ summary: Verification.Summary) throws {
        let crossed =
            summary.crossed > 0 ? "; \(summary.crossed) crossed a cancellation, where either outcome is right" : ""
        let text = "\(service): \(summary.outputs) outputs as recorded, to \(summary.inputs) inputs\(crossed)\n"
        try Output.write(text.printable(keeping: "\n"))
        guard summary.missed > 0 else { return }
        StandardStream.diagnose(
            "viperline verify",
            "\(summary.missed) events are missing in \(file); their consequences are unknown")
    }
}
