@testable import Commands
import Synchronization
import TestSupport
import Testing

@Suite struct ReadingTests {
    typealias Fetch = SampleProgram.Fetch

    /// A row's words, and what they set; what is not named has its default.
    private static let rows: [(words: [String], values: String)] = [
        (["a"], "a"),
        (["a", "b", "-n", "3"], "a b limit=3"), (["-n3", "a"], "a limit=3"), (["-n=3", "a"], "a limit=3"),
        (["--limit", "3", "a", "--limit=4"], "a limit=4"), (["--limit", "0x", "--limit", "4", "a"], "!"),
        (["--most", "3", "a"], "a limit=3"), (["-fvt4", "--fully", "a"], "a limit=4 verbose"),
        (["--mode=thorough", "a"], "a mode=thorough"), (["--rate", "0.5", "a"], "a rate=0.5"),
        (["--rate=-1", "a"], "a rate=-1.0"), (["--rate", "-1", "a"], "!"),
        (["-vk", "a"], "a verbose insecure"), (["a", "-vkHx: y", "--header", "z"], "a verbose insecure [x: y|z]"),
        (["-H", "", "a", "--header="], "a [|]"), (["-H", "-", "a"], "a [-]"), (["-H", "--verbose", "a"], "!"),
        (["--size", "1", "--size", "2", "a"], "a sizes=[1, 2]"), (["--pages", "9", "a"], "a pages=9"),
        (["a", "--", "cat", "-v", "--", "x"], "a -> cat -v -- x"), (["--", "a"], "!"), (["a", "--"], "a"),
        (["a", "-"], "a -"), (["", "é"], " é"), (["a", "--header=é=ü"], "a [é=ü]"),
        // A name is not cut short: a new option would change what that means.
        (["--verb", "a"], "!"), (["--lim=3", "a"], "!"),
    ]

    @Test(arguments: rows)
    func reads(_ row: (words: [String], values: String)) {
        expect(Self.text(of: try? Fetch.parse(row.words)), equals: row.values)
    }

    private static func text(of fetch: Fetch?) -> String {
        guard let fetch else { return "!" }
        let standard = Fetch()
        let parts = [
            fetch.mode == standard.mode ? nil : "mode=\(fetch.mode)",
            fetch.limit == standard.limit ? nil : "limit=\(fetch.limit)", fetch.rate.map { "rate=\($0)" },
            fetch.verbose ? "verbose" : nil, fetch.insecure ? "insecure" : nil,
            fetch.headers.isEmpty ? nil : "[\(fetch.headers.joined(separator: "|"))]",
            fetch.sizes.isEmpty ? nil : "sizes=\(fetch.sizes)",
            fetch.paging.pages == 1 ? nil : "pages=\(fetch.paging.pages)",
            fetch.program.isEmpty ? nil : "-> \(fetch.program.joined(separator: " "))",
        ]
        return ([fetch.first] + fetch.others + parts.compactMap(\.self)).joined(separator: " ")
    }

    /// A key path takes longer to make than a command line to read.
    @Test func anOptionThatIsAbsentNeedsNoKeyPath() throws {
        var asked = 0
        func path() -> WritableKeyPath<SampleProgram, Bool> {
            asked += 1
            return \.verbose
        }
        let table: OptionTable<SampleProgram> = [.flag("one", path(), ""), .flag("other", path(), "")]
        var values = SampleProgram()
        try table.read(["--other"], into: &values)
        expect(values.verbose, equals: true)
        expect(asked, equals: 1)
    }

