import ArgumentParser

/// `viperline cassette …`: commands about a recorded session.
struct Cassette: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cassette",
        abstract: "Examine a recorded session.",
        subcommands: [
            Show.self, CassetteStat.self, Difference.self, Diagram.self, Redact.self, Write.self,
        ])
}
