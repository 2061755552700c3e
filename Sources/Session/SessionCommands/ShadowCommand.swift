import CommandBasis
import Commands
import Platform
import Processes
import Recording
import SafeText
import SessionClient
import Supervision
import Wire

struct ShadowCommand: Command {
    static let configuration = CommandConfiguration(
        name: "shadow",
        abstract: "Run a candidate beside a live service and print where its answers differ.",
        discussion: """
            The candidate starts from the service's current state and gets the same events. shadow discards its output, but pairs \
            its answers with the service's by the event that they answer, and compares them, except for ids and times. Its side \
            effects, such as requests, are real; but a router opens no page and starts no player, because the live one does \
            (\(RoleEnvironment.printsURLs)=1, unless your environment sets it).

              viperline shadow presenter -- ./my-presenter

            It ends with the session, with the candidate, or with Ctrl-C; then the candidate has two seconds to finish \
            its work, unless Ctrl-C is pressed again. Exit codes: 0 all answers were the same, and there was one; \
            1 some differed; 75 the comparison is incomplete: events were missed or left unread, the candidate ended \
            before the session, badly or not at all, or nothing was compared; 69 there is no such service or session.
            """)

    var arguments = ServiceArguments()
    var command: [String] = []

    static var table: OptionTable<Self> {
        [
            .group(\.arguments),
            .rest("command", \.command, isRequired: true, "The program and its arguments."),
        ]
    }

    mutating func validate() throws {
        guard !command.isEmpty else { throw UsageError("Name the candidate: viperline shadow SERVICE -- COMMAND") }
    }

    func run() throws {
        let program = try CommandLine.program(command)
        let session = try RunningSession.chosen(arguments.session)
        let service = arguments.service
        let signals = try SignalPipe([SIGINT, SIGTERM])
        var lost: (any Error)?
        var shadow = ShadowRun(
            of: service, over: try SessionLink(to: session.place.controlSocket), interrupts: signals.descriptor
        ) { finding in
            do { if lost == nil { try print(finding) } } catch { lost = error }
        }
        let summary = try shadow.run { isRestored in
            try RoleProcess(
                program, service: service, run: "shadow", environment: Self.environment(OwnEnvironment.variables),
                isRestored: isRestored, mostPending: ShadowRun.mostPending, keepsDiagnostics: true,
                printsDiagnostics: true)
        }
        if let lost { throw lost }
        try conclude(summary)
    }

    /// The user's own, but for the live router, which has opened a page already.
    static func environment(_ inherited: [String: String]) -> [String: String] {
        inherited.merging([RoleEnvironment.printsURLs: "1"]) { chosen, _ in chosen }
    }

    private func print(_ finding: ShadowComparison.Finding) throws {
        func output(_ type: String, _ cause: String, _ verdict: String) -> String {
            type.printable + (cause.isEmpty ? "" : " (answers \(cause.printable))") + " \(verdict)\n"
        }
        let text =
            switch finding {
            case .same: ""
            case .differs(let type, let cause, let differences):
                output(type, cause, "differs") + differences.map { "    \($0.description.printable)\n" }.joined()
            case .missing(let type, let cause): output(type, cause, "is missing")
            case .additional(let type, let cause): output(type, cause, "is additional")
            }
        try Output.report(text)
    }

    private func conclude(_ summary: ShadowRun.Summary) throws {
        let remarks = [
            summary.unread > 0 ? "the candidate has left \(summary.unread) events unread" : nil,
            summary.isCut ? "not all that the candidate wrote at its end was compared" : nil,
            summary.badEnd.map { "\($0)" },
            summary.losses.isEmpty ? nil : "the comparison is incomplete: \(summary.losses)",
            summary.isVacuous ? "nothing was compared" : nil,
        ].compactMap(\.self)
        let counts = "\(summary.same) answers the same, \(summary.different) different"
        StandardStream.diagnose("viperline", ([counts] + remarks).joined(separator: "; "))
        guard summary.isComplete else { throw ExitCode(.temporary) }
        if summary.different > 0 { throw ExitCode(1) }
    }
}
