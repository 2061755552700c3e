import CommandBasis
import Commands
import Composition
import Platform
import Processes
import RPC
import Recording
import SafeText
import Wire

struct RPCVerifyCommand: Command {
    static let configuration = CommandConfiguration(
        name: "verify",
        abstract: "Compare a server, or a client, with a recorded dialogue.",
        discussion: """
            Starts COMMAND, sends it the recorded client's messages, and compares its answers, and the exit code if \
            the recorded server ended by itself. It prints the first difference with its place and both values. So a \
            recorded dialogue is a regression test of a server:

              viperline rpc --record session.ndjson -- ./server     (in your client's configuration)
              viperline rpc verify session.ndjson -- ./server

            It sends a message once all messages recorded before it have come. Answers may overtake each other. The \
            server's requests get the recorded answers. It ignores process ids, times, tokens, the ids of sessions, \
            the project's folder, and the paths of --ignore, in the form of a report.

            With --client, COMMAND is a client, and verify compares its requests. The server is on its stdin and \
            stdout; or, if a word contains {server}, that stands for a program that the client starts as its server:

              viperline rpc verify session.ndjson --client -- ./client --server {server}

            --accept writes intended changes into the recording. Without COMMAND, it starts the recorded server, but only with \
            --trust: a recording may come from a stranger. A damaged or incomplete recording needs --partial.

            Exit codes: 0 as recorded, or accepted; 64 the recorded command needs --trust; 65 something differs, or the file \
            is not a recorded dialogue, or only a part of one; 69 the file can't be read, or COMMAND can't be started.
            """)

    var file = ""
    var client = false
    var accept = false
    var partial = false
    var trust = false
    var dialogue = RecordedDialogueOptions()
    var command: [String] = []

    static var table: OptionTable<Self> {
        [
            .argument("file", \.file, "The recording."),
            .flag("client", \.client, "Compare a client instead of a server."),
            .flag("accept", \.accept, "Write the new messages into the recording."),
            .flag("partial", \.partial, "Compare a damaged or incomplete recording as far as it goes."),
            .flag("trust", \.trust, "Start the recorded command."),
            .group(\.dialogue),
            .rest("command", \.command, "The program, and its arguments."),
        ]
    }

    private static let placeholder = "{server}"

    private var startsServer: Bool { client && command.contains { $0.contains(Self.placeholder) } }

    mutating func validate() throws {
        if client, command.isEmpty { throw UsageError("--client needs the client's command after --") }
        if accept, startsServer {
            throw UsageError("--accept needs a client that has the server on its stdin and stdout")
        }
        guard !accept || !file.hasSuffix("-") else { throw UsageError("--accept needs a file") }
    }

    func run() throws {
        let script = try dialogue.script(of: file, acceptsPart: partial || accept)
        if startsServer { try verifyStarter() } else { try verify(try program(of: script), script) }
    }

    private func program(of script: DialogueScript) throws -> [String] {
        var words = command
        if words.isEmpty {
            guard !script.command.isEmpty else {
                throw UsageError("\(file) names no server; give its command after --")
            }
            guard trust else {
                throw CommandFailure(
                    "nothing was started. The recorded server is:\n  \(script.command.joined(separator: " ").printable)\n"
                        + "If you would run that yourself, repeat the command with --trust.", .usage)
            }
            words = script.command
        }
        return try CommandLine.program(words, orElse: .unavailable)
    }

    // MARK: A program with the dialogue on its stdin and stdout

    private func verify(_ words: [String], _ script: DialogueScript) throws {
        var launch = Launch(words)
        launch.group = .own
        let warden = try? OrphanGuard()
        let process = try PipedProcess(launch, mostUnread: DialogueLoop.mostUnread)
        warden?.watch([-process.pid])
        defer { warden?.watch([]) }
        let double = dialogue.double(of: script, side: client ? .server : .client, mode: .trial)
        let outcome = Findings()
        var loop = DialogueLoop(double, with: process, patience: .seconds(dialogue.patience)) { [accept] finding in
            outcome.all.append(finding)
            return accept
        }
        _ = try loop.run()
        process.endInput()
        let ending = process.outputNumber == nil ? process.end(within: .seconds(1)) : nil
        // On a busy machine an interpreter takes long to end.
        let end = process.end(within: .seconds(script.exit == nil ? dialogue.patience : dialogue.patience * 4)) {
            process.exchange(within: .milliseconds(10))
        }
        let exit = process.wasKilled ? nil : end.code
        let endsAsRecorded = client || script.exit == nil || script.exit == exit
        let tally = loop.double.tally
        if outcome.all.isEmpty, endsAsRecorded {
            return try Output.write(
                "\(file): \(tally.received) messages as recorded, to \(tally.sent)\n".printable(keeping: "\n"))
        }
        if accept, endsAsRecorded || exit != nil {
            return try revise(outcome.all, of: loop.double, exit: endsAsRecorded ? nil : exit)
        }
        throw try report(
            outcome.all.first.map { "\($0.deviation(in: script, after: ending))" }
                ?? "the end: the server's exit code differs\n  - \(script.exit ?? 0)\n  + "
                + (exit.map { "\($0)" } ?? "(nothing: it runs on after the end of its input)"))
    }

