import Analysis
import Foundation
import JSON
import Recording
import TestSupport
import Testing

@Suite struct BusPromisesTests {
    private static let header = """
        {"viperline":"cassette","version":1,"composition":"music","started":"2026-11-21T09:02:28Z","services":{\
        "view":{"command":["v"],"receives":["view.input","router.output"],"sends":["view.output"]},\
        "presenter":{"command":["p"],"receives":["view.output","interactor.output","router.output"],\
        "sends":["view.input","interactor.input","router.input"]},\
        "fetcher":{"command":["f"],"receives":["interactor.input","timer"],"sends":["interactor.output","timer"]},\
        "log":{"command":["l"],"receives":["router"],"sends":["*"]},\
        "router":{"command":["r"],"receives":["router.input"],"sends":["router.output"]}}}

        """

    private struct Row {
        let what: String
        let passages: [Passage]
        var problems: [String] = []
        var isPartial = false
        var missed = 0
    }

    private static let navigated = Session.passage(
        0, "router", ["view", "presenter", "log"], "router.output.didNavigate", id: "router-1-1")
    private static let typed = Session.passage(
        1, "view", ["presenter"], "view.output.didSearch", id: "view-1-1", subject: "apps-1")

    private static func asked(
        _ id: String = "presenter-1-1", cause: String? = "view-1-1", to receivers: [String] = ["fetcher"]
    ) -> Passage {
        Session.passage(2, "presenter", receivers, "interactor.input.search", id: id, cause: cause)
    }

    private static let rows = [
        Row(what: "nothing", passages: []),
        Row(what: "a chain", passages: [navigated, typed, asked()]),
        Row(what: "own timer", passages: [Session.passage(0, "fetcher", ["fetcher"], "timer", id: "fetcher-1-1")]),
        Row(
            what: "no way to itself by a wide pattern",
            passages: [Session.passage(0, "log", [], "router.note", id: "log-1-1")]),
        Row(what: "typed", passages: [Session.passage(0, "view", [], "process.output.entered", id: "view+1")]),
        Row(what: "inner cause", passages: [asked(cause: "presenter-1-inner")]),
        Row(what: "cause of a stranger", passages: [asked(cause: "elsewhere-1-1")]),
        Row(
            what: "lost on the way", passages: [typed, asked(to: []), asked("presenter-1-2")],
            problems: ["did not reach fetcher"]),
        Row(
            what: "for a service whose input has ended, and which still writes",
            passages: [
                typed, asked(to: []), Session.passage(3, "fetcher", ["presenter"], "interactor.output.found", id: "f"),
            ]),
        Row(what: "for a service that has ended", passages: [typed, asked(to: []), asked("presenter-1-2", to: [])]),
        Row(
            what: "gone astray", passages: [typed, asked(to: ["fetcher", "router"])],
            problems: ["reached router, which does not receive its type"]),
        Row(
            what: "two copies in one", passages: [typed, asked(to: ["fetcher", "fetcher"])],
            problems: ["reached a service twice"]),
        Row(
            what: "sent twice", passages: [typed, asked(), asked()],
            problems: ["comes a second time; the first is line 3"]),
        Row(
            what: "overtaken", passages: [typed, asked("presenter-1-10"), asked("presenter-1-9")],
            problems: ["comes after presenter-1-10"]),
        Row(what: "a new process", passages: [typed, asked("presenter-1-10"), asked("presenter-2-1")]),
        Row(what: "ids of another form", passages: [typed, asked("p-10"), asked("p-9")]),
        Row(
            what: "forbidden", passages: [Session.passage(0, "router", ["view"], "view.input.show", id: "router-1-1")],
            problems: ["is of a type that router does not send"]),
        Row(what: "reply first", passages: [asked(), typed], problems: ["answers view-1-1, which is not before it"]),
        Row(what: "reply first, in a part", passages: [asked()], isPartial: true),
        Row(what: "reply first, after a gap", passages: [asked()], missed: 1),
        Row(
            what: "cause of others",
            passages: [
                typed,
                Session.passage(2, "fetcher", ["presenter"], "interactor.output.found", id: "f", cause: "view-1-1"),
            ],
            problems: ["answers view-1-1 (line 2), which fetcher did not get"]),
    ]

