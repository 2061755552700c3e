import Foundation
import TestSupport
import Testing

/// A program that does not end delays its own source, and no other one.
@Suite struct SlowProgramTests {
    private let program: FetcherProgram

    init() throws {
        program = try FetcherProgram()
        try program.folder.write(
            """
            sources:
              endless:
                url: https://api.example/itunes/search?term={term}
                answer: 'def f: f; f'
              sound:
                url: https://api.example/itunes/search?term={term}
                answer: '{items: [.results[] | {id: .trackId, name: .trackName}]}'
              unasked:
                url: https://api.example/itunes/search
                body: 'def f: f; f | $term'
                answer: .
              echo:
                url: https://api.example/echo
                body: '{q: $term}'
                answer: '{items: [{id: .body}]}'
            scenes: {s: {search: sound, row: .name}}
            """, to: "app.yaml")
    }

    private func search(_ source: String, _ id: String) -> String {
        #"{"type":"interactor.input.search","source":"t","id":"\#(id)","data":{"source":"\#(source)","term":"\#(id)"}}"#
    }

    /// The answers as `ID TYPE`, in their order.
    private func answers(_ requests: [String], _ options: [String] = []) throws -> [String] {
        let result = try program.run(
            ["--application", "app.yaml"] + options, input: requests.joined(separator: "\n"),
            environment: ["VIPERLINE_BASE_URLS": "api.example=\(program.upstream.base)"])
        expect(result.status, equals: 0, "\(result.diagnostics)")
        return try result.lines.map { line in
            let event = try JSONValue(line)
            return "\(event["causationid"].text) \(event["type"].text.split(separator: ".").last ?? "")"
        }
    }

    /// Both where it reads an answer and where it makes a request.
    @Test func aLoopingProgramStopsItsOwnSourceOnly() throws {
        let answers = try answers([
            search("endless", "e1"), search("endless", "e2"), search("unasked", "e3"), search("sound", "s1"),
            search("sound", "s2"), search("echo", "s3"),
        ])
        expect(answers.prefix(3).sorted(), equals: ["s1 found", "s2 found", "s3 found"], "\(answers)")
        expect(answers.dropFirst(3).sorted(), equals: ["e1 failed", "e2 failed", "e3 failed"], "\(answers)")
    }

    @Test func theOrderIsKept() throws {
        let answers = try answers(
            [search("endless", "e1"), search("sound", "s1"), search("echo", "s2")], ["--ordered"])
        expect(answers, equals: ["e1 failed", "s1 found", "s2 found"])
    }

    /// An interrupt waits for what is under way; requests that have still to be made are not.
    @Test func anInterruptDropsProgramsThatHaveNotBegun() throws {
        let live = try LiveProgram(["--application", program.folder.path + "/app.yaml"])
        for number in 1...10 { live.send(search("unasked", "e\(number)")) }
        // The answer to this one shows that those before it have been read.
        live.send(search("absent", "a"))
        expect(live.receive(), contains: "there is no such source")
        live.interrupt()
        let answers = (1...10).map { _ in live.receive() }
        #expect(answers.count { $0.contains(#""kind":"cancelled""#) } >= 8, "\(answers)")
        _ = live.wait()
    }

    @Test func whatIsCancelledIsAnsweredOnce() throws {
        let cancel = #"{"type":"interactor.input.cancel","source":"t","id":"c","data":{"id":"e1"}}"#
        let requests = [search("unasked", "e1"), search("unasked", "e2"), cancel, search("sound", "s1")]
        try expect(answers(requests), equals: ["e1 failed", "s1 found", "e2 failed"])
    }
}

extension JSONValue {
    fileprivate var text: String { if case .string(let text) = self { text } else { "" } }
}
