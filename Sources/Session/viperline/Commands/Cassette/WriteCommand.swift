import ArgumentParser
import Processes
import Recording
import Wire

/// `viperline cassette write`: the recorder that the supervisor starts.
struct WriteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "write",
        abstract: "Copy the lines of a cassette from stdin to stdout, at most a second later.",
        shouldDisplay: false)

    @Flag(help: "Compress them.")
    var gzip = false

    func run() throws {
        do throws(SystemError) {
            StandardStream.ignoreFullFiles()
            var filter = try CassetteFilter(
                from: StandardStream.input, to: StandardStream.output, compressing: gzip)
            try filter.run()
        } catch {
            StandardStream.diagnose("viperline", "\(error)")
            throw ExitCode(ExitStatus.unavailable.rawValue)
        }
    }
}
