import Commands
import Processes
import Recording
import Wire

/// `viperline cassette write`: the recorder that the supervisor starts.
struct WriteCommand: Command {
    static let configuration = CommandConfiguration(
        name: "write",
        abstract: "Copy the lines of a cassette from stdin to stdout, at most a second later.",
        isHidden: true)

    var gzip = false

    static var table: OptionTable<Self> { [.flag("gzip", \.gzip, "Compress them.")] }

    func run() throws {
        do throws(SystemError) {
            var filter = try CassetteFilter(
                from: StandardStream.input, to: StandardStream.output, compressing: gzip)
            try filter.run()
        } catch {
            StandardStream.diagnose("viperline", "\(error)")
            throw ExitCode(.unavailable)
        }
    }
}
