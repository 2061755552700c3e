import ArgumentParser

/// `viperline cassette …`: what there is to know of a recorded session.
struct Cassette: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cassette",
        abstract: "Look into a recorded session.",
        subcommands: [
            Show.self, CassetteStat.self, Difference.self, Diagram.self, Redact.self, Write.self,
        ])
}
