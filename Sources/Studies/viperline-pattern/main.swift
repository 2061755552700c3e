import Commands
import Version

/// The roles that the other patterns need besides the shipped ones: a file for each pattern, a subcommand for each
/// role.
struct ViperlinePattern: Command {
    static let configuration = CommandConfiguration(
        name: "viperline-pattern",
        abstract: "The roles of patterns other than VIPER, for the compositions patterns/mvc, patterns/mvp and so on.",
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

ViperlinePattern.main()
