package import Commands
import Recording
import Wire

package var recordingCommands: [any Command.Type] {
    [CassetteCommand.self, DoubleCommand.self, VerifyCommand.self, ReplayCommand.self, ConformCommand.self]
}

/// `viperline cassette …`: commands about a recorded session.
struct CassetteCommand: Command {
    static let configuration = CommandConfiguration(
        name: "cassette",
        abstract: "Examine a recorded session.",
        subcommands: [
            ShowCommand.self, StatCommand.self, CassetteCheckCommand.self, DiffCommand.self, DiagramCommand.self,
            RedactCommand.self,
            WriteCommand.self,
        ])
}

/// `viperline cassette write`: the recorder that the supervisor starts.
struct WriteCommand: Command {
    static let configuration = CommandConfiguration(
        name: "write",
        abstract: "Copy the lines of a cassette from stdin to stdout, at most a second later.",
        isHidden: true)

    var gzip = false

    static var table: OptionTable<Self> { [.flag("gzip", \.gzip, "Compress them.")] }

    func run() throws {
        var filter = try CassetteFilter(from: StandardStream.input, to: StandardStream.output, compressing: gzip)
        try filter.run()
    }
}
