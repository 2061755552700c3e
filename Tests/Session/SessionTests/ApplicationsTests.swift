import Foundation
import TestSupport
import Testing

/// Every application as a whole session on the catalog; each event is checked against the
/// schemas (``AppSession``).
@Suite struct ApplicationsTests {
    struct Session: CustomTestStringConvertible {
        let name: String
        let commands: String
        /// Expected on screen, in this order.
        let seen: [String]
        var testDescription: String { "\(name): \(commands.split(separator: "\n").joined(separator: "; "))" }

        init(_ name: String, _ commands: String..., seen: [String]) {
            self.name = name
            self.commands = (commands + ["quit"]).joined(separator: "\n") + "\n"
            self.seen = seen
        }
    }

    static let sessions = [
        Session(
            "home", "select 3", "search ", "search swift", "more", "select 1", "back",
            seen: [
                "== Viperline ==", " 3. GitHub repositories", "== GitHub repositories ==", "! Enter a search term",
                "search: swift", "30. ", "more rows", "60. ", "-- README.md --", "> back", "== GitHub repositories ==",
            ]),
        Session(
            "home", "select 6", "press \"Show greeting\"", "back", seen: ["Hello David Blaine", "== Viperline =="]),
        Session(
            "trafficlight", "press Red", "press Green", "press yellow",
            seen: [
                "> press Red", "\nStop\n", "> press Green", "\nGo\n", "> press yellow", "\nAbout to change to red\n",
            ]),
        Session("greeting", "press \"Show greeting\"", seen: ["[1 Show greeting]", "\nHello David Blaine\n"]),
        Session(
            "songs", "search love", "select 1",
            seen: [" 1. ♪ ", "== ", "[picture: ", "Released ", "[1 Preview]", "[2 Open in the iTunes Store]"]),
        Session(
            "itunes", "search music", "select 1", "select 1", "press next", "press previous", "back", "back",
            seen: [
                "-- Screenshots --", "> select 1", "1 of ", "> press next", "2 of ", "> press previous", "1 of ",
                "rows, as before", "search: music",
            ]),
        Session(
            "github", "search qqqqqq", "back", "search popular", "sort stars", "more", "sort updated up",
            "press \"Best match\"", "select 1", "press open", "follow 1", "back",
            seen: [
                "\n! ", "search: popular", "columns: Repository; Language; Stars; Forks; Updated; Description", "30. ",
                "> sort stars", "Stars (sorted, descending)", "> more", "60. ", "Updated (sorted)",
                "> press \"Best match\"", "columns: Repository; Language; Stars; Forks; Updated; Description",
                "== lanternfish/popular-tiny-server-1 ==", "A tiny server that is popular.", "★ 90k · Swift · updated ",
                "[1 Open on GitHub]", "-- README.md --", "A drawing", "make **not bold** install",
                "link 1: https://popular",
                "opened https://github.example/lanternfish/popular-tiny-server-1", "opened https://", "> back",
                "as before",
            ]),
        Session(
            "youtube", "preview 1", "more", "more", "select 2", "back",
            seen: [
                "== YouTube playlist ==", "unavailable", "> preview 1", "[picture: Picture of ", "> more", "> more",
                "> select 2", "[1 Play]", "> back",
                "as before",
            ]),
    ]

    @Test(arguments: sessions) func isUsable(session: Session) throws {
        let result = try AppSession(session.name).run(session.commands, environment: ["BROWSER": "echo"])
        expect(result.status, equals: 0, "\(result.output)")
        expect(result.diagnostics, equals: "")
        var rest = result.output[...]
        for text in session.seen {
            guard let range = rest.range(of: text) else {
                Issue.record("“\(text)” is not seen in:\n\(rest)")
                return
            }
            rest = rest[range.upperBound...]
        }
    }

    /// GitHub lists at most 1,000 results, and the scene shows that.
    @Test func scrollingEndsWhereGitHubDoes() throws {
        let result = try AppSession("github").run(
            "search popular\n" + String(repeating: "more\n", count: 34) + "quit\n")
        expect(result.output, contains: "1000. ")
        expect(result.output, contains: "2,723", "\(result.output.suffix(400))")
        expect(result.output, contains: "? more: there is nothing more")
        expect(result.status, equals: 65, "a command could not be carried out")
    }

    @Test(arguments: [
        ("403-rate-limit", "search swift", "github"), ("403-secondary", "search swift", "github"),
        ("429", "search swift", "github"), ("quota", "more", "youtube"),
    ])
    func aLimitIsTold(fault: String, command: String, name: String) throws {
        let session = try AppSession(name, catalogOptions: ["--fault", fault])
        let result = try session.run("\(command)\nquit\n")
        expect(result.output, contains: "\n! ", "\(result.output)")
        expect(result.output, lacks: "<a href")
    }

