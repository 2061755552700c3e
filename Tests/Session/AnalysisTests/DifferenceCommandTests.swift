import Foundation
import Recording
import TestSupport
import Testing

@Suite struct DifferenceCommandTests {
    private func run(_ one: String, _ other: String, _ options: String...) throws -> Command.Result {
        let folder = try TemporaryFolder()
        let files = [try folder.write(one, to: "one").path, try folder.write(other, to: "other").path]
        return try Command.run([Products.executable("viperline"), "cassette", "diff"] + files + options)
    }

    private let session = Session.text(Session.search)
    private let changed = Session.text(Session.search).replacing(#""title":"b""#, with: #""title":"c""#)

    @Test func equalIsSilent() throws {
        let result = try run(session, session)
        expect(result.status, equals: 0)
        expect(result.output, equals: "")
    }

    @Test func aDifferenceStandsBetweenItsNeighbours() throws {
        let result = try run(session, changed)
        let expected = """
            @@ event 3 @@
              1.001 interactor.input.search (apps-1) presenter → fetcher
              1.002 view.input.show (apps-1) presenter → view
              1.101 interactor.output.found (apps-1) fetcher → presenter
            ! 1.104 view.input.show (apps-1) presenter → view
                  data.screen.title: expected "b", got "c"
              2.000 view.output.didSelect (apps-1) view → presenter
              2.010 router.input.open (apps-1) presenter → router
              2.030 router.output.didNavigate router → presenter, view
            """
        expect(result.status, equals: 1)
        #expect(result.output.hasPrefix(expected))
        expect(result.lines.last?.hasPrefix("9 the same, 1 changed, 0 only in"), equals: true)
    }

    static let parts: [([String], Int32)] = [
        (["--service", "fetcher"], 0), (["--type", "view.output"], 0), (["--service", "view"], 1),
        (["--type", "view.input.show"], 1), (["--type", "..."], 64),
    ]

    @Test(arguments: parts) func aPartIsCompared(_ options: [String], _ status: Int32) throws {
        let folder = try TemporaryFolder()
        let files = [try folder.write(session, to: "one").path, try folder.write(changed, to: "other").path]
        let result = try Command.run([Products.executable("viperline"), "cassette", "diff"] + files + options)
        expect(result.status, equals: status)
    }

    @Test func whatIsNoCassetteIsRefused() throws {
        try expect(run(session, "name: itunes\n").status, equals: 65)
    }
}
