import JSON
import TestSupport
import Testing

@testable import Commands

@Suite struct HelpTests {
    private static let fetch: String = """
        OVERVIEW: Fetch files, one after another, or all of them at once where there is
        room for them.

        The words after -- start a program for each.

          sample fetch a b -- cat

        USAGE: sample fetch [--mode <mode>] [--limit <count>] [--rate <rate>] [--header <name: value> ...] [--verbose] [--insecure] [--size <size> ...] [--pages <pages>] <first> [<others> ...] -- [<program> ...]

        ARGUMENTS:
          <first>                 The first file.
          <others>                The other files.
          <program>               The program and its arguments.

        OPTIONS:
          --mode <mode>           How. (values: fast, thorough; default: fast)
          -n, --limit <count>     The most files. (default: 20)
          --rate <rate>           Files a second.
          -H, --header <name: value>
                                  May be repeated.
          -v, --verbose           Say it: what's [new].
          -k, --insecure          Trust anybody.
          --size <size>           In bytes.
          --pages <pages>         The pages. (default: 1)
          --version               Show the version (--json: in detail).
          -h, --help              Show help information.

        """

    @Test func showsACommand() {
        var path = CommandPath(SampleProgram.self)
        path.followNames(in: ["fetch", "--verbose"])
        expect(HelpText(path, width: 80).description, equals: Self.fetch)
    }

    @Test func showsSubcommands() {
        let text = HelpText(CommandPath(SampleProgram.self), width: 80).description
        #expect(text.hasPrefix("OVERVIEW: Fetches and lists.\n\nUSAGE: sample <subcommand>\n\nOPTIONS:\n"))
        #expect(
            text.hasSuffix(
                "\n  records                 Look at records.\n\n  See 'sample help <subcommand>' for detailed help.\n")
        )
        expect(text, lacks: "concealed")
    }

    /// Also in a terminal that is narrower than the labels.
    @Test(arguments: [0, 30, 60, 200])
    func losesNoWord(_ width: Int) {
        var path = CommandPath(SampleProgram.self)
        expect(path.follow(["fetch", "a"]), equals: ["a"])
        let words = { (text: String) in text.split { $0 == " " || $0 == "\n" }.map(String.init) }
        expect(words(HelpText(path, width: width).description), equals: words(Self.fetch))
    }

    @Test func followsNamesToACommand() {
        let rows: [(words: [String], name: String, rest: [String])] = [
            (["fetch", "list"], "sample fetch", ["list"]),
            (["records", "show", "--json"], "sample records show", ["--json"]),
            (["records", "x"], "sample records", ["x"]), (["x", "fetch"], "sample", ["x", "fetch"]),
            (["--", "fetch"], "sample", ["--", "fetch"]), (["", "fetch"], "sample", ["", "fetch"]),
            ([], "sample", []), (["-v", "fetch", "a"], "sample fetch", ["-v", "a"]),
            (["--wrong", "fetch"], "sample", ["--wrong", "fetch"]),
            (["concealed"], "sample concealed", []),
        ]
        for row in rows {
            var path = CommandPath(SampleProgram.self)
            expect(path.follow(row.words), equals: row.rest)
            expect(path.name, equals: row.name)
        }
    }

    /// As `scripts/manual.py` and `scripts/check examples` read it.
    @Test func describesItselfAsJSON() throws {
        let text = String(decoding: CommandJSON.text(of: SampleProgram.self), as: UTF8.self)
        for part in [
            #"{"command":{"commandName":"sample","abstract":"Fetches and lists.","discussion":"","arguments":[{"name":"verbose","#,
            #"{"name":"limit","label":"-n, --limit <count>","synopsis":"[--limit <count>]","help":"The most files. (default: 20)"}"#,
            #"{"label":"<first>","synopsis":"<first>","help":"The first file."}"#, #""synopsis":"-- [<program> ...]""#,
            #"{"commandName":"show","abstract":"Show one.""#,
            #""spellings":["--mode","-n, --limit","-t, --most","-f, --fully","--rate""#,
        ] { expect(text, contains: part, "\(part)") }
        expect(text, lacks: "concealed")
    }
}
