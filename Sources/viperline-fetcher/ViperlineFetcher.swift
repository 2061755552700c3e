import ArgumentParser

struct ViperlineFetcher: ParsableCommand {
    static let version = "0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "viperline-fetcher",
        abstract: "Fetch entities of upstream APIs: requests in, answers out, many side by side.",
        usage: """
            viperline-fetcher [--timeout <seconds>] [--parallel <n>] < requests
            viperline-fetcher <subcommand> … [--items]
            """,
        discussion: """
            Without a subcommand it reads requests from stdin, one JSON event a line, and
            writes answers to stdout, one a line, in order of completion. Each request has
            exactly one: interactor.output.found, .got or .failed.

              jq -nc '{type: "interactor.input.search",
                       data: {source: "itunes.apps", term: "music"}}' \\
                | viperline-fetcher | jq -r '.data.items[].name'

            With one, the requests come from the arguments:

              viperline-fetcher search itunes.apps music --items | jq -r .name
              viperline-fetcher search github.repositories swift --pages 3 --items
              viperline-fetcher lookup trafficlight Red --items
              viperline-fetcher get https://example.com/{a,b}.json --items | jq .status

            Sources, what they can be asked for, and what they read in the environment:

              itunes.apps          search, lookup   ITUNES_BASE_URL
              itunes.songs         search, lookup   ITUNES_BASE_URL
              github.repositories  search           GITHUB_BASE_URL, GITHUB_TOKEN
              youtube.playlist     list, lookup     YOUTUBE_BASE_URL, YOUTUBE_API_KEY
              trafficlight         lookup
              greeting             list

            A base URL takes the place of the real API. The token raises GitHub's limits;
            YouTube answers nobody without a key. Neither is ever written. Besides:
            VIPERLINE_UNIX_HOSTS=HOST=/PATH,… for upstreams on Unix sockets.

            Exit codes: 0 done; with a subcommand 64 where a request is invalid, 75 where
            all that failed may succeed later, 69 where something else failed. Requests
            that fail on stdin are answered, and no reason to stop.
            """,
        version: version,
        subcommands: [Search.self, List.self, Lookup.self, Get.self])

    @OptionGroup var transfers: TransferOptions

    func run() throws {
        try Run(transfers, asItems: false).stream()
    }
}
