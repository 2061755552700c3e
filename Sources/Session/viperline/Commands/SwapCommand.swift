import ArgumentParser
import Composition
import Processes
import SafeText
import SessionClient
import SupervisorMessages
import Wire

/// `viperline swap`.
struct SwapCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "swap",
        abstract: "Replace a service of a running session with another program.",
        discussion: """
            The bus holds the service's queue and closes its input. Once the service has finished, the new program is started, \
            gets the old one's state according to the service's recovery, and continues with the queue. If it fails before it \
            has written anything or run for a second, the old program is started again.

              viperline swap presenter -- ./my-presenter --verbose
              viperline swap itunes fetcher -- python3 fake.py

            Exit codes: 0; 69 if the new program failed, or there is no such service or session.
            """)

    @OptionGroup var arguments: ServiceArguments

    @Argument(parsing: .postTerminator, help: "The program and its arguments, run in this folder.")
    var command: [String]

    mutating func validate() throws {
        guard !command.isEmpty else { throw ValidationError("Name the new program: viperline swap SERVICE -- COMMAND") }
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

extension CommandLine {
    /// A command with its program's path, looked up from the working folder.
    static func program(_ command: [String]) throws -> [String] {
        guard let name = command.first else { return [] }
        do throws(CommandLookup.Failure) {
            let lookup = CommandLookup(path: RoleEnvironment.variable("PATH"))
            return [try lookup.path(of: name)] + command.dropFirst()
        } catch {
            StandardStream.diagnose("viperline", "\(error)")
            throw ExitCode(ExitStatus.usage.rawValue)
        }
    }
}

/// `viperline restart`.
struct RestartCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restart",
        abstract: "Give a service of a running session a new process, which continues where the old one stopped.",
        discussion: """
            A service that has ended or was stopped is started again. See also: viperline swap.

            Exit codes: 0; 69 if the new process failed, or there is no such service or session.
            """)

    @OptionGroup var arguments: ServiceArguments

    func run() throws { try SwapCommand.replace(arguments, command: nil) }
}
