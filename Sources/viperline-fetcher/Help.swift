import Fetcher

/// The long part of the help.
enum Help {
    static var discussion: String {
        """
        Without a subcommand it reads requests from stdin, one a line, and writes
        answers to stdout, one a line, in order of completion (--ordered: in that of
        the input). Each request has exactly one. With --urls a line is a URL, with
        --requests a JSON object; its id, and every member that is not the
        fetcher's, comes back:

          viperline-fetcher --urls --fields status,url < urls.txt \\
            | jq -c 'select(.status >= 400)'
          echo '{"url":"https://example.com/a.json","id":7}' \\
            | viperline-fetcher --requests --bodies json | jq .body

        An answer has the fields that were asked for (url, status, contentType with
        --bodies; every answer has them, null where there is nothing to say), then
        body, and error{kind,message,retryable} where there was no response, or no
        such body. A status of 400 and more is an answer; --fail and exit codes
        count it as failed. Without --bodies and --fields, answers are as with
        --bodies text. Fields:

        \(fields)

        lookup, connect, tls, firstByte and time are the seconds until each.

        A body in an answer has 8 MiB at most (--max-body); all of them together are
        held in 16 MiB, and servers wait while that is used up. -o and --output-dir
        write bodies into files in place of answers; without either, and without
        --bodies, they are counted and let go. Request bodies over the limit of a
        line (1 MiB) come from a file: "bodyFile" in place of "body".

        Others on this machine can see command lines. Names and passwords are
        better in VIPERLINE_USER=NAME:PASSWORD or a netrc file (--netrc), headers
        in a file (-H @FILE).

        With neither, a line is an event, and so is its answer,
        interactor.output.found, .got or .failed:

          jq -nc '{type: "interactor.input.search",
                   data: {source: "itunes.apps", term: "music"}}' \\
            | viperline-fetcher | jq -r '.data.items[].name'

        With a subcommand the requests come from the arguments:

          viperline-fetcher search itunes.apps music --items | jq -r .name
          viperline-fetcher search github.repositories swift --pages 3 --items
          viperline-fetcher lookup trafficlight Red --items
          viperline-fetcher get https://example.com/{a,b}.json --bodies json

        Sources, what they can be asked for, and what they read in the environment:

        \(sources)

        A base URL takes the place of the real API. The token raises GitHub's
        limits; YouTube answers nobody without a key. Neither is ever written.
        Besides: VIPERLINE_UNIX_HOSTS=HOST=/PATH,… for upstreams on Unix sockets,
        VIPERLINE_PUBLIC_ONLY=1 for --public-only.

        Exit codes: 0 done; with a subcommand or --fail 64 where a request is invalid,
        75 where all that failed may succeed later, 69 where something else failed;
        130 after Ctrl-C, which finishes what is under way (a second one does not).
        Otherwise requests that fail on stdin are answered, and no reason to stop.
        """
    }

    /// A line for each source: its name, what it can be asked for, which variables it reads.
    private static var sources: String {
        let rows = SourceRegistry.sources.map { source in
            (
                name: source.name, actions: source.actions.map(\.rawValue).joined(separator: ", "),
                variables: source.variables.joined(separator: ", ")
            )
        }
        let nameWidth = rows.map(\.name.count).max() ?? 0
        let actionsWidth = rows.map(\.actions.count).max() ?? 0
        let lines = rows.map { row in
            let line = "  \(padded(row.name, nameWidth))  \(padded(row.actions, actionsWidth))  \(row.variables)"
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
        return lines.joined(separator: "\n")
    }

    /// The names of all fields, in lines.
    private static var fields: String {
        var lines = [" "]
        for name in FieldList.names {
            let word = " \(name)" + (name == FieldList.names.last ? "" : ",")
            if lines[lines.count - 1].count + word.count > 78 { lines.append(" ") }
            lines[lines.count - 1] += word
        }
        return lines.joined(separator: "\n")
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
