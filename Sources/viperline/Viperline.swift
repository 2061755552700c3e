import ArgumentParser
import Wire

@main
struct Viperline: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "viperline",
        abstract: "Runs terminal apps that are made of small programs.",
        discussion: """
            A compose file names the programs and says which messages each of them sends and receives:

              viperline check itunes
            """,
        subcommands: [
            Run.self, Check.self, ProcessStatus.self, Tap.self, Send.self, Swap.self, Restart.self, Stop.self,
            Logs.self, Shadow.self, Cassette.self, PlayDouble.self, Verify.self, Replay.self,
        ])

    static func main() {
        StandardStream.prepare()
        main(nil)
    }
}
