import Platform
import Testing

@testable import NATSBridge

/// What a join asks for, against a server that is told what to answer.
struct JoinSetupTests {
    private static let start = Instant.now

    /// A server: what is there, and what was asked.
    private struct Server {
        var streams: Set<String> = []
        var consumers: Set<String> = []
        var log: [String] = []
        /// Messages that a new reader finds.
        var found = 0
        /// Whether it says for ever that there is more.
        var isVague = false

        mutating func answer(_ request: NATSMessage) -> ServerAnswer {
            let words = request.subject.split(separator: ".").map(String.init)
            var answer = ServerAnswer()
            switch words[2...3].joined(separator: " ") {
            case "STREAM INFO":
                (answer.created, answer.first, answer.last) = ("today", 3, 9)
                if !streams.contains(words[4]) { answer.errorCode = ServerAnswer.streamNotFound }
            case "STREAM CREATE":
                log.append("make \(words[4])")
                streams.insert(words[4])
            case "CONSUMER CREATE":
                let text = String(decoding: request.payload, as: UTF8.self)
                let from = text.split(separator: "\"opt_start_seq\":").dropFirst().first?.prefix { $0.isNumber }
                if from == nil { answer.pending = found }
                if !consumers.insert(words[5]).inserted { answer.errorCode = 10148 }
                log.append("\(words[5]) from \(from ?? "the start")")
            case "CONSUMER DELETE":
                if consumers.remove(words[5]) == nil { answer.errorCode = ServerAnswer.consumerNotFound }
            case "CONSUMER MSG":
                log.append("read \(words[6])")
                answer.errorCode = isVague ? 408 : 404
            default: break
            }
            return answer
        }
    }

    private static func setup(states: [String] = []) throws -> JoinSetup {
        let session = try #require(SessionSubjects("s"))
        return JoinSetup(
            requests: StreamRequests(session: session, storage: .file),
            consumers: [(PatternConsumer.names("h=a"), "vl.s.a.>")], stateFilters: states, readersName: "h=x",
            storesStates: false)
    }

    /// - Returns: what came of it, without steps of no interest.
    private static func run(
        _ setup: inout JoinSetup, _ server: inout Server, after place: Int = 9
    ) -> [JoinSetup.Outcome] {
        var now = start
        var outcomes: [JoinSetup.Outcome] = []
        for _ in 0..<30 {
            let places = [JoinSetup.Place(name: 1, after: place)]
            guard let request = setup.due(at: now, inbox: "i", places: places) else {
                guard !setup.isDone else { break }
                now += JoinSetup.pause
                continue
            }
            let outcome = setup.take(server.answer(request), number: setup.number, at: now)
            if outcome != .goesOn { outcomes.append(outcome) }
        }
        return outcomes
    }

    private static let found = JoinSetup.Outcome.found(JoinSetup.Stream(created: "today", first: 3, last: 9))

    @Test func `The first one makes the streams`() throws {
        var (setup, server) = (try Self.setup(states: ["vls.s.a.>"]), Server())
        setup.begin(readingStates: true)
        _ = Self.run(&setup, &server)
        #expect(setup.isDone)
        #expect(
            server.log == [
                "make VL_s", "make VL_s=records", "make VL_s=states", "h=x=1=records from the start", "h=a= from 10",
                "h=x=1=0 from the start",
            ])
    }

    @Test func `A consumer begins behind what has come, whatever was there under its name`() throws {
        for before: Set<String> in [[], ["h=a="], ["h=a", "h=a="]] {
            var setup = try Self.setup()
            var server = Server(streams: ["VL_s", "VL_s=records"], consumers: before)
            setup.begin(readingStates: false)
            #expect(Self.run(&setup, &server, after: 7) == [Self.found, .opened(0, name: 1, after: 7)])
            #expect(server.log == ["h=x=1=records from the start", "h=a= from 8"])
        }
    }

    @Test func `Records are read before consumers are made`() throws {
        var setup = try Self.setup()
        var server = Server(streams: ["VL_s", "VL_s=records"], found: 2)
        setup.begin(readingStates: false)
        _ = Self.run(&setup, &server)
        #expect(
            server.log == ["h=x=1=records from the start", "read h=x=1=records", "h=a= from 10"])
        setup.begin(readingStates: false)
        server.log = []
        _ = Self.run(&setup, &server)
        #expect(server.log.first == "h=x=2=records from the start", "another reader: the first one has given out all")
    }

    /// Regression: it asked again at once, thousands of times a second, and was never ready.
    @Test func `A server that counts what it does not have is not asked for ever`() throws {
        var setup = try Self.setup()
        var server = Server(streams: ["VL_s", "VL_s=records"], found: 1, isVague: true)
        setup.begin(readingStates: false)
        #expect(Self.run(&setup, &server).count == 2)
        #expect(setup.isDone)
        #expect(server.log.count { $0.hasPrefix("read ") } == JoinSetup.mostVague)
    }

    @Test func `A server or an account without JetStream keeps nothing`() throws {
        for code in ServerAnswer.noJetStream {
            var setup = try Self.setup()
            setup.begin(readingStates: true)
            _ = setup.due(at: Self.start, inbox: "i", places: [JoinSetup.Place(name: 1, after: 0)])
            var answer = ServerAnswer()
            answer.errorCode = code
            #expect(setup.take(answer, number: setup.number, at: Self.start) == .noStreams)
            #expect(setup.isDone)
        }
    }

    @Test func `Another consumer is made while the rest goes on`() throws {
        var setup = try Self.setup()
        var server = Server(streams: ["VL_s"], consumers: ["h=a"])
        setup.reopen(0)
        #expect(Self.run(&setup, &server) == [.opened(0, name: 1, after: 9)])
        #expect(setup.isDone)
    }

    @Test func `A stream that is gone is made again`() throws {
        var (setup, server) = (try Self.setup(), Server(streams: ["VL_s=records"]))
        setup.reopen(0)
        var lost = ServerAnswer()
        lost.errorCode = ServerAnswer.streamNotFound
        _ = setup.due(at: Self.start, inbox: "i", places: [JoinSetup.Place(name: 1, after: 0)])
        _ = setup.take(lost, number: setup.number, at: Self.start)
        _ = Self.run(&setup, &server)
        #expect(server.log == ["make VL_s", "h=a= from 10"])
    }

    @Test func `Who may not make a stream asks until it is there`() throws {
        var (setup, server) = (try Self.setup(), Server())
        setup.begin(readingStates: false)
        _ = setup.due(at: Self.start, inbox: "i", places: [])
        var lost = ServerAnswer()
        lost.errorCode = ServerAnswer.streamNotFound
        _ = setup.take(lost, number: setup.number, at: Self.start)
        let asked = setup.due(at: Self.start, inbox: "i", places: [])
        #expect(asked?.subject == "$JS.API.STREAM.CREATE.VL_s")
        let again = setup.due(at: Self.start + JoinSetup.pause, inbox: "i", places: [])
        #expect(again?.subject == "$JS.API.STREAM.INFO.VL_s", "nobody has answered")
        server.streams = ["VL_s", "VL_s=records"]
        #expect(Self.run(&setup, &server).count >= 1)
    }
}
