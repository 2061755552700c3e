import Testing

@testable import NATSBridge

/// Consumers under two names: at any moment, one that is there keeps what is not acknowledged.
struct JoinSetupTests {
    private static let start = ContinuousClock.now

    /// A server with one stream: the consumers that are there, and up to where they are acknowledged.
    private struct Server {
        var consumers: [String: Int]
        var log: [String] = []

        mutating func answer(_ request: NATSMessage) -> ServerAnswer {
            let words = request.subject.split(separator: ".")
            let name = words.count > 5 ? String(words[5]) : ""
            var answer = ServerAnswer()
            switch words.prefix(4).suffix(2).joined(separator: " ") {
            case "CONSUMER INFO":
                answer.acknowledged = consumers[name] ?? 0
                if consumers[name] == nil { answer.errorCode = ServerAnswer.consumerNotFound }
            case "CONSUMER CREATE":
                let text = String(decoding: request.payload, as: UTF8.self)
                let from = text.split(separator: "\"opt_start_seq\":").dropFirst().first?.prefix { $0.isNumber }
                consumers[name] = from.flatMap { Int($0) }.map { $0 - 1 } ?? 99
                log.append("create \(name) from \(from ?? "the end")")
            case "CONSUMER DELETE":
                if consumers.removeValue(forKey: name) == nil { answer.errorCode = ServerAnswer.consumerNotFound }
                log.append("delete \(name)")
            default: break
            }
            return answer
        }
    }

    private static func setup() -> JoinSetup? {
        SessionSubjects("s").map { session in
            JoinSetup(
                requests: StreamRequests(session: session, storage: .file),
                consumers: [(PatternConsumer.names("h=a"), "vl.s.a.>")], stateFilters: [], statesName: "h=x",
                storesStates: false)
        }
    }

    /// - Parameter most: requests after which the process dies.
    /// - Returns: the place of the name that is opened.
    private static func run(_ server: inout Server, readingAll: Bool, most: Int = 20) throws -> Int? {
        var setup = try #require(Self.setup())
        setup.begin(readingStates: false, readingAll: readingAll)
        var opened: Int?
        for _ in 0..<most {
            guard let request = setup.due(at: start, inbox: "i") else { break }
            let answer = server.answer(request)
            if case .opened(_, let name) = setup.take(answer, number: setup.number, at: start) { opened = name }
        }
        return setup.isDone ? opened : nil
    }

    @Test(
        arguments: [
            ([:], false, 0, ["h=a": 99]), (["h=a": 7], false, 1, ["h=a=": 7]), (["h=a=": 7], false, 0, ["h=a": 7]),
            (["h=a": 7, "h=a=": 9], false, 0, ["h=a": 9]), (["h=a": 7, "h=a=": 0], false, 1, ["h=a=": 7]),
            (["h=a": 7], true, 1, ["h=a=": 0]), ([:], true, 0, ["h=a": 0]),
        ] as [([String: Int], Bool, Int, [String: Int])])
    func `A consumer goes on where the other one was`(
        before: [String: Int], readsAll: Bool, name: Int, after: [String: Int]
    ) throws {
        var server = Server(consumers: before)
        let opened = try Self.run(&server, readingAll: readsAll)
        #expect(opened == name, "\(server.log)")
        #expect(server.consumers == after, "\(server.log)")
    }

    @Test(arguments: [false, true])
    func `Whenever it dies, what is not acknowledged is kept`(readsAll: Bool) throws {
        for most in 0..<8 {
            var server = Server(consumers: ["h=a": 7])
            _ = try Self.run(&server, readingAll: readsAll, most: most)
            #expect(server.consumers.values.contains { $0 <= 7 }, "died after \(most) requests: \(server.log)")
            _ = try Self.run(&server, readingAll: readsAll)
            #expect(Array(server.consumers.values) == [readsAll ? 0 : 7], "died after \(most) requests: \(server.log)")
        }
    }

    @Test func `Another consumer is made while the rest goes on`() throws {
        var setup = try #require(Self.setup())
        var server = Server(consumers: ["h=a": 7])
        setup.reopen(0)
        var outcome: JoinSetup.Outcome?
        while let request = setup.due(at: Self.start, inbox: "i") {
            outcome = setup.take(server.answer(request), number: setup.number, at: Self.start)
        }
        #expect(outcome == .opened(0, name: 1) && setup.isDone)
        #expect(server.log == ["delete h=a=", "create h=a= from 1", "delete h=a"])
    }
}
