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
        #expect(result.status == 0)
        #expect(result.diagnostics == "")
        let programs = try Command.run(["sh", "-c", "command -v sh; command -v cat"]).lines
        #expect(
            result.output == """
                ring

                SERVICE  DEPENDS ON                NOTES        COMMAND
                source   -                         exit_on_end  \(programs[0]) -c 'echo "$0"'
                sink     source (service_healthy)  -            \(programs[1]) 'a b'
                tap      -                         -            \(programs[1])

                FROM    MESSAGE        TO
                source  a.output.said  sink
                source  a.output       tap

                """)
    }

    @Test func theWiringIsJSONToo() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.ring, to: "ring.yaml")
        let result = try check(["ring.yaml", "--json"], in: folder)
        #expect(result.status == 0)
        #expect(result.output.contains(#""wiring":[{"from":"source","message":"a.output.said","to":["sink"]},"#))
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
        #expect(result.status == 0, "\(result.diagnostics)")
        #expect(result.lines.first == "itunes")
    }

    @Test func everyMistakeIsTold() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.ring, to: "ring.yaml")
        try folder.write("services:\n  tap:\n    comand: [sh]\n", to: "more.yaml")
        let result = try check(["ring.yaml", "-f", "more.yaml", "--replace", "snik=cat", "none.yaml"], in: folder)
        #expect(result.status == 65)
        #expect(result.output == "")
        #expect(
            result.diagnostics == """
                viperline: more.yaml:3: services.tap: unknown key "comand" (did you mean "command"?)
                viperline: none.yaml: not found; looked for none.yaml

                """)
    }

    @Test(arguments: [
        [], ["a.yaml", "--env", "A"], ["a.yaml", "--replace", "=cat"], ["a.yaml", "--replace", "a='cat"],
        ["--nonsense"],
    ])
    func aBadCommandLineIsAUsageError(_ arguments: [String]) throws {
        let result = try check(arguments, in: TemporaryFolder())
        #expect(result.status == 64)
        #expect(result.output == "")
        #expect(result.diagnostics.contains("Usage: viperline check"))
    }

    @Test func helpShowsAnExample() throws {
        let result = try check(["--help"], in: TemporaryFolder())
        #expect(result.status == 0)
        #expect(result.output.contains("viperline check itunes -f compose/offline.yaml"))
    }
}
