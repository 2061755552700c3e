import CommandBasis
package import Commands

/// Commands about recorded sessions.
package var recordingCommands: [any Command.Type] {
    [CassetteCommand.self, DoubleCommand.self, VerifyCommand.self, ReplayCommand.self, ConformCommand.self]
}

/// `viperline cassette …`: commands about a recorded session.
struct CassetteCommand: Command {
    static let configuration = CommandConfiguration(
        name: "cassette",
        abstract: "Examine a recorded session.",
        subcommands: [
            ShowCommand.self, StatCommand.self, DiffCommand.self, DiagramCommand.self, RedactCommand.self,
            WriteCommand.self,
        ])
}