    private final class Findings { var all: [Discrepancy] = [] }

    private func report(_ deviation: String) throws -> ExitCode {
        // The exit code reports it even if this is not read.
        try? Output.write("\(file), \(deviation)\n".printable(keeping: "\n"))
        return ExitCode(.badInput)
    }

    private func revise(_ findings: [Discrepancy], of double: DialogueDouble, exit: Int32?) throws {
        var revision = DialogueRevision()
        for finding in findings { revision.accept(finding, of: double) }
        let cassette = try CassetteFile(file)
        while try cassette.next() != nil {}
        guard cassette.reader.damageCount == 0 else {
            throw CommandFailure(
                "accept changes in \(file.printable): nothing is written, because damaged lines would be lost; remove them first",
                .badInput)
        }
        try CassetteRevision(of: file, with: revision.edits, exit: exit) { cassette.header?.receivers(of: $0) ?? [] }
            .write()
        try Output.write(
            "\(revision.edits)\(exit.map { ", exit code \($0)" } ?? ""); \(file) now has the present messages\n"
                .printable(keeping: "\n"))
        guard revision.left == 0 else {
            throw CommandFailure("\(revision.left) differences can't be written into a recording", .badInput)
        }
    }

    // MARK: A client that starts its server

    private func verifyStarter() throws {
        let folder = try PrivateFolder("\(RoleEnvironment.variable("TMPDIR") ?? "/tmp")/viperline-rpc-")
        defer { folder.remove() }
        let (server, findings) = ("\(folder.path)/server", "\(folder.path)/findings")
        try WholeFile.create(server, starter(findings), mode: 0o700)
        let words = command.map { $0.replacing(Self.placeholder, with: server) }
        let launch = Launch(try CommandLine.program(words, orElse: .unavailable))
        let outcome = Outcome.awaited(try launch.start())
        // The client may end before its server has.
        let deadline = Instant.now + .seconds(dialogue.patience)
        var found: [String] = []
        repeat {
            found = ReportedFindings.read(findings)
            if found.last != ReportedFindings.end { usleep(10_000) }
        } while found.last != ReportedFindings.end && Instant.now < deadline
        guard !found.isEmpty else { throw try report("the client has not started {server}; it \(outcome)") }
        if let first = found.first, first != ReportedFindings.end { throw try report(first) }
        try Output.write("\(file): all messages as recorded\n".printable(keeping: "\n"))
    }

    private func starter(_ findings: String) -> [UInt8] {
        var words = [Folders.current.executables + "/viperline", "rpc", "double", "--check"]
        words += dialogue.ignore.flatMap { ["--ignore", $0.argument] } + (dialogue.root.map { ["--root", $0] } ?? [])
        if dialogue.allowRedacted { words.append("--allow-redacted") }
        words.append(file.hasPrefix("/") ? file : "\(Folders.current.working)/\(file)")
        let variable = "\(ReportedFindings.variable)=\(ShellWords.joined([findings]))"
        return Array("#!/bin/sh\n\(variable) exec \(ShellWords.joined(words))\n".utf8)
    }
}

/// The findings of a double that somebody else has started: a file, with a line for each finding.
final class ReportedFindings {
    /// Names the file.
    static let variable = "VIPERLINE_RPC_FINDINGS"
    /// The finding that stands for the end of the dialogue.
    static let end = "end"
    /// Bytes of all that is read again.
    private static let most = 1 << 20
    private static let separator = "\u{1E}\n"

    private let descriptor: Descriptor

    /// Nil unless the environment names a file.
    init?() {
        guard let path = RoleEnvironment.variable(Self.variable) else { return nil }
        guard let file = Descriptor(opening: path, O_WRONLY | O_CREAT | O_APPEND) else { return nil }
        descriptor = file
    }

    func append(_ text: String) {
        try? StandardStream.write(Array((text + Self.separator).utf8), to: descriptor.number)
    }

    static func read(_ path: String) -> [String] {
        let text = String(decoding: WholeFile.beginning(of: path, count: most), as: UTF8.self)
        return text.split(separator: separator).map(String.init)
    }
}
