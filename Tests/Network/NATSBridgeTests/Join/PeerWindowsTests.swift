import Platform
import JSON
import TestSupport
import Testing

@testable import NATSBridge

/// A join does not publish so much that a slow or absent peer could miss something.
struct PeerWindowsTests {
    private static let us = SenderID(name: "a", incarnation: "1") ?? .unknown
    private static let start = Instant.now

    private static func record(_ position: UInt64? = nil, takes: [String] = ["t"]) -> JoinRecord {
        var progress = JoinProgress()
        if let position {
            progress.note(
                LineOrigin(name: us.name, stream: "1", place: 1, incarnation: us.incarnation, position: position))
        }
        return JoinRecord(progress: progress, takes: takes)
    }

    private static func windows(_ names: [String] = ["b"], takes: [String] = ["t"]) -> PeerWindows {
        var windows = PeerWindows(sender: us, at: start)
        for name in names { windows.handle(record(takes: takes), of: name, at: start) }
        return windows
    }

    private static func append(_ count: Int, to windows: inout PeerWindows, from first: Int = 1, bytes: Int = 10) {
        for position in first..<first + count { windows.append(UInt64(position), type: "t.u", bytes: bytes) }
    }

    @Test func `A peer that takes nothing ends the flow, until it takes again`() {
        var windows = Self.windows(["b", "c"])
        Self.append(PeerWindows.mostLines - 1, to: &windows)
        #expect(windows.hasRoom)
        Self.append(1, to: &windows, from: PeerWindows.mostLines)
        expect(!windows.hasRoom && windows.full == ["b", "c"])
        windows.handle(Self.record(UInt64(PeerWindows.mostLines)), of: "b", at: Self.start)
        expect(!windows.hasRoom && windows.full == ["c"], "the slowest one counts")
        windows.handle(Self.record(UInt64(PeerWindows.mostLines)), of: "c", at: Self.start)
        #expect(windows.hasRoom)
    }

    @Test func `Long lines count by their bytes`() {
        var windows = Self.windows()
        Self.append(4, to: &windows, bytes: PeerWindows.mostBytes / 4)
        #expect(!windows.hasRoom)
    }

    @Test(arguments: [[], ["other"], ["t.other"]]) func `What a peer does not take is not waited for`(takes: [String]) {
        var windows = Self.windows(takes: takes)
        Self.append(2 * PeerWindows.mostLines, to: &windows)
        #expect(windows.hasRoom)
    }

    @Test func `A peer that takes other types now is not waited for with the old ones`() {
        var windows = Self.windows()
        Self.append(PeerWindows.mostLines, to: &windows)
        windows.handle(Self.record(takes: ["other"]), of: "b", at: Self.start)
        #expect(windows.hasRoom)
    }

    @Test func `A peer that is silent for a day is forgotten`() {
        var windows = Self.windows()
        Self.append(PeerWindows.mostLines, to: &windows)
        windows.forgetSilent(at: Self.start + PeerWindows.forgetsAfter - .seconds(1))
        #expect(!windows.hasRoom)
        windows.forgetSilent(at: Self.start + PeerWindows.forgetsAfter)
        #expect(windows.hasRoom)
    }

    @Test func `A peer that has ended is not waited for, and is again when it comes back`() {
        var windows = Self.windows()
        Self.append(PeerWindows.mostLines, to: &windows)
        windows.handle(JoinRecord(progress: JoinProgress(), takes: ["t"], hasLeft: true), of: "b", at: Self.start)
        #expect(windows.hasRoom)
        Self.append(PeerWindows.mostLines, to: &windows)
        #expect(windows.hasRoom)
        windows.handle(Self.record(), of: "b", at: Self.start)
        Self.append(PeerWindows.mostLines, to: &windows)
        #expect(!windows.hasRoom)
    }

    @Test func `A successor goes on with what was not taken`() throws {
        var windows = Self.windows()
        Self.append(PeerWindows.mostLines - 1, to: &windows)
        var snapshot = JoinSnapshot(incarnation: "1")
        snapshot.backlogs = windows.backlogs(upTo: .max)
        let kept = try JoinSnapshot(json: snapshot.json).backlogs
        var next = PeerWindows(sender: Self.us, backlogs: kept, at: Self.start)
        next.handle(Self.record(5), of: "b", at: Self.start)
        Self.append(1, to: &next, from: PeerWindows.mostLines)
        #expect(!next.hasRoom)
        next.handle(Self.record(UInt64(PeerWindows.mostLines)), of: "b", at: Self.start)
        #expect(next.hasRoom)
    }

    /// Regression: it was full with lines that only its predecessor had read, so it never read them, and nobody could take them.
    @Test func `A successor is not full with what it has to read first`() {
        var windows = Self.windows()
        Self.append(PeerWindows.mostLines, to: &windows)
        #expect(windows.backlogs(upTo: 0).isEmpty)
        let half = UInt64(PeerWindows.mostLines / 2)
        let kept = windows.backlogs(upTo: half)
        expect(kept["b"].map { $0.lines } == PeerWindows.mostLines / 2 && kept["b"].map { $0.position } == half)
        #expect(PeerWindows(sender: Self.us, backlogs: kept, at: Self.start).hasRoom)
    }

    @Test func `There are at most as many as joins are known`() {
        var windows = Self.windows((0...Peers.mostPeers).map { "p\($0)" })
        Self.append(PeerWindows.mostLines, to: &windows)
        expect(windows.full.count, equals: Peers.mostPeers)
    }
}