    @Test func eachBrokenPromiseIsFound() throws {
        for row in Self.rows {
            var promises = BusPromises(
                header: try CassetteHeader(json: Array(Self.header.utf8)), isPartial: row.isPartial)
            if row.missed > 0 { promises.count(.missed(row.missed), number: 1) }
            for (index, passage) in row.passages.enumerated() { promises.count(.passage(passage), number: index + 2) }
            expect(promises.breaches.map(\.problem), equals: row.problems, row.what)
        }
    }

    @Test func countsGoOnWhereTheListEnds() throws {
        var promises = BusPromises(header: nil, isPartial: false)
        for number in 1...200 { promises.count(.passage(Self.typed), number: number) }
        expect(promises.breaches.count, equals: BusPromises.mostBreaches)
        expect(promises.breachCount, equals: 199)
    }

    /// A short compressed recording can hold ids of megabytes, and receivers without end.
    @Test func longNamesAndManyReceiversAreNotRemembered() {
        let long = String(repeating: "i", count: 1 << 20)
        let crowd = (0..<1000).map { "s\($0)" }
        var promises = BusPromises(header: nil, isPartial: false)
        let passages = [
            Session.passage(1, "view", ["a"], "x.y", id: long), Session.passage(2, "view", ["a"], "x.y", id: long),
            Session.passage(3, "view", crowd, "x.y", id: "crowd"),
            Session.passage(4, "view", crowd, "x.y", id: "crowd"),
        ]
        for (index, passage) in passages.enumerated() { promises.count(.passage(passage), number: index + 1) }
        expect(promises.breaches.map(\.problem), equals: ["comes a second time; the first is line 3"])
    }

    private struct Verdict {
        let text: String
        var options: [String] = []
        let status: Int32
        let says: String
    }

    @Test func theCommandReportsAndExits() throws {
        let whole = Self.header + Session.text([Self.navigated, Self.typed, Self.asked()])
        let verdicts = [
            Verdict(text: whole, status: 0, says: "3 events, each as promised"),
            Verdict(
                text: whole + Session.text([Self.asked()]), status: 1,
                says: "line 5: interactor.input.search presenter-1-1 comes a second time; the first is line 4"),
            Verdict(text: whole + "{\"missed\":4}\n", status: 1, says: "4 events were not recorded"),
            Verdict(
                text: whole + "{\"missed\":4}\n", options: ["--partial"], status: 0, says: "4 events were not recorded"),
            Verdict(
                text: whole + Session.text([Self.asked("presenter-1-2", to: []), Self.asked("presenter-1-3")]),
                status: 1,
                says: "did not reach fetcher is lost, unless a swap started a stopped service again"),
            Verdict(text: whole + "nonsense\n", status: 1, says: "each as promised"),
            Verdict(text: Session.text([Self.typed]), status: 0, says: "routes are not checked"),
            Verdict(text: "name: itunes\n", status: 65, says: ""),
            Verdict(text: Self.header, status: 65, says: ""),
            Verdict(text: "", status: 65, says: ""),
        ]
        for verdict in verdicts {
            let command = [Products.executable("viperline"), "cassette", "check", "-"] + verdict.options
            let result = try Command.run(command, input: verdict.text)
            expect(result.status, equals: verdict.status, verdict.says)
            expect(result.output, contains: verdict.says)
        }
    }

    /// Recordings of this checkout; those of the tests are checked by ``Command/run(_:input:environment:folder:)``.
    @Test func eachRecordingKeepsThePromises() throws {
        var count = 0
        for top in ["Tests", "compose", "protocols"] {
            let files = FileManager.default.enumerator(atPath: Checkout.path(top))
            while let file = files?.nextObject() as? String {
                guard file.hasSuffix(".ndjson"), CassetteReader.isRecording(Checkout.path("\(top)/\(file)")) else {
                    continue
                }
                let reader = try CassetteReader(Checkout.path("\(top)/\(file)"))
                var promises = BusPromises(header: reader.header, isPartial: false)
                while let line = try reader.next() { promises.count(line, number: reader.lineNumber) }
                expect(promises.breaches.map(\.problem), equals: [], file)
                count += 1
            }
        }
        #expect(count >= 40)
    }
}
