import ArgumentParser
import Composition
import Control
import Platform
import Processes
import Recording
import Supervision
import SupervisorMessages
import Wire

/// `viperline shadow`.
struct Shadow: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shadow",
        abstract: "Run a candidate beside a live service and print where its answers differ.",
        discussion: """
            The candidate is sent what the service is sent, from the state on that a successor would get; nothing that \
            it says is routed. Answers are paired by the event that they answer; ids and times are not compared. \
            What the candidate does besides (opening a page, fetching) it does.

              viperline shadow presenter -- ./my-presenter

            It ends with the session, with the candidate, or with Ctrl-C; then the candidate has two seconds to finish \
            what it was sent, unless Ctrl-C is pressed again. Exit codes: 0 all answers were the same, 1 some differed, \
            75 some events were missed or left unread, 69 there is no such service or session.
            """)

    @OptionGroup var arguments: ServiceArguments

    @Argument(parsing: .postTerminator, help: "The program and its arguments.")
    var command: [String]

    mutating func validate() throws {
        guard !command.isEmpty else { throw ValidationError("Name the candidate: viperline shadow SERVICE -- COMMAND") }
    }

    func run() throws {
        StandardStream.ignoreBrokenPipes()
        let program = try CommandLine.program(command)
        let session = try RunningSession.chosen(arguments.session)
        let service = arguments.service
        do {
            let signals = try SignalPipe([SIGINT, SIGTERM])
            var lost: (any Error)?
            var shadow = ShadowRun(
                of: service, over: try SessionLink(to: session.place.controlSocket), interrupts: signals.descriptor
            ) { finding in
                do { if lost == nil { try print(finding) } } catch { lost = error }
            }
            let summary = try shadow.run { isRestored in
                try RoleProcess(
                    program, service: service, run: "shadow", environment: OwnEnvironment.variables,
                    isRestored: isRestored)
            }
            if let lost { throw lost }
            try conclude(summary)
        } catch let error as SessionLink.Failure {
            StandardStream.diagnose("viperline", "\(error)")
            throw ExitCode(ExitStatus.unavailable.rawValue)
        } catch let error as SystemError {
            StandardStream.diagnose("viperline", "\(error)")
            throw ExitCode(ExitStatus.unavailable.rawValue)
        }
    }

    private func print(_ finding: ShadowComparison.Finding) throws {
        let text =
            switch finding {
            case .same: ""
            case .differs(let type, let cause, let differences):
                "\(type.printable) (answers \(cause.printable)) differs\n"
                    + differences.map { "    \($0.description.printable)\n" }.joined()
            case .missing(let type, let cause): "\(type.printable) (answers \(cause.printable)) is missing\n"
            case .additional(let type, let cause): "\(type.printable) (answers \(cause.printable)) is additional\n"
            }
        try Output.write(text)
    }

    private func conclude(_ summary: ShadowRun.Summary) throws {
        StandardStream.diagnose(
            "viperline",
            "\(summary.same) answers the same, \(summary.different) different"
                + (summary.unread > 0 ? "; the candidate has left \(summary.unread) events unread" : "")
                + (summary.losses.isEmpty ? "" : "; the comparison is incomplete: \(summary.losses)"))
        if !summary.losses.isEmpty || summary.unread > 0 { throw ExitCode(ExitStatus.temporary.rawValue) }
        if summary.different > 0 { throw ExitCode(1) }
    }
}
