import Commands

/// A program as a user of the module writes it.
struct SampleProgram: Command {
    static let configuration = CommandConfiguration(
        name: "sample", abstract: "Fetches and lists.", version: "1.2",
        subcommands: [Fetch.self, List.self, Records.self, Concealed.self])

    var verbose = false
    static var table: OptionTable<Self> { [.flag("verbose", letter: "v", \.verbose, "Say it.")] }

    struct Fetch: Command {
        static let configuration = CommandConfiguration(
            name: "fetch",
            abstract: "Fetch files, one after another, or all of them at once where there is room for them.",
            discussion: """
                The words after -- start a program for each.

                  sample fetch a b -- cat
                """)

        enum Mode: String, ArgumentValue, CaseIterable { case fast, thorough }

        var mode = Mode.fast
        var limit = 20
        var rate: Double?
        var headers: [String] = []
        var verbose = false
        var insecure = false
        var sizes: [Int] = []
        var paging = Paging()
        var first = ""
        var others: [String] = []
        var program: [String] = []

        static var table: OptionTable<Self> {
            [
                .option("mode", \.mode, "How."),
                .option("limit", letter: "n", value: "count", \.limit, "The most files."),
                .alias("most", letter: "t", of: "limit"),
                .ignored("fully", letter: "f"),
                .foreign(["--lines": "--limit N", "-l": "--limit N"]),
                .option("rate", \.rate, "Files a second.").within(-10...1000.0),
                .option("header", letter: "H", value: "name: value", \.headers, "May be repeated."),
                .flag("verbose", letter: "v", \.verbose, "Say it: what's [new]."),
                .flag("insecure", letter: "k", \.insecure, "Trust anybody."),
                .option("size", \.sizes, reading: size, "In bytes."),
                .group(\.paging),
                .argument("first", \.first, "The first file."),
                .arguments("others", \.others, "The other files."),
                .rest("program", \.program, "The program and its arguments."),
            ]
        }

        func validate() throws {
            guard limit > 0 else { throw UsageError("--limit takes 1 or more") }
        }

        private static func size(_ word: String) throws -> Int {
            guard let size = Int(word), size >= 0 else { throw NotSize.negative }
            return size
        }

        enum NotSize: Error { case negative }
    }

    struct Paging: CommandOptions {
        var pages = 1
        static var table: OptionTable<Self> { [.option("pages", \.pages, "The pages.")] }

        func validate() throws {
            guard pages < 100 else { throw UsageError("--pages takes less than 100") }
        }
    }

    struct List: Command {
        static let configuration = CommandConfiguration(name: "list", abstract: "List.")
        var place: String?
        static var table: OptionTable<Self> { [.argument("place", \.place, "Where.")] }
    }

    struct Records: Command {
        static let configuration = CommandConfiguration(
            name: "records", abstract: "Look at records.", subcommands: [Show.self])

        struct Show: Command {
            static let configuration = CommandConfiguration(name: "show", abstract: "Show one.")
            var json = false
            var needed: [String] = []
            static var table: OptionTable<Self> {
                [.flag("json", \.json, "As JSON."), .rest("needed", \.needed, isRequired: true, "A program.")]
            }
        }
    }

    struct Concealed: Command {
        static let configuration = CommandConfiguration(name: "concealed", abstract: "Nobody sees it.", isHidden: true)
    }
}
