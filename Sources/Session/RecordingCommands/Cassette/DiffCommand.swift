import Analysis
import CommandBasis
import Commands
import Recording
import SafeText
import Wire

struct DiffCommand: Command {
    static let configuration = CommandConfiguration(
        name: "diff",
        abstract: "Compare two recorded sessions, event by event.",
        discussion: """
            Compares content: times are ignored, and ids only have to link the same events. - marks events only in the \
            first cassette, + events only in the second, ! events that differ, and where.

              viperline cassette diff before.ndjson after.ndjson
              viperline cassette diff before.ndjson after.ndjson \\
                --service presenter --type view.input

            Memory is bounded: after a difference, 1,000 events of each are searched for a common continuation. Events \
            of concurrent services may have passed in another order; --service shows whether that is all. Exit codes: 0 \
            equal; 1 different; 65 not a cassette; 69 one can't be opened.
            """)

    var first = ""
    var second = ""
    var service: String?
    var type: [MessagePattern] = []
    var limit = 20

    static var table: OptionTable<Self> {
        [
            .argument("first", \.first, "A cassette, or - for stdin."),
            .argument("second", \.second, "The other one."),
            .option("service", \.service, "Only events that this service sends or receives."),
            .option(
                "type", value: "pattern", \.type,
                "Only these types: a protocol, a message type or PREFIX.*; may be repeated."),
            .option("limit", \.limit, "How many differences to print; the others are counted.").within(
                0...1_000_000_000),
        ]
    }

    mutating func validate() throws {
        guard first != "-" || second != "-" else { throw UsageError("only one of the two can come from stdin") }
    }

    func run() throws {
        var selection = PassageSelection()
        selection.service = service
        if !type.isEmpty { selection.wantsType = { name in type.contains { $0.matches(name) } } }
        let files = [ComparedFile(try CassetteFile(first)), ComparedFile(try CassetteFile(second))]
        var comparison = CassetteComparison(
            expected: { try files[0].next(where: selection.wants) },
            actual: { try files[1].next(where: selection.wants) })
        var text = DifferenceText(limit: limit)
        var output = PrintedLines(isReport: true)
        while let finding = try comparison.next() { try output.append(text.lines(for: finding)) }
        for file in files { try file.conclude() }
        guard text.different > 0 else { return }
        try output.append([
            "\(text.count(.same)) the same, \(text.count(.changed)) changed, \(text.count(.removed)) only in "
                + "\(first.printable), \(text.count(.added)) only in \(second.printable)"
        ])
        try output.flush()
        throw ExitCode(1)
    }
}

/// One of the two cassettes.
private final class ComparedFile {
    private let cassette: CassetteFile
    private var missed = 0

    init(_ cassette: CassetteFile) {
        self.cassette = cassette
    }

    func next(where isWanted: (Passage) -> Bool) throws -> Passage? {
        while let line = try cassette.next() {
            switch line {
            case .missed(let count): missed += count
            case .passage(let passage): if isWanted(passage) { return passage }
            }
        }
        return nil
    }

    func conclude() throws {
        try cassette.conclude()
        guard missed > 0 else { return }
        StandardStream.diagnose(
            "viperline",
            "\(cassette.path.printable): \(missed) events were not recorded, so there may be more differences")
    }
}
