import Foundation
import Processes
import TestSupport
import Testing
import Wire

@testable import Supervision

/// A connection to the control socket; the test controls how much the other end reads.
@Suite final class ControlClientTests {
    private let client: ControlClient
    private let theirs: Descriptor

    init() throws {
        StandardStream.ignoreBrokenPipes()
        var ends: [Int32] = [0, 0]
        try require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        let ours = Descriptor(owning: ends[0])
        theirs = Descriptor(owning: ends[1])
        ours.setNonBlocking()
        theirs.setNonBlocking()
        client = ControlClient(ours, id: 1, lineLimit: 100)
    }

    private func say(_ text: String) {
        let bytes = Array(text.utf8)
        expect(write(theirs.number, bytes, bytes.count), equals: bytes.count)
        client.read()
    }

    private func hear() -> String {
        var text: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        var count = 1
        while count > 0 {
            client.write()
            count = read(theirs.number, &chunk, chunk.count)
            text += chunk.prefix(max(0, count))
        }
        return String(decoding: text, as: UTF8.self)
    }

    private func nextLine() -> String? { client.nextLine().map { String(decoding: $0, as: UTF8.self) } }

    @Test func linesComeOneByOne() {
        say("one\ntw")
        expect(nextLine(), equals: "one")
        expect(nextLine(), equals: nil)
        say("o\n\nthree")
        expect([nextLine(), nextLine(), nextLine()], equals: ["two", "", nil])
        // A last line needs no LF.
        UnixSocket.endWriting(theirs.number)
        client.read()
        expect(client.isSilent && !client.isGone)
        expect([nextLine(), nextLine()], equals: ["three", nil])
        client.read()
        #expect(client.isGone, "silent, and readable: the other end is closed")
    }

    /// Of a line over the limit only the beginning arrives, which is not a request.
    @Test func aLongLineIsCut() throws {
        say(String(repeating: "x", count: 5000) + "\nnext\n")
        #expect(try #require(nextLine()).utf8.count < 5000)
        expect(nextLine(), equals: "next")
    }

    @Test func aClientThatIsBehindHasToReadFirst() {
        say("one\ntwo\n")
        expect(nextLine(), equals: "one")
        client.fail(String(repeating: "x", count: ControlClient.answerPatience))
        #expect(client.isBehind)
        expect(nextLine(), equals: nil)
        #expect(client.holdsRequests)
        #expect(hear().hasSuffix("\n"))
        expect(nextLine(), equals: "two")
        #expect(!client.holdsRequests)
    }

    /// Events that a slow reader misses are counted, and reported before the next one.
    @Test func missesAreCountedAndTold() {
        client.offer([UInt8](repeating: 0x0A, count: ControlClient.patience + 1), count: 1)
        #expect(client.isFull)
        client.offer(Array("lost\n".utf8), count: 2)
        client.miss(3)
        _ = hear()
        client.offer(Array("kept\n".utf8), count: 1)
        let text = hear()
        expect(text, lacks: "lost")
        #expect(text.hasSuffix("kept\n"))
        client.offer(Array("again\n".utf8), count: 1)
        expect(hear(), equals: "again\n", "told once")
    }

    @Test func fiveMissesAreOneWord() {
        client.miss(2)
        client.miss(3)
        client.offer(Array("kept\n".utf8), count: 1)
        let lines = hear().split(separator: "\n")
        expect(lines.count, equals: 2)
        expect(lines.first?.contains("5") == true && lines.last == "kept")
    }

    @Test func onlyAStreamHasAnEnd() {
        client.conclude()
        #expect(!client.hasOutput, "whoever asks gets answers only")
        client.purpose = .followingLog(LogFilter())
        client.conclude()
        expect(hear(), contains: "supervisor.output.ended")
    }

    @Test func aSenderIsToldHowManyArrived() {
        client.heardOut()
        #expect(!client.isLeaving, "it has sent nothing and may wait for an answer")
        client.purpose = .sending
        client.countSent()
        client.countSent()
        client.heardOut()
        #expect(client.isLeaving)
        expect(hear(), contains: #""count":2"#)
    }
}
