import Platform
import TestSupport
import Testing

@testable import NATSBridge

/// A stream of one writer: what it holds, and what it answers.
private struct Stream {
    var messages: [NATSMessage] = []
    /// The next publications are refused with this.
    var refusal: APIError?

    /// The answers to messages, as the server would give them.
    mutating func store(_ published: [NATSMessage]) -> [(answer: ServerAnswer, round: Int, place: Int)] {
        published.map { message in
            let words = (message.reply ?? "").split(separator: ".")
            var answer = ServerAnswer()
            let expected = message[SentLines.expectedPlaceHeader].flatMap { Int($0) }
            let id = message[SentLines.expectedIDHeader]
            if let refusal {
                answer.error = refusal
                self.refusal = nil
            } else if expected != messages.count || id != nil && id != messages.last?[SentLines.idHeader] {
                answer.error = APIError(code: 400, number: 10071, description: "wrong last sequence: \(messages.count)")
            } else {
                messages.append(message)
                (answer.stream, answer.sequence) = ("S", messages.count)
            }
            return (answer, words.count > 2 ? Int(words[2]) ?? 0 : 0, words.count > 3 ? Int(words[3]) ?? 0 : 0)
        }
    }

    var texts: [String] {
        messages.map { String(decoding: $0.payload, as: UTF8.self).split(separator: "\n").joined(separator: "+") }
    }
    var stamps: [LineStamp] { messages.compactMap { $0[LineStamp.header].flatMap { LineStamp($0) } } }
}

struct SentLinesTests {
    private static let start = Instant.now
    private static let sender = SenderID(name: "a", incarnation: "1") ?? .unknown

    private static func lines(_ count: Int = 0, from first: Int = 1, after stored: UInt64? = nil) -> SentLines {
        let origin = stored.map { SentLines.Origin(id: "e\($0)", source: "role", position: $0) }
        var lines = SentLines(
            sender: sender, service: "net", bus: "b", stored: origin.map { ($0, [:]) })
        append(first..<first + count, to: &lines)
        return lines
    }

    private static func append(_ numbers: Range<Int>, to lines: inout SentLines, type: String = "t") {
        for number in numbers {
            _ = lines.append(
                Array("\(number)".utf8), subject: "vlj.s.a.\(type)", type: type, id: "e\(number)", source: "role")
        }
    }

    private static func publish(_ lines: inout SentLines, to stream: inout Stream, at now: Instant = start) {
        for _ in 0..<100 {
            let messages = lines.due(at: now, inbox: "i")
            guard !messages.isEmpty else { return }
            for message in messages { expect(message.reply?.hasPrefix("i.p."), equals: true) }
            handle(stream.store(messages), of: &lines, at: now)
        }
    }

    private static func handle(
        _ answers: [(answer: ServerAnswer, round: Int, place: Int)], of lines: inout SentLines, at now: Instant = start
    ) {
        for (answer, round, place) in answers { lines.handle(answer, round: round, place: place, stream: "S", at: now) }
    }

    @Test func `A few lines are a message each, more travel together by type`() {
        var (lines, stream) = (Self.lines(3), Stream())
        lines.didFind(last: 0, nil)
        Self.publish(&lines, to: &stream)
        expect(stream.texts == ["1", "2", "3"] && lines.isEmpty && lines.storedPosition == 3)
        Self.append(4..<20, to: &lines)
        Self.append(20..<22, to: &lines, type: "u")
        Self.append(22..<24, to: &lines)
        Self.publish(&lines, to: &stream)
        let first = (4..<20).map(String.init).joined(separator: "+")
        expect(stream.texts, equals: ["1", "2", "3", first, "20", "21", "22", "23"])
        expect(stream.stamps.map(\.count), equals: [1, 1, 1, 16, 1, 1, 1, 1])
        expect(stream.stamps.map(\.previous), equals: [0, 1, 2, 3, 0, 20, 19, 22])
        expect(stream.stamps.map(\.number), equals: [0, 1, 2, 3, 0, 1, 19, 20])
    }

