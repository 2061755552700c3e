import Recording
import Wire

/// What any fetcher does, whatever its data: it answers each request once, with what it found or why not, in the request's own chain.
enum FetcherConformance {
    /// Pages of a list.
    private static let mostPages = 20
    private static let many = 20

    static let checks =
        CommonConformance.checks { dialogue, number, more in
            try expect(search(dialogue, number, more: more), chain: number, in: dialogue)
        } + [
            ConformanceCheck("finds items with ids of their own", .items) { dialogue in
                let ids = try items(dialogue).map { try id(of: $0, dialogue) }
                guard Set(ids).count == ids.count else {
                    throw dialogue.problem("ids \(ids)", "no two items have one id")
                }
            },
            ConformanceCheck("finds an item by its id", .items) { dialogue in
                guard let item = try items(dialogue).last else { return }
                let wanted = try id(of: item, dialogue)
                dialogue.send(
                    "interactor.input.lookup",
                    "{\"source\":\(dialogue.quoted(dialogue.subject.source)),\"id\":\(dialogue.quoted(wanted))}",
                    id: "p2", subject: "detail-2", correlation: "v2")
                let answer = try answer(dialogue)
                guard answer.type == "interactor.output.found",
                    answer.tree["items"]?.elements?.first?["id"]?.string == wanted
                else { throw dialogue.problem(answer, "found, with the item \(wanted)") }
            },
            ConformanceCheck("answers in the chain of the request", .chain) { dialogue in
                let answer = try search(dialogue, 1)
                try expect(answer, chain: 1, in: dialogue)
                guard answer.subject == "list-1" else {
                    throw dialogue.problem(answer, "the subject of the request, list-1")
                }
                dialogue.send("interactor.input.search", query(dialogue), id: "p2")
                let other = try Self.answer(dialogue)
                guard other.correlationID == "p2" else {
                    throw dialogue.problem(other, "the request's id as correlationid, since it has none")
                }
            },
            ConformanceCheck("answers a request with type and data only", .event) { dialogue in
                dialogue.send("interactor.input.search", query(dialogue))
                let answer = try answer(dialogue)
                guard answer.subject == nil else {
                    throw dialogue.problem(answer, "no subject, since the request has none")
                }
            },
            ConformanceCheck("answers each of \(many) requests once", .once) { dialogue in
                for number in 1...many { request(dialogue, number) }
                var open = Set((1...many).map { "v\($0)" })
                while !open.isEmpty {
                    let answer = try answer(dialogue)
                    guard open.remove(answer.correlation) != nil else {
                        throw dialogue.problem(answer, "one answer to each request; this one was answered before")
                    }
                }
                try nothingMore(dialogue)
            },
            ConformanceCheck("finishes its work at the end of input", .end) { dialogue in
                request(dialogue, 1)
                let events = try dialogue.finish()
                guard events.contains(where: { $0.correlation == "v1" }) else {
                    throw dialogue.problem("(no answer before its end)", "the answer to the last request")
                }
            },
            ConformanceCheck("answers a request for a source that it has not", .once) { dialogue in
                dialogue.send(
                    "interactor.input.search", #"{"source":"no.such.source","term":"x"}"#, id: "p1", correlation: "v1")
                try expect(try answer(dialogue), chain: 1, in: dialogue)
            },
            ConformanceCheck("does not find what is not there", .items) { dialogue in
                dialogue.send(
                    "interactor.input.lookup",
                    "{\"source\":\(dialogue.quoted(dialogue.subject.source)),\"id\":\"no such id, and never one\"}",
                    id: "p1",
                    correlation: "v1")
                let answer = try answer(dialogue)
                let found = answer.type == "interactor.output.failed" ? [] : answer.tree["items"]?.elements
                guard found?.isEmpty == true else { throw dialogue.problem(answer, "failed, or found without items") }
            },
            ConformanceCheck("answers a cancelled request once, and the cancel not at all", .cancel) { dialogue in
                request(dialogue, 1)
                dialogue.send("interactor.input.cancel", #"{"id":"v1"}"#, id: "p2", correlation: "v2")
                dialogue.send("interactor.input.cancel", #"{"id":"v9"}"#, id: "p3", correlation: "v3")
                request(dialogue, 4)
                let chains = try [answer(dialogue), answer(dialogue)].map(\.correlation).sorted()
                guard chains == ["v1", "v4"] else {
                    throw dialogue.problem("answers to \(chains.joined(separator: " and "))", "one to v1 and one to v4")
                }
                try nothingMore(dialogue)
            },
            ConformanceCheck("has an end of its pages, and no item twice", .batches) { dialogue in
                try pages(dialogue)
            },
        ]

    // MARK: - Requests

    private static func query(_ dialogue: ConformanceDialogue, cursor: JSONTree? = nil) -> String {
        let subject = dialogue.subject
        let next = cursor.map { ",\"cursor\":\($0.text)" } ?? ""
        return "{\"source\":\(dialogue.quoted(subject.source)),\"term\":\(dialogue.quoted(subject.term))\(next)}"
    }

    private static func request(
        _ dialogue: ConformanceDialogue, _ number: Int, cursor: JSONTree? = nil, more: String? = nil
    ) {
        dialogue.send(
            "interactor.input.search", query(dialogue, cursor: cursor), id: "p\(number)", subject: "list-\(number)",
            correlation: "v\(number)", more: more)
    }

    private static func search(
        _ dialogue: ConformanceDialogue, _ number: Int, cursor: JSONTree? = nil, more: String? = nil
    ) throws -> Event {
        request(dialogue, number, cursor: cursor, more: more)
        return try answer(dialogue)
    }

    // MARK: - Answers

    private static func answer(_ dialogue: ConformanceDialogue) throws -> Event {
        let event = try dialogue.next("an answer: interactor.output.found or failed (is each line flushed?)") {
            ["interactor.output.found", "interactor.output.failed", "interactor.output.got"].contains($0.type)
        }
        let data = event.tree
        if event.type == "interactor.output.found" {
            guard data["source"]?.string != nil else {
                throw dialogue.problem(event, "data.source, the source of the request")
            }
            guard data["items"]?.elements?.allSatisfy({ $0["id"]?.string != nil }) == true else {
                throw dialogue.problem(event, "data.items, a list of objects with the text \"id\"")
            }
        } else if event.type == "interactor.output.failed" {
            guard data["message"]?.string?.isEmpty == false, case .bool? = data["retryable"],
                data["kind"]?.string != nil
            else {
                throw dialogue.problem(
                    event, "data with the texts \"kind\" and \"message\", and \"retryable\": true or false")
            }
        }
        return event
    }

    private static func expect(_ answer: Event, chain number: Int, in dialogue: ConformanceDialogue) throws {
        guard answer.correlationID == "v\(number)" else {
            throw dialogue.problem(answer, "the correlationid of the request, v\(number)")
        }
        guard answer.causationID.map({ $0 == "p\(number)" }) ?? true else {
            throw dialogue.problem(answer, "the request's id as causationid, p\(number), or none")
        }
    }

    private static func items(_ dialogue: ConformanceDialogue) throws -> [JSONTree] {
        let answer = try search(dialogue, 1)
        guard let items = answer.tree["items"]?.elements, !items.isEmpty else {
            throw dialogue.problem(answer, "items; name a source and a term that finds something (--source, --term)")
        }
        return items
    }

    private static func id(of item: JSONTree, _ dialogue: ConformanceDialogue) throws -> String {
        guard let id = item["id"]?.string else { throw dialogue.problem(item.text, "an item with the text \"id\"") }
        return id
    }

    private static func nothingMore(_ dialogue: ConformanceDialogue) throws {
        if let event = try dialogue.finish().first { throw dialogue.problem(event, "no further answer") }
    }

    private static func pages(_ dialogue: ConformanceDialogue) throws {
        var answer = try search(dialogue, 1)
        var (seen, cursors): (Set<String>, [JSONTree]) = ([], [])
        for number in 2...mostPages {
            for item in answer.tree["items"]?.elements ?? [] {
                let id = try id(of: item, dialogue)
                guard seen.insert(id).inserted else {
                    throw dialogue.problem(answer, "no item twice; \(id) was on a page before")
                }
            }
            guard let cursor = answer.tree["cursor"], cursor != .null else { return }
            guard cursor.string != nil else { throw dialogue.problem(answer, "data.cursor is a text") }
            guard !cursors.contains(cursor) else {
                throw dialogue.problem(answer, "a cursor that leads on; \(cursor.text) was there before")
            }
            cursors.append(cursor)
            answer = try search(dialogue, number, cursor: cursor)
        }
    }
}
