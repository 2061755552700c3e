import Analysis
import ArgumentParser
import Recording
import Wire

/// `viperline cassette stat`.
struct CassetteStat: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stat",
        abstract: "Count a recorded session: events, bytes, and how long the person waited.",
        discussion: """
            The waiting is told for each action of the person, until the first screen that it led to and until the last, \
            and by the role in which the time went by. Percentiles are at most 2 % off.

              viperline cassette stat session.ndjson
              viperline cassette stat session.ndjson --json | jq '.responses.last.p99'

            Memory does not grow with the cassette: of more than 10,000 types or services the others are counted together, as \
            "(others)". Exit codes: 0; 65 not a cassette; 69 it can't be opened.
            """)

    @Argument(help: "The cassette, or - for stdin.")
    var file: String

    @Flag(help: "Print one JSON object; times in seconds.")
    var json = false

    func run() throws {
        StandardStream.ignoreBrokenPipes()
        let cassette = try CassetteFile(file)
        var statistics = CassetteStatistics(header: cassette.header)
        try cassette.forEach { statistics.count($0) }
        let report = StatisticsReport(statistics, of: cassette.header, damages: cassette.damages)
        try Output.write(json ? report.line : report.text)
    }
}
