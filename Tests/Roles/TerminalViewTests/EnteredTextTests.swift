import TestSupport
import Testing
import Wire

@testable import TerminalView

@Suite struct EnteredTextTests {
    @Test(arguments: [
        ([Array("ab".utf8), Array("c\n".utf8)], ["ab", "c\n"]),
        // A character that arrives in pieces is reported when it is complete.
        ([[0xC3], [0xA9]], [nil, "é"]), ([[0x61, 0xF0, 0x9F], [0x98], [0x80, 0x62]], ["a", nil, "😀b"]),
        // Invalid UTF-8 is reported at once.
        ([[0xFF], [0x80, 0x80, 0x80, 0x80]], ["\u{FFFD}", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"]),
        ([[0x1B, 0x5B, 0x41]], ["\u{1B}[A"]),
    ])
    func bytesBecomeText(chunks: [[UInt8]], texts: [String?]) throws {
        var entered = EnteredText()
        let told = try chunks.map { try entered.take($0)?.decode(ProcessOutput.Entered.self).text }
        expect(told, equals: texts)
    }
}
