import ArgumentParser

/// `viperline cassette …`: what there is to know of a recorded session.
struct Cassette: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Look into a recorded session.",
        subcommands: [Show.self, Redact.self, Write.self])
}
