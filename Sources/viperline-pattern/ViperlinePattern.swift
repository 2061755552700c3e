import ArgumentParser
import Version

/// The roles of the patterns that the shipped roles do not have: one file for each pattern, one subcommand for each role.
struct ViperlinePattern: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "viperline-pattern",
        abstract: "The roles of other patterns than VIPER, for the compositions patterns/mvc, patterns/mvp and so on.",
        discussion: """
            Each role reads events from standard input, one JSON object a line, and writes its own to standard output, as \
            the roles of VIPER do. Where a pattern has several responsibilities in one process, they are those roles, in \
            one loop.

            EXAMPLES
              viperline run patterns/mvc -f offline
              viperline check patterns/mvp
            """,
        version: Version.current,
        subcommands: [MVC.self, MVP.self, MVVM.self, VIP.self])
}
