import Recording
import Wire

/// The checks of any fetcher, whatever its data: it answers each request once, with what it found or why not, in the request's own chain.
enum FetcherConformance {
    /// Pages of a list.
    private static let mostPages = 20
    private static let many = 20
    /// Members of `found` that count.
    private static let counts = ["total", "unavailable", "unreadable"]

    static let checks =
        CommonConformance.checks { dialogue, number, more in
            request(dialogue, number, more: more)
            try answer(dialogue, chain: number)
        } + [
            ConformanceCheck("finds items with ids of their own", .items) { dialogue in
                let ids = try items(dialogue).map(id)
                try dialogue.expect(Set(ids).count == ids.count, "ids \(ids)", "no two items have one id")
            },
            ConformanceCheck("finds an item by its id", .items) { dialogue in
                let wanted = try items(dialogue).last.map(id) ?? ""
                dialogue.ask("interactor.input.lookup", lookup(dialogue, wanted), 2, subject: "detail-2")
                let answer = try answer(dialogue)
                let found = answer.tree["items"]?.elements?.first.map(id)
                try dialogue.expect(found == wanted, answer, "found, with the item \(wanted)")
            },
            ConformanceCheck("answers in the chain of the request", .chain) { dialogue in
                request(dialogue, 1)
                try answer(dialogue, chain: 1)
                dialogue.send("interactor.input.search", query(dialogue), id: "p2")
                let other = try answer(dialogue)
                try dialogue.expect(
                    other.correlationID == "p2", other, "the request's id as correlationid, since it has none")
            },
            ConformanceCheck("answers a request with type and data only", .event) { dialogue in
                dialogue.send("interactor.input.search", query(dialogue))
                let answer = try answer(dialogue)
                try dialogue.expect(answer.subject == nil, answer, "no subject, since the request has none")
            },
            ConformanceCheck("answers each of \(many) requests once", .once) { dialogue in
                for number in 1...many { request(dialogue, number) }
                var open = Set((1...many).map { "v\($0)" })
                while !open.isEmpty {
                    let answer = try answer(dialogue)
                    try dialogue.expect(
                        open.remove(answer.correlation) != nil, answer,
                        "one answer to each request; this one was answered before")
                }
                try nothingMore(dialogue)
            },
            ConformanceCheck("finishes its work at the end of input", .end) { dialogue in
                request(dialogue, 1)
                let isAnswered = try dialogue.finish().contains { $0.correlation == "v1" }
                try dialogue.expect(isAnswered, "(no answer before its end)", "the answer to the last request")
            },
            ConformanceCheck("answers a request for a source that it has not", .once) { dialogue in
                dialogue.ask("interactor.input.search", #"{"source":"no.such.source","term":"x"}"#, 1)
                try answer(dialogue, chain: 1)
            },
            ConformanceCheck("does not find what is not there", .items) { dialogue in
                dialogue.ask("interactor.input.lookup", lookup(dialogue, "no such id, and never one"), 1)
                let answer = try answer(dialogue)
                let found = answer.type == "interactor.output.failed" ? [] : answer.tree["items"]?.elements
                try dialogue.expect(found?.isEmpty == true, answer, "failed, or found without items")
            },
            ConformanceCheck("answers a cancelled request once, and the cancel not at all", .cancel) { dialogue in
                request(dialogue, 1)
                dialogue.ask("interactor.input.cancel", #"{"id":"v1"}"#, 2)
                dialogue.ask("interactor.input.cancel", #"{"id":"v9"}"#, 3)
                request(dialogue, 4)
                let chains = try [answer(dialogue), answer(dialogue)].map(\.correlation).sorted()
                try dialogue.expect(
                    chains == ["v1", "v4"], "answers to \(chains.joined(separator: " and "))",
                    "one to v1 and one to v4")
                try nothingMore(dialogue)
            },
            ConformanceCheck("has an end of its pages, and no item twice", .batches, pages),
        ]

    // MARK: - Requests

    private static func query(_ dialogue: ConformanceDialogue, cursor: JSONTree? = nil) -> String {
        var members: [JSONTree.Key: JSONTree] = [
            "source": .string(dialogue.subject.source), "term": .string(dialogue.subject.term),
        ]
        members["cursor"] = cursor
        return JSONTree.object(members).text
    }

    private static func lookup(_ dialogue: ConformanceDialogue, _ id: String) -> String {
        JSONTree.object(["source": .string(dialogue.subject.source), "id": .string(id)]).text
    }

    private static func request(
        _ dialogue: ConformanceDialogue, _ number: Int, cursor: JSONTree? = nil, more: String? = nil
    ) {
        dialogue.ask(
            "interactor.input.search", query(dialogue, cursor: cursor), number, subject: "list-\(number)", more: more)
    }

    // MARK: - Answers

    /// The next answer, with the members that any answer has.
    /// - Parameter number: the request that it must name.
    @discardableResult
    private static func answer(_ dialogue: ConformanceDialogue, chain number: Int? = nil) throws -> Event {
        let event = try dialogue.next("an answer: interactor.output.found or failed (is each line flushed?)") {
            ["interactor.output.found", "interactor.output.failed", "interactor.output.got"].contains($0.type)
        }
        if let number {
            try dialogue.expect(
                event.correlationID == "v\(number)", event, "the correlationid of the request, v\(number)")
            try dialogue.expect(
                [nil, "p\(number)"].contains(event.causationID), event,
                "the request's id as causationid, p\(number), or none")
        }
        let (data, request) = (event.tree, dialogue.request(of: event))
        if let request {
            try dialogue.expect(
                event.subject == request.subject, event,
                request.subject.map { "the subject of the request, \($0)" } ?? "no subject, since the request has none")
        }
        if event.type == "interactor.output.found" {
            let source = request?.data["source"]?.string ?? dialogue.subject.source
            try dialogue.expect(
                data["source"]?.string == source, event, "data.source, the source of the request, \(source)")
            try dialogue.expect(
                data["items"]?.elements?.allSatisfy { $0["id"]?.string != nil } == true, event,
                "data.items, a list of objects with the text \"id\"")
            for name in counts {
                let isCount = data[name].map { Int($0.text).map { $0 >= 0 } ?? false } ?? true
                try dialogue.expect(isCount, event, "data.\(name), if it is there, a number of 0 or more")
            }
        } else if event.type == "interactor.output.failed" {
            let hasMessage = data["message"]?.string?.isEmpty == false && data["kind"]?.string != nil
            let isFlag = [.bool(true), .bool(false)].contains(data["retryable"])
            try dialogue.expect(
                hasMessage && isFlag, event,
                "data with the texts \"kind\" and \"message\", and \"retryable\": true or false")
        }
        return event
    }

    private static func items(_ dialogue: ConformanceDialogue) throws -> [JSONTree] {
        request(dialogue, 1)
        let answer = try answer(dialogue)
        let items = answer.tree["items"]?.elements ?? []
        try dialogue.expect(
            !items.isEmpty, answer, "items; name a source and a term that finds something (--source, --term)")
        return items
    }

    /// The id that ``answer(_:chain:)`` has seen.
    private static func id(of item: JSONTree) -> String { item["id"]?.string ?? "" }

    private static func nothingMore(_ dialogue: ConformanceDialogue) throws {
        if let event = try dialogue.finish().first { try dialogue.expect(false, event, "no further answer") }
    }

    private static func pages(_ dialogue: ConformanceDialogue) throws {
        request(dialogue, 1)
        var answer = try answer(dialogue)
        var (seen, cursors): (Set<String>, [JSONTree]) = ([], [])
        for number in 2...mostPages {
            for id in (answer.tree["items"]?.elements ?? []).map(id) {
                try dialogue.expect(
                    seen.insert(id).inserted, answer, "no item twice; \(id) was on a page before")
            }
            guard let cursor = answer.tree["cursor"], cursor != .null else { return }
            try dialogue.expect(cursor.string != nil, answer, "data.cursor is a text")
            try dialogue.expect(
                !cursors.contains(cursor), answer, "a cursor that leads on; \(cursor.text) was there before")
            cursors.append(cursor)
            request(dialogue, number, cursor: cursor)
            answer = try Self.answer(dialogue)
        }
    }
}
