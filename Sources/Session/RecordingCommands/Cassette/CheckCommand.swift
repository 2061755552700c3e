import Analysis
import CommandBasis
import Commands
import Recording
import SafeText
import Wire

struct CassetteCheckCommand: Command {
    static let configuration = CommandConfiguration(
        name: "check",
        abstract: "Prove the promises of the bus on a recorded session.",
        discussion: """
            Each event reached the services that receive its type, once and in order; each reply came after its cause, from a \
            service that got the cause. Prints the lines that break a promise, and gaps.

              viperline cassette check session.ndjson
              viperline tap --record part.ndjson; viperline cassette check --partial part.ndjson

            Memory does not grow with the cassette: events more than 65,536 events ago are forgotten. Exit codes: 0 every promise is \
            kept; 1 one is broken, or a part of the session is missing; 65 not the cassette of a session, or one without an event; 69 it can't be opened.
            """)

    var file = ""
    var partial = false

    static var table: OptionTable<Self> {
        [
            .argument("file", \.file, "The cassette, or - for stdin."),
            .flag("partial", \.partial, "Accept a part of a session, in which causes may be missing."),
        ]
    }

    func run() throws {
        let cassette = try CassetteFile(file)
        if cassette.header?.rpc != nil {
            throw CommandFailure(
                "check \(file.printable): this is a dialogue, which passed no bus (viperline rpc verify compares a server with it)",
                .badInput)
        }
        var promises = BusPromises(header: cassette.header, isPartial: partial)
        try cassette.forEach { promises.count($0, number: cassette.reader.lineNumber) }
        guard promises.events > 0 else {
            throw CommandFailure("check \(file.printable): it contains no events, so it proves nothing", .badInput)
        }
        try Output.write(Self.report(promises))
        let isWhole = partial || !cassette.reader.isPartial && promises.missed == 0
        if promises.breachCount > 0 || !isWhole { throw ExitCode(1) }
    }

    private static func report(_ promises: BusPromises) -> String {
        var lines = promises.breaches.map { breach in
            "line \(breach.line): \(breach.type.printable) \(breach.id.printable) \(breach.problem.printable)"
        }
        let rest = promises.breachCount - promises.breaches.count
        if rest > 0 { lines.append("\(rest) more") }
        if promises.missed > 0 {
            lines.append("\(promises.missed) events were not recorded, so the recording proves nothing about them")
        }
        if !promises.absentees.isEmpty {
            let names = promises.absentees.joined(separator: ", ").printable
            lines.append(
                "the last events for \(names) did not arrive there: the input had ended, as at the end of a session")
        }
        if !promises.returned.isEmpty {
            let names = promises.returned.sorted().joined(separator: ", ").printable
            lines.append(
                "what did not reach \(names) is lost, unless a swap started a stopped service again: no recording shows that"
            )
        }
        if !promises.knowsRoutes { lines.append("no header names the services: routes are not checked") }
        lines.append(
            promises.breachCount == 0
                ? "\(promises.events) events, each as promised"
                : "\(promises.events) events, \(promises.breachCount) broken promise\(promises.breachCount == 1 ? "" : "s")"
        )
        return lines.joined(separator: "\n") + "\n"
    }
}
