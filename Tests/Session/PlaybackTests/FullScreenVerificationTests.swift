import Foundation
import Playback
import Recording
import TestSupport
import Testing

/// A view recorded on a terminal is verified on a terminal, key by key.
@Suite struct FullScreenVerificationTests {
    @Test func theKeysArePressedAgain() throws {
        let folder = try TemporaryFolder()
        let cassette = folder.path + "/session.ndjson"
        let session = try AppSession("itunes", options: ["--record", cassette])
        let tmux = try session.onTerminal()
        try tmux.searchApps("chess")
        // Each preview is waited for, so that the reports come between the same keys again.
        try tmux.wait(for: "the first preview") { $0.contains("1/8") && $0.previewsSelection }
        try tmux.send("j")
        try tmux.wait(for: "the second preview") { $0.contains("2/8") && $0.previewsSelection }
        try tmux.send("Enter")
        try tmux.wait(for: "Open in the App Store")
        // A lone ESC; the following keys must not turn it into a sequence.
        try tmux.send("Escape")
        try tmux.wait(for: "2/8")
        try tmux.send("q")
        try tmux.wait(for: "ended with 0")

        let viperline = Products.executable("viperline")
        let verified = try Command.run([viperline, "verify", "view", cassette, "--patience", "30", "--trust"])
        expect(verified.status, equals: 0, "\(verified.output)")
        expect(verified.output, equals: "view: 5 outputs as recorded, to 10 inputs\n")

        let recorded = try folder.text(of: "session.ndjson")
        let bent = try folder.write(recorded.replacing("\"text\":\"j", with: "\"text\":\"jj"), to: "bent.ndjson").path
        let deviates = try Command.run([viperline, "verify", "view", bent, "--patience", "30", "--trust"])
        expect(deviates.status, equals: 1)
        expect(deviates.output, contains: " (subject apps-1) differs\n", "\(deviates.output)")
    }

    /// Regression: the kernel passes a key on later, so one that nobody had read counted as read at first.
    @Test func aKeyIsUnreadUntilItIsRead() throws {
        let keys = try TypedKeys(.init(columns: 80, rows: 24))
        #expect(keys.hasBeenRead)
        for _ in 1...200 {
            // A line, because nobody has told the terminal to pass on single keys.
            expect(keys.type("\n") && !keys.hasBeenRead)
            var byte: UInt8 = 0
            expect(read(keys.descriptors[0].ours, &byte, 1) == 1 && keys.hasBeenRead)
        }
    }
}
