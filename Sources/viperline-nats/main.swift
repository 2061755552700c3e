import ArgumentParser
import Version
import Wire

/// Plays a service's part on one bus, and offers it to others over NATS.
struct NATSCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "viperline-nats",
        abstract: "Run parts of a session on other machines, over NATS.",
        version: Version.current,
        subcommands: [Call.self, Serve.self, Join.self, Forget.self, Permissions.self])
}

StandardStream.prepare()
NATSCommand.main()