    /// Without it, the lines behind a refused one would be stored before it.
    @Test func `When the server refuses a message, it refuses those behind it, and all come in order`() {
        var (lines, stream) = (Self.lines(5), Stream())
        lines.didFind(last: 0, nil)
        let messages = lines.due(at: Self.start, inbox: "i")
        var answers = stream.store(Array(messages[..<2]))
        stream.refusal = APIError(code: 503, number: 10077, description: "maximum bytes exceeded")
        answers += stream.store(Array(messages[2...]))
        Self.handle(answers, of: &lines)
        expect(stream.texts == ["1", "2"] && lines.trouble == "maximum bytes exceeded")
        expect(lines.due(at: Self.start, inbox: "i").isEmpty && !lines.isDoubting, "it rests")
        let later = Self.start + .seconds(1)
        expect(lines.due(at: later, inbox: "i").isEmpty && lines.isDoubting)
        lines.didFind(last: 2, stream.stamps.last)
        Self.publish(&lines, to: &stream, at: later)
        expect(stream.texts == ["1", "2", "3", "4", "5"] && lines.trouble == nil)
    }

    @Test func `A lost answer does not store a line twice`() {
        var (lines, stream) = (Self.lines(4), Stream())
        lines.didFind(last: 0, nil)
        _ = stream.store(lines.due(at: Self.start, inbox: "i"))
        lines.doubt()
        #expect(lines.doubts(4))
        lines.didFind(last: 4, stream.stamps.last)
        expect(lines.isEmpty && lines.stored?.origin.id == "e4")
        Self.append(5..<6, to: &lines)
        Self.publish(&lines, to: &stream)
        expect(stream.texts, equals: ["1", "2", "3", "4", "5"])
    }

    /// Bytes of a lost connection may reach the server after the new one's.
    @Test func `Publications of a lost connection change nothing, however they mix with the new ones`() {
        for cut in 0...6 {
            var (lines, stream) = (Self.lines(6), Stream())
            lines.didFind(last: 0, nil)
            let old = lines.due(at: Self.start, inbox: "i")
            lines.doubt()
            lines.didFind(last: 0, nil)
            let new = lines.due(at: Self.start, inbox: "i")
            _ = stream.store(Array(old[..<cut]))
            for place in new.indices {
                Self.handle(stream.store([new[place]]), of: &lines)
                if place + cut < old.count { _ = stream.store([old[place + cut]]) }
            }
            _ = stream.store(old)
            if lines.isDoubting { lines.didFind(last: stream.messages.count, stream.stamps.last) }
            Self.publish(&lines, to: &stream)
            expect(stream.texts, equals: ["1", "2", "3", "4", "5", "6"], "\(cut)")
        }
    }

    @Test func `Behind another session's lines, or in another stream, it goes on with what is not stored`() {
        var (lines, stream) = (Self.lines(2), Stream())
        stream.messages = [NATSMessage("x"), NATSMessage("x")]
        #expect(lines.doubts(2))
        lines.didFind(last: 2, LineStamp("other 900 1 0 0 b net"))
        Self.publish(&lines, to: &stream)
        expect(stream.texts, equals: ["", "", "1", "2"])
        stream = Stream()
        lines.doubt()
        Self.append(3..<4, to: &lines)
        #expect(!lines.doubts(0))
        lines.didFind(last: 0, nil)
        Self.publish(&lines, to: &stream)
        expect(stream.texts, equals: ["3"])
    }

    /// Regression: the third of our messages took the place that a stranger's two had left it, and the first two were lost.
    @Test(arguments: 0...4) func `Strangers' messages in the stream make no hole`(count: Int) {
        var (lines, stream) = (Self.lines(6), Stream())
        lines.didFind(last: 0, nil)
        var answers = stream.store(Array(lines.due(at: Self.start, inbox: "i")[..<2]))
        stream.messages += (0..<count).map { _ in NATSMessage("x") }
        Self.handle(answers, of: &lines)
        Self.append(7..<13, to: &lines)
        answers = stream.store(lines.due(at: Self.start, inbox: "i"))
        Self.handle(answers, of: &lines)
        if !lines.isDoubting { lines.doubt() }
        lines.didFind(last: stream.messages.count, stream.messages.last?[LineStamp.header].flatMap { LineStamp($0) })
        Self.publish(&lines, to: &stream)
        let texts = stream.texts.filter { !$0.isEmpty }.flatMap { $0.split(separator: "+") }
        expect(texts.map(String.init) == (1...12).map(String.init) || count == 0 && texts.count == 12)
    }