    /// The key is in the URL of every request, but in nothing that the session writes.
    @Test(arguments: ["", "quota", "500", "garbage", "truncate"]) func theKeyStaysSecret(fault: String) throws {
        let key = "AIzaSy-very-secret-\(UUID().uuidString)"
        let session = try AppSession(
            "youtube", options: ["--log", "-", "--env", "YOUTUBE_API_KEY=\(key)"],
            catalogOptions: fault.isEmpty ? [] : ["--fault", fault])
        let result = try session.run("more\nselect 1\nquit\n")
        for written in [result.output, result.diagnostics, session.text(of: "events.ndjson")] {
            expect(!written.contains(key) && !written.contains("very-secret"))
        }
        expect(result.output, contains: fault.isEmpty ? " 1. " : "! ", "\(result.output)")
    }

    /// What the search has told stays on the page.
    @Test(arguments: ["403-rate-limit", "403-secondary", "429", "500", "garbage", "truncate"])
    func aReadmeThatCannotBeHad(fault: String) throws {
        let session = try AppSession("github", catalogOptions: ["--fault", "\(fault):term=oakpost/swift-larder"])
        let result = try session.run("search swift-larder\nselect 1\nback\nback\nquit\n")
        expect(result.output, contains: "\n! The README cannot be shown: GitHub", "\(result.output)")
        expect(result.output, contains: "★ 19 · Swift · updated 27 Apr 2026")
        expect(result.output, lacks: "There is no README")
    }

    @Test(
        "What stands in the place of a README",
        arguments: [
            ("postscript", "There is no README."), ("timestamps", "Timestamps, *time zones* and"),
            ("hypha", "It cannot be shown: it is not written in UTF-8."),
            ("guano", "It cannot be shown: it is not text."),
            ("folio", "It is too large to be shown: it has 1,200,000 bytes."),
            ("swift-deckle", "It is too large to be shown: it has 336,000 bytes."), ("form", "It is empty."),
        ])
    func aReadmeThatIsNone(name: String, word: String) throws {
        let result = try AppSession("github").run("search \(name)\nselect 1\nback\nquit\n")
        expect(result.status == 0 && result.diagnostics == "", "\(result.diagnostics)")
        expect(result.output, contains: word, "\(result.output)")
    }

    /// Whatever a repository contains about itself stays text: in the table, on its page, in its README and behind its links.
    @Test func hostileRepositoriesStayText() throws {
        let evil = #"\u001b]0;owned\u0007\u009b31m\u202e\u001bP+q\u001b\\x"#
        let readme =
            #"# \#(evil)\n\n[\#(evil)](javascript:alert(1)) [\#(evil)](../x) ![\#(evil)](file:///etc/passwd)\n<b>\#(evil)</b>"#
        let filter = #"""
            {type: "interactor.output.found", subject, correlationid, causationid: .id, data: {source: .data.source, items:
            [if .data.source == "github.readme" then {id: "a/b", name: "\#(evil).md", text: "\#(readme)"} else
            {id: "1", fullName: "\#(evil)", description: "\#(evil)", stars: 1, language: "\#(evil)", updated: "\#(evil)",
            url: "javascript:\#(evil)"} end]}}
            """#
        let folder = try TemporaryFolder()
        let program = try folder.write(filter, to: "fetcher.jq").path
        let session = try AppSession("github", options: ["--replace", "fetcher=jq --unbuffered -c -f \(program)"])
        let result = try session.run("search x\nselect 1\npress open\nquit\n")
        expect(result.output.contains("owned") && result.output.contains("-- "), "\(result.output)")
        expect(result.output, lacks: "follow", "nothing of that is a link")
        expect(result.output, contains: "! openURL: ")
        for scalar in ["\u{1B}", "\u{7}", "\u{9B}", "\u{202E}"] { expect(result.output, lacks: scalar) }
    }

    @Test func withoutAKeyTheSceneSaysHowToSetIt() throws {
        let session = try AppSession("youtube", options: ["--env", "YOUTUBE_API_KEY="])
        try expect(session.run("quit\n").output, contains: "YOUTUBE_API_KEY")
    }

    /// On a real terminal: the home screen, an application opened from it, and back.
    @Test func homeInATerminal() throws {
        let session = try AppSession("home")
        let tmux = try session.onTerminal()
        try tmux.wait(for: "Greeting")
        try tmux.send("G", "Enter")
        try tmux.wait(for: "Show greeting")
        try tmux.send("Enter")
        try tmux.wait(for: "Hello David Blaine")
        try tmux.send("Escape")
        try tmux.wait(for: "Traffic light")
        try tmux.send("k", "Enter")
        try tmux.wait(for: "Yellow")
        try tmux.send("r")
        try tmux.wait(for: "Stop")
        try tmux.send("q")
        try tmux.wait(for: "the end") { !$0.isAlternate }
    }
}
