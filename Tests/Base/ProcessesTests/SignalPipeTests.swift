import Foundation
import Platform
import Processes
import TestSupport
import Testing

@Suite struct SignalPipeTests {
    /// Uses signals that no other test needs, because handlers belong to the whole process.
    @Test func signalsArriveAlsoWhenTheyWereBlocked() throws {
        var mask = sigset_t()
        sigfillset(&mask)
        var before = sigset_t()
        pthread_sigmask(SIG_BLOCK, &mask, &before)
        let signals = try SignalPipe([SIGUSR1, SIGUSR2])
        defer {
            for number in [SIGUSR1, SIGUSR2] { SignalPipe.uninstall(number) }
            pthread_sigmask(SIG_SETMASK, &before, nil)
        }
        expect(signals.take(), equals: [])
        // When raise returns, the signal to this thread has been handled.
        for number in [SIGUSR2, SIGUSR1, SIGUSR2] { raise(number) }
        #expect(PollSet.isReady(signals.descriptor, within: .milliseconds(30_000)))
        expect(signals.take(), equals: [SIGUSR2, SIGUSR1, SIGUSR2])
        expect(signals.take(), equals: [])
    }
}
