import Foundation
import TestSupport
import Testing

/// `viperline check` as a process.
@Suite struct CheckCommandTests {
    private func check(_ arguments: [String], in folder: TemporaryFolder) throws -> Command.Result {
        try Command.run([Products.executable("viperline"), "check"] + arguments, folder: folder.path)
    }

    private static let ring = """
        name: ring
        services:
          source: {command: sh -c 'echo "$$0"', sends: [a.output], exit_on_end: true}
          sink: {command: [cat, "${SINK:--}"], receives: [a.output.said], depends_on: {source: {condition: service_healthy}}}
          tap: {command: [cat], receives: ["*"]}
        """

    @Test func theWiringIsATable() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.ring, to: "ring.yaml")
        let result = try check(["ring.yaml", "--env", "SINK=a b"], in: folder)
        expect(result.status, equals: 0)
        expect(result.diagnostics, equals: "")
        let programs = try Command.run(["sh", "-c", "command -v sh; command -v cat"]).lines
        expect(
            result.output,
            equals: """
                ring

                SERVICE  DEPENDS ON                NOTES                                                        COMMAND
                source   -                         exit_on_end, no healthcheck: must send process.output.ready  \(programs[0]) -c 'echo "$0"'
                sink     source (service_healthy)  -                                                            \(programs[1]) 'a b'
                tap      -                         -                                                            \(programs[1])

                FROM    MESSAGE        TO
                source  a.output.said  sink
                source  a.output       tap

                """)
    }

    @Test func theWiringIsJSONToo() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.ring, to: "ring.yaml")
        let result = try check(["ring.yaml", "--json"], in: folder)
        expect(result.status, equals: 0)
        expect(result.output, contains: #""wiring":[{"from":"source","message":"a.output.said","to":["sink"]},"#)
    }

    @Test func theRulesAreShown() throws {
        let folder = try TemporaryFolder()
        let rules = """

            forbids:
              - {service: [source, tap], sends: [b.output, "b.\\u202E"], because: "neither has a\\tb"}
              - {service: sink, receives: b.output, because: nor this}
            """
        try folder.write(Self.ring + rules, to: "ring.yaml")
        let result = try check(["ring.yaml"], in: folder)
        expect(result.status, equals: 0, "\(result.diagnostics)")
        #expect(
            result.output.hasSuffix(
                """

                FORBIDDEN TO  MESSAGE                    BECAUSE
                source, tap   send b.output, b.\\u{202E}  neither has a b
                sink          receive b.output           nor this

                """), "\(result.output)")
        let json = try check(["ring.yaml", "--json"], in: folder)
        #expect(
            json.output.hasPrefix(
                #"""
                {"forbids":[{"because":"neither has a b","receives":[],"sends":["b.output","b.\#u{202E}"],"services":["source","tap"]},\#
                {"because":"nor this","receives":["b.output"],"sends":[],"services":["sink"]}],
                """#), "\(json.output)")
    }

    @Test func theWiringIsDrawn() throws {
        let folder = try TemporaryFolder()
        let rules = "\nforbids: [{service: tap, sends: a.output, because: it listens}]\n"
        try folder.write(Self.ring + rules, to: "ring.yaml")
        let mermaid = try check(["ring.yaml", "--diagram"], in: folder)
        let nodes = #"""
            flowchart LR
                source["source"]
                sink["sink"]
                tap["tap"]
                source -- "a.output.said" --> sink
                source -- "a.output" --> tap

            """#
        expect(mermaid.status == 0 && mermaid.output == nodes, "\(mermaid.output)\(mermaid.diagnostics)")
        let forbidden = try check(["ring.yaml", "--diagram", "--forbidden"], in: folder)
        expect(forbidden.output, equals: nodes + "    tap -.-x sink\n")
    }

    @Test func theProcessesOwnVariablesCount() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.ring, to: "ring.yaml")
        let arguments = [Products.executable("viperline"), "check", "ring.yaml"]
        for (value, word) in [("mine", " mine"), ("", " -")] {
            let result = try Command.run(arguments, environment: ["SINK": value], folder: folder.path)
            #expect(result.lines.contains { $0.hasPrefix("sink") && $0.hasSuffix(word) })
        }
    }

    @Test func theCheckoutsOwnFilesAreFoundFromAnywhere() throws {
        let doubles = ["view", "presenter", "fetcher", "router"].flatMap { ["--replace", "\($0)=cat"] }
        let result = try check(["itunes"] + doubles, in: TemporaryFolder())
        expect(result.status, equals: 0, "\(result.diagnostics)")
        expect(result.lines.first, equals: "itunes")
    }

    @Test func everyErrorIsReported() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.ring, to: "ring.yaml")
        try folder.write("services:\n  tap:\n    comand: [sh]\n", to: "more.yaml")
        let result = try check(["ring.yaml", "-f", "more.yaml", "--replace", "snik=cat", "none.yaml"], in: folder)
        expect(result.status, equals: 65)
        expect(result.output, equals: "")
        expect(
            result.diagnostics,
            equals: """
                viperline: more.yaml:3: services.tap: unknown key "comand" (did you mean "command"?)
                viperline: none.yaml: not found; looked for none.yaml

                """)
    }

    @Test(arguments: [
        [], ["a.yaml", "--env", "A"], ["a.yaml", "--replace", "=cat"], ["a.yaml", "--replace", "a='cat"],
        ["--nonsense"], ["a.yaml", "--json", "--diagram"], ["a.yaml", "--forbidden"],
    ])
    func aBadCommandLineIsAUsageError(_ arguments: [String]) throws {
        let result = try check(arguments, in: TemporaryFolder())
        expect(result.status, equals: 64)
        expect(result.output, equals: "")
        expect(result.diagnostics, contains: "Usage: viperline check")
    }

    @Test func helpShowsAnExample() throws {
        let result = try check(["--help"], in: TemporaryFolder())
        expect(result.status, equals: 0)
        expect(result.output, contains: "viperline check itunes -f compose/offline.yaml")
    }

    /// Regression: a viperline-jq that had ended was waited for 50 times more, and its number, which may be another process's by then,
    /// was killed.
    @Test(.enabled(if: access("/usr/bin/strace", X_OK) == 0)) func aProgramThatHasEndedIsNotKilledAgain() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            """
            sources:
              a: {url: "https://a.example/?q={term}", answer: '("0123456789" * 100000) as $a | [range(700)] | map($a + "x") | length'}
            scenes:
              a: {search: a, row: '{title: .id}'}
            """, to: "app.yaml")
        try folder.write("{}", to: "answer.json")
        let result = try Command.run(
            [
                "strace", "-f", "-o", "trace", "-e", "trace=kill,wait4,waitid", Products.executable("viperline"),
                "check", "./app.yaml", "--answer", "answer.json",
            ], folder: folder.path)
        expect((result.output + result.diagnostics), contains: "512 MB", "\(result)")
        let trace = try folder.text(of: "trace")
        expect(trace.contains("killed by SIG") && !trace.contains("ECHILD"), "\(trace)")
    }
}
