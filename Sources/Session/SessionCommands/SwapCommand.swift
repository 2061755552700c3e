import CommandBasis
import Commands
import Platform
import SafeText
import SessionClient
import SupervisorMessages

struct SwapCommand: Command {
    static let configuration = CommandConfiguration(
        name: "swap",
        abstract: "Replace a service of a running session with another program.",
        discussion: """
            The bus holds the service's queue and closes its input. Once the service has finished, the new program is started, \
            gets the old one's state according to the service's recovery, and continues with the queue. If it fails before it \
            has written anything or run for a second, the old program is started again.

              viperline swap presenter -- ./my-presenter --verbose
              viperline swap itunes fetcher -- python3 fake.py

            Exit codes: 0; 69 if the new program failed, or there is no such service or session.
            """)

    var arguments = ServiceArguments()
    var command: [String] = []

    static var table: OptionTable<Self> {
        [
            .group(\.arguments),
            .rest("command", \.command, isRequired: true, "The program and its arguments, run in this folder."),
        ]
    }

    mutating func validate() throws {
        guard !command.isEmpty else { throw UsageError("Name the new program: viperline swap SERVICE -- COMMAND") }
    }

    func run() throws {
        let program = try CommandLine.program(command)
        try SwapCommand.replace(arguments, command: program)
    }

    /// - Parameter command: nil for the present one.
    static func replace(_ arguments: ServiceArguments, command: [String]?) throws {
        try RunningSession.chosen(arguments.session).connect { link in
            let swapped: SupervisorOutput.Swapped = try link.ask(
                SupervisorInput.Swap.type,
                SupervisorInput.Swap(
                    service: arguments.service, command: command,
                    folder: command == nil ? nil : WorkingFolder.path),
                for: SupervisorOutput.Swapped.type)
            let milliseconds = (Bounds.seconds(swapped.gap) * 10_000).rounded() / 10
            try Output.write("\(swapped.service.printable) is process \(swapped.pid) now, after \(milliseconds) ms\n")
        }
    }
}

struct RestartCommand: Command {
    static let configuration = CommandConfiguration(
        name: "restart",
        abstract: "Give a service of a running session a new process, which continues where the old one stopped.",
        discussion: """
            It also starts a service that has ended or was stopped. See also: viperline swap.

            Exit codes: 0; 69 if the new process failed, or there is no such service or session.
            """)

    var arguments = ServiceArguments()

    static var table: OptionTable<Self> { [.group(\.arguments)] }

    func run() throws { try SwapCommand.replace(arguments, command: nil) }
}
