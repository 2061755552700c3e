import ApplicationCommands
import CommandBasis
import Commands
import Platform
import RPCCommands
import RecordingCommands
import SessionCommands
import Version
import Wire

@main
struct Viperline: Command {
    static let configuration = CommandConfiguration(
        name: "viperline",
        abstract: "Runs terminal apps that are made of small programs.",
        discussion: """
            A compose file lists the programs and the messages that each of them sends and receives:

              viperline check itunes

            In a terminal, viperline alone is a screen of all applications; viperline demo is a tour of two minutes, and \
            viperline doctor shows what this system can do.
            """,
        version: Version.current,
        subcommands: sessionCommands + applicationCommands + recordingCommands + [rpcCommand])

    static func main() {
        PopupView.begin(CommandLine.arguments)
        do {
            main(try FzfWords.words(CommandLine.arguments))
        } catch {
            StandardStream.diagnose("viperline", "\(error)")
            exit(ExitStatus.usage.rawValue)
        }
    }

    /// `viperline` without arguments.
    mutating func run() throws {
        guard Launcher.hasTerminal else {
            try Output.write(Self.help)
            throw ExitCode(.usage)
        }
        var launcher = Launcher()
        throw ExitCode(try launcher.run())
    }
}
