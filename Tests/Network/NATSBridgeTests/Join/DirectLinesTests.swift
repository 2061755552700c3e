import Platform
import TestSupport
import Testing

@testable import NATSBridge

struct DirectLinesTests {
    private static let start = Instant.now
    private static let sender = SenderID(name: "a", incarnation: "1") ?? .unknown

    private static func line(_ number: Int, size: Int = 1) throws -> BusLine {
        let pad = String(repeating: "x", count: size)
        return try BusLine(
            Array(#"{"type":"view.output.didSubmit","data":{"secrets":{"n":"\#(number)\#(pad)"}}}"#.utf8))
    }

    private static func ask(
        _ lines: DirectLines, _ payload: String, type: String = "view.output.didSubmit", reply: String = "_INBOX.d.1"
    ) -> String? {
        let request = NATSMessage("vld.s.a.\(type)", reply: reply, payload: Array(payload.utf8))
        let answer = lines.answer(request, type: type[...], from: sender)
        return answer.map { $0[DirectLines.goneHeader] == nil ? $0.text : "gone" }
    }

    @Test(arguments: [
        (#"{"type":"view.output.didSubmit","data":{"values":{},"secrets":{"p":"x"}}}"#, true),
        (#"{"type":"other.output.didSubmit","data":{"s\u0065crets":{"p":"x"}}}"#, true),
        (#"{"type":"view.output.didSubmit","data":{"values":{"secrets":"x"}}}"#, false),
        (#"{"type":"view.output.didSelect","data":{"secrets":{"p":"x"}}}"#, false),
        (#"{"type":"view.output.didSubmit"}"#, false),
    ])
    func `A submitted form with secrets is one`(line: String, isSecret: Bool) throws {
        expect(DirectLines.isSecret(try BusLine(Array(line.utf8))), equals: isSecret)
    }

    /// The subject of a request has the type, because a server permits types.
    @Test func `A line is given to whoever may receive its type, and no other`() throws {
        var lines = DirectLines()
        lines.append(try Self.line(7), at: 7, Self.start)
        expect(Self.ask(lines, "1 7")?.contains(#""n":"7x""#), equals: true)
        expect(Self.ask(lines, "1 7", type: "view.output.didSelect"), equals: "gone")
        expect(Self.ask(lines, "1 8") == "gone" && Self.ask(lines, "2 7") == "gone")
        expect(Self.ask(lines, "1 99999999999999999999") == nil && Self.ask(lines, "") == nil)
        expect(Self.ask(lines, "1 7", reply: "vlj.s.b.x"), equals: nil, "it would rest at the server")
    }

    @Test func `So many are kept for so long`() throws {
        var lines = DirectLines()
        for number in 1...DirectLines.mostLines + 1 {
            lines.append(try Self.line(number), at: UInt64(number), Self.start)
        }
        expect(Self.ask(lines, "1 1") == "gone" && Self.ask(lines, "1 2") != "gone")
        lines.append(try Self.line(99, size: DirectLines.mostBytes - 200), at: 99, Self.start)
        expect(Self.ask(lines, "1 99") != "gone" && Self.ask(lines, "1 2") == "gone")
        lines.forgetOld(at: Self.start + DirectLines.keepsFor)
        expect(Self.ask(lines, "1 99"), equals: "gone")
    }
}
