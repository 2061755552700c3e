import TestSupport
import Testing
import Wire

/// The user sees the same in MVVM as in VIPER, however far the view is behind, and whatever the bus skips.
@Suite struct TranscriptTests {
    private static let script = """
        search music
        preview 3
        more
        select 2
        press Open in the App Store
        select 1
        press next
        press next
        press previous
        back
        where
        back
        search    
        press OK
        search   jazz  
        search fail
        press Retry
        press Close
        more
        search nothing
        again
        select 1
        search pop
        select 1
        select 2
        back
        back
        back
        """

    @Test(arguments: 0..<100)
    func anyOrderIsOneTranscript(seed: Int) throws {
        var viper = MemorySession.viper()
        try viper.run(Self.script)
        expect(viper.status, equals: .badInput, "there is no page after the last")
        expect(viper.transcript, contains: "Screenshot 2 of 2")
        var mvvm = MemorySession.mvvm(seed: UInt64(seed))
        try mvvm.run(Self.script)
        expect(mvvm.transcript, equals: viper.transcript)
        expect(mvvm.status, equals: viper.status)
    }

    @Test(arguments: 0..<10)
    func theGreetingToo(seed: Int) throws {
        let script = "press Show greeting\npress Show greeting\nagain\nback\n"
        var viper = MemorySession.viper(root: "greeting")
        try viper.run(script)
        expect(viper.transcript, contains: "Hello David Blaine")
        var mvvm = MemorySession.mvvm(root: "greeting", seed: UInt64(seed))
        try mvvm.run(script)
        expect(mvvm.transcript, equals: viper.transcript)
    }

    /// Otherwise the tests above would prove little.
    @Test func someStatesAreSkipped() throws {
        let skipped = try (0..<10).map { seed in
            var session = MemorySession.mvvm(seed: UInt64(seed))
            try session.run(Self.script)
            return session.superseded
        }
        #expect(skipped.allSatisfy { $0 > 0 })
    }
}
