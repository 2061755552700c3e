import CommandBasis
import Commands
import RPC
import Recording
import SafeText
import Wire

struct RPCDoubleCommand: Command {
    static let configuration = CommandConfiguration(
        name: "double",
        abstract: "Act as the server, or the client, of a recorded dialogue.",
        discussion: """
            Let a client start this instead of its server. It answers each request like the recorded server, with \
            the new request's id. Equal requests get their answers in recorded order, then the last one again. The \
            server's notifications and requests come at their recorded places.

              viperline rpc double session.ndjson
              viperline rpc double session.ndjson --ignore params.arguments.now

            Requests are equal if their methods and parameters are, except for values that differ from run to run: \
            tokens, process ids, the project's folder. --ignore PATH ignores more, such as params.a[0]["b.c"], where \
            * stands for one step and ** for any number.

            An unrecorded request gets an error with the method and the nearest recorded request. The double reports each inexact \
            match on stderr. With --client it sends the recorded client's messages, and checks the answers.

            Exit codes: 0; 65 a request was refused, the file is not a recorded dialogue, or it is redacted; 69 the file \
            can't be read.
            """)

    var file = ""
    var client = false
    var strict = false
    var loose = false
    var check = false
    var pace = PlaybackPace.immediate
    var dialogue = RecordedDialogueOptions()

    static var table: OptionTable<Self> {
        [
            .argument("file", \.file, "The recording."),
            .flag("client", \.client, "Be the client."),
            .flag("strict", \.strict, "Exit with 65 at an unrecorded request."),
            .flag("loose", \.loose, "Answer an unrecorded request like the next one of its method."),
            .flag("check", \.check, "Exit with 65 unless exactly the recorded messages came."),
            .option("pace", \.pace, "When to answer: immediate, or recorded (with the recorded delays)."),
            .group(\.dialogue),
        ]
    }

    func validate() throws {
        if [strict, loose, check].count(where: { $0 }) > 1 {
            throw UsageError("--strict, --loose and --check exclude each other")
        }
    }

    func run() throws {
        let script = try dialogue.script(of: file)
        let double = dialogue.double(
            of: script, side: client ? .client : .server,
            mode: check ? .trial : strict ? .strict : loose ? .loose : .standard, pace: pace)
        let (findings, log) = (ReportedFindings(), DiagnosticLog("viperline rpc double"))
        var loop = DialogueLoop(
            double, with: ClientLink(limit: DialogueLoop.mostUnread), patience: .seconds(dialogue.patience)
        ) { finding in
            log.note("\(finding)")
            findings?.append("\(finding.deviation(in: script))")
            return true
        }
        let code = try loop.run()
        findings?.append(ReportedFindings.end)
        throw ExitCode(code)
    }
}

/// The options that the double of a dialogue and its verification share.
struct RecordedDialogueOptions: CommandOptions {
    var patience = 5.0
    var ignore: [ValuePattern] = []
    var allowRedacted = false
    var root: String?

    static var table: OptionTable<Self> {
        [
            .option(
                "patience", \.patience,
                "Seconds that an answer to the recorded client may take beyond the recorded time."
            ).within(.waits),
            .option(
                "ignore", value: "path", \.ignore,
                "Leave out the values at this path when messages are compared; may be repeated."),
            .flag("allow-redacted", \.allowRedacted, "Accept a recording whose secrets were replaced."),
            .option("root", value: "folder", \.root, "The project's folder, if it is no longer the recorded one."),
        ]
    }

    mutating func validate() throws {
        guard root.map({ $0.hasPrefix("/") }) ?? true else { throw UsageError("--root: expected an absolute path") }
    }

    /// Reads a recorded dialogue.
    /// - Parameter acceptsPart: whether it may be damaged or cut.
    func script(of file: String, acceptsPart: Bool = true) throws -> DialogueScript {
        let cassette = try CassetteFile(file)
        let script = try DialogueScript(cassette.reader)
        try cassette.conclude()
        let refusal: String? =
            if script.entries.isEmpty {
                "it has no messages of a dialogue (viperline rpc --record makes such a file)"
            } else if !acceptsPart, cassette.reader.isPartial {
                "only a part of the recording could be read; --partial compares that"
            } else if script.isRedacted, !allowRedacted {
                "its secrets were replaced, so its messages are not what was sent; --allow-redacted accepts that"
            } else {
                nil
            }
        if let refusal { throw CommandFailure("read \(file.printable): \(refusal)", .badInput) }
        if script.missed > 0 {
            StandardStream.diagnose("viperline", "\(script.missed) messages are missing in \(file.printable)")
        }
        return script
    }

    func double(
        of script: DialogueScript, side: RPCPeer, mode: DialogueDouble.Mode, pace: PlaybackPace = .immediate
    ) -> DialogueDouble {
        var double = DialogueDouble(script, side: side, mode: mode, pace: pace, ignoring: ignore)
        if let root { double.useRoot(root) }
        return double
    }
}

extension ValuePattern: ArgumentValue {
    package static let form: String? = "expected a path such as items[0].id, *.id or **.id"
    package init?(argument: String) { self.init(argument) }
    package var argument: String { text }
}
