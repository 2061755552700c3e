import Foundation
import Processes
import Testing

@Suite struct SignalPipeTests {
    @Test func signalsArriveAlsoWhenTheyWereBlocked() async {
        await #expect(processExitsWith: .success) {
            var mask = sigset_t()
            sigfillset(&mask)
            pthread_sigmask(SIG_BLOCK, &mask, nil)
            let signals = try SignalPipe([SIGUSR1, SIGTERM])
            try #require(signals.take() == [])
            // A signal to this thread has been handled when raise returns.
            for number in [SIGTERM, SIGUSR1, SIGTERM] { raise(number) }
            var ready = pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)
            try #require(poll(&ready, 1, 30_000) == 1)
            try #require(signals.take() == [SIGTERM, SIGUSR1, SIGTERM])
            try #require(signals.take() == [])
        }
    }
}