    @Test func `An answer that the server cannot have given is ignored`() {
        var lines = Self.lines(1)
        lines.didFind(last: 0, nil)
        _ = lines.due(at: Self.start, inbox: "i")
        var answer = ServerAnswer()
        (answer.stream, answer.sequence) = ("S", 7)
        lines.handle(answer, round: 0, place: 1, stream: "S", at: Self.start)
        (answer.stream, answer.sequence) = ("other", 1)
        lines.handle(answer, round: 0, place: 1, stream: "S", at: Self.start)
        (answer.stream, answer.sequence) = ("S", 1)
        lines.handle(answer, round: 0, place: Int.max, stream: "S", at: Self.start)
        lines.handle(answer, round: -1, place: 1, stream: "S", at: Self.start)
        expect(lines.count, equals: 1)
        lines.handle(answer, round: 0, place: 1, stream: "S", at: Self.start)
        #expect(lines.isEmpty)
    }

    @Test func `The pause grows, and silence counts as a refusal`() {
        var lines = Self.lines(1)
        lines.didFind(last: 0, nil)
        _ = lines.due(at: Self.start, inbox: "i")
        var now = Self.start
        for _ in 1...10 {
            now += SentLines.patience
            #expect(lines.due(at: now, inbox: "i").isEmpty)
            #expect(lines.trouble != nil)
            guard let next = lines.deadline else { break }
            #expect(next - now <= SentLines.longestPause)
            now = next
            expect(lines.due(at: now, inbox: "i").isEmpty && lines.isDoubting)
            lines.didFind(last: 0, nil)
            expect(lines.due(at: now, inbox: "i").count, equals: 1)
        }
    }

    @Test func `So many lines are on their way, and then the bus waits`() {
        #expect(!Self.lines(SentLines.mostLines).hasRoom)
        var lines = Self.lines(SentLines.mostLines - 1)
        #expect(lines.hasRoom)
        lines.didFind(last: 0, nil)
        let messages = lines.due(at: Self.start, inbox: "i")
        #expect(messages.allSatisfy { $0.payload.count <= SentLines.mostBytesTogether })
        expect(
            messages.compactMap { $0[LineStamp.header].flatMap { LineStamp($0)?.count } }.max(),
            equals: SentLines.mostTogether)
        var large = Self.lines()
        _ = large.append(
            [UInt8](repeating: 0, count: SentLines.mostBytes), subject: "s", type: "t", id: "1", source: "role")
        #expect(!large.hasRoom)
    }

    @Test func `A successor gives the same lines the same positions`() {
        var (lines, stream) = (Self.lines(2, after: 40), Stream())
        stream.messages = Array(
            repeating: NATSMessage("x", headers: [NATSHeader(SentLines.idHeader, "1.40")]), count: 40)
        lines.didFind(last: 40, LineStamp("1 40 1 0 0 b net"))
        Self.publish(&lines, to: &stream)
        expect(stream.stamps.map(\.position), equals: [41, 42])
    }

    @Test func `A line that the server must not store leaves an empty message in its place`() {
        var (lines, stream) = (Self.lines(20), Stream())
        _ = lines.append(
            Array("secret".utf8), subject: "vlj.s.a.t", type: "t", id: "e21", source: "role", isDirect: true)
        Self.append(22..<40, to: &lines)
        lines.didFind(last: 0, nil)
        Self.publish(&lines, to: &stream)
        expect(stream.texts.joined(), lacks: "secret")
        expect(stream.messages.count { $0[LineStamp.directHeader] != nil }, equals: 1)
        expect(stream.stamps.map(\.last).last == 39 && lines.isEmpty)
    }
}
