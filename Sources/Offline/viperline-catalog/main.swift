import Commands
package import Catalog
import Version
package import Wire

struct CatalogCommand: Command {
    static let configuration = CommandConfiguration(
        name: "viperline-catalog",
        abstract: "Answer like the APIs of the shipped applications, without a network, from invented data.",
        usage: """
            viperline-catalog [--fault <fault>]... [--seed <n>] --socket <path>
            viperline-catalog [--fault <fault>]... [--seed <n>] -- <command> [<argument>]...
            """,
        discussion: """
            With --socket, it serves HTTP on a Unix socket until SIGINT or SIGTERM. With a command, it serves while the \
            command runs, and ends with its exit status. The command finds the catalog through \
            ITUNES_BASE_URL, GITHUB_BASE_URL, YOUTUBE_BASE_URL, VIPERLINE_BASE_URLS and VIPERLINE_UNIX_HOSTS; \
            YOUTUBE_API_KEY is set, too.

            Paths, below http://catalog.invalid:
              /itunes/search, /itunes/lookup            apps, songs, albums
              /github/search/repositories               try q=popular
              /github/repos/OWNER/NAME/readme           a repository's README
              /youtube/playlistItems, /youtube/videos   the same list for every id PL…
              /hackernews/api/v1/…                      search, items/ID
              /wikipedia/w/api.php                      action=query
              /crates/api/v1/crates                     and crates/NAME
              /openlibrary/search.json                  and works/ID.json
              /covers/b/id/ID-M.jpg                     covers of those books
              /npm/-/v1/search                          and NAME/latest
              /pictures/….png                           the pictures in the other responses
            Other ids, and PLmissing, have no list. Keys that begin with "bad" are refused.

            Faults, as NAME[=ARGUMENT][:probability=P][:term=TEXT]:
              403-empty       the rate limit of iTunes: 403, nothing else
              403-rate-limit  GitHub: no requests remain; with the time of the reset
              403-secondary   GitHub: some remain; without a time
              429             too many requests, try again after 30 seconds
              500             a server error
              slow=DURATION   a correct response, late: 2s, 250ms
              truncate        the connection ends in the middle of the body
              garbage         200, with a body that is not JSON
              quota           YouTube: the daily quota is used up
            A fault with a term affects searches that contain the term, and lookups of items whose names contain it.

            Examples:
              viperline-catalog --socket /tmp/catalog.sock &
              curl --unix-socket /tmp/catalog.sock \\
                'http://catalog.invalid/itunes/search?term=music&entity=song'

              viperline-catalog --fault 500:term=chess --fault slow=2s:probability=0.3 \\
                -- viperline-fetcher search itunes.apps chess

            Exit status: the command's; 127 if it is not found, 126 if it cannot be run; 64 for a wrong command line; \
            69 if the socket cannot be opened.
            """,
        version: Version.current)

    var socket: String?
    var faults: [Fault] = []
    var seed: UInt64 = 0
    var command: [String] = []

    static var table: OptionTable<Self> {
        [
            .option("socket", value: "path", \.socket, "Serve on this Unix socket."),
            .option(
                "fault", value: "fault", \.faults, reading: Fault.init(parsing:),
                "Answer wrongly; see above. Can be given several times."),
            .option("seed", value: "n", \.seed, "The seed of the random numbers for the probabilities."),
            .rest("command", \.command, "Serve for as long as this runs."),
        ]
    }

    func validate() throws {
        guard (socket == nil) != command.isEmpty else {
            throw UsageError("Give either --socket <path> or -- <command>.")
        }
    }

    func run() throws {
        let server = CatalogServer(FaultPlan(faults, seed: seed))
        guard let socket else { throw ExitCode(try Hosting(server: server, command: command).run()) }
        try SocketService(server: server, path: socket).run()
    }
}

extension SocketPathError: CommandProblem {
    package var status: ExitStatus { if case .badLength = self { .usage } else { .unavailable } }
}

CatalogCommand.main()