    private static let mistakes: [(words: [String], message: String)] = [
        ([], "Missing expected argument '<first>'"),
        (["--verbos", "a"], "Unknown option '--verbos'. Did you mean '--verbose'?"),
        (["-verbose", "a"], "Unknown option '-verbose'. Did you mean '--verbose'?"),
        (["-mode", "a"], "Unknown option '-mode'. Did you mean '--mode'?"),
        (["--lines=3", "a"], "Unknown option '--lines'. Did you mean '--limit N'?"),
        (["-l", "a"], "Unknown option '-l'. Did you mean '--limit N'?"),
        (["--mose", "a"], "Unknown option '--mose'. Did you mean '--mode'?"),
        // Two of four letters.
        (["--rote", "a"], "Unknown option '--rote'. Did you mean '--rate'?"),
        (["--ruts", "a"], "Unknown option '--ruts'"),
        (["-vkz", "a"], "Unknown option '-z'"), (["--nothing=x", "a"], "Unknown option '--nothing'"),
        (["-é", "a"], "Unknown option '-é'"), (["-1", "a"], "Unknown option '-1'"),
        ([String(repeating: "-", count: 300), "a"], "Unknown option '" + String(repeating: "-", count: 200) + "…'"),
        (["a", "--limit"], "Missing value for '--limit <count>'"), (["a", "-n"], "Missing value for '-n <count>'"),
        (["a", "-n", "-k"], "Missing value for '-n <count>'. If '-k' is the value, write '-n-k'"),
        (["a", "--limit", "--x"], "Missing value for '--limit <count>'. If '--x' is the value, write '--limit=--x'"),
        (["a", "-vn"], "Missing value for '-n <count>'"),
        (["a", "--limit=x"], "The value 'x' is invalid for '--limit <count>': expected a whole number"),
        (["a", "--rate", "x"], "The value 'x' is invalid for '--rate <rate>': expected a number"),
        (["a", "--rate=nan"], "The value 'nan' is invalid for '--rate <rate>': expected a number from -10 to 1000"),
        (
            ["a", "--mode", "slow"],
            "The value 'slow' is invalid for '--mode <mode>'. Please provide one of 'fast' or 'thorough'."
        ),
        (["a", "--size", "-"], "The value '-' is invalid for '--size <size>': negative"),
        (["a", "--verbose=1"], "The option '--verbose' does not take any value, but '1' was specified."),
        (["a", "--limit", "0"], "--limit takes 1 or more"), (["a", "--pages", "100"], "--pages takes less than 100"),
    ]

    @Test(arguments: mistakes)
    func refuses(_ row: (words: [String], message: String)) {
        expect(Self.message { try Fetch.parse(row.words) }, equals: row.message)
    }

    private static func message(_ body: () throws -> Fetch) -> String? {
        do { _ = try body() } catch { return "\(error)" }
        return nil
    }

    @Test func refusesWhatNoArgumentIsFor() {
        #expect(throws: CommandLineError.self) { try SampleProgram.List.parse(["a", "b"]) }
        #expect(throws: CommandLineError.self) { try SampleProgram.List.parse(["--", "a", "b"]) }
        expect((try? SampleProgram.List.parse(["--", "--a"]))?.place, equals: "--a")
        #expect(throws: CommandLineError.self) { try SampleProgram.Records.Show.parse(["--"]) }
        expect((try? SampleProgram.Records.Show.parse(["--", "--json"]))?.needed, equals: ["--json"])
    }

    @Test(arguments: [
        (["ftech", "a"], "Unknown command 'ftech'. Did you mean 'fetch'?"),
        (["itunes"], "Unknown command 'itunes'"), (["-v", "lst"], "Unknown command 'lst'. Did you mean 'list'?"),
    ])
    func suggestsACommand(words: [String], message: String) {
        var path = CommandPath(SampleProgram.self)
        let rest = path.follow(words)
        do { _ = try SampleProgram.parse(rest) } catch {
            expect("\(path.explained(error))", equals: message)
        }
        expect(path.commands.count, equals: 1)
    }

    /// C keeps the place in a command line in global variables.
    @Test func readsInSeveralThreads() async {
        let limits = await withTaskGroup(of: Int?.self) { group in
            for number in 1...200 {
                group.addTask { (try? Fetch.parse(["a", "-vk", "--header=\(number)", "-n", "\(number)"]))?.limit }
            }
            return await group.reduce(into: Set<Int>()) { if let limit = $1 { $0.insert(limit) } }
        }
        expect(limits, equals: Set(1...200))
    }

    @Test func makesNoTextBeforeItIsAskedFor() {
        expect((try? Counting.parse(["a", "--rate", "3", "--", "cat"]))?.rate, equals: 3)
        #expect(throws: CommandLineError.self) { try Counting.parse(["a", "--ratte", "3"]) }
        expect(Counting.texts.withLock(\.self), equals: 0)
        #expect(throws: CommandLineError.self) { try Counting.parse(["a", "--rate", "x"]) }
        expect(Counting.texts.withLock(\.self), equals: 1)
    }

    /// Counts how often its help is made.
    private struct Counting: CommandOptions {
        static let texts = Mutex(0)

        var rate = 1.0
        var words: [String] = []

        static var table: OptionTable<Self> {
            [.option("rate", \.rate, text()), .arguments("words", \.words, text()), .rest("command", \.words, text())]
        }

        private static func text() -> String {
            texts.withLock { $0 += 1 }
            return "Help."
        }
    }
}
