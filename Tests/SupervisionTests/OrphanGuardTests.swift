import Foundation
import Processes
import TestSupport
import Testing
import Wire

@testable import Supervision

@Suite struct OrphanGuardTests {
    private static func sleeper() throws -> pid_t {
        var launch = Launch(["/bin/sleep", "1000"])
        launch.group = .ownSession
        return try launch.start()
    }

    private static func hasEnded(_ pid: pid_t) -> Bool { waitpid(pid, nil, WNOHANG) == pid }

    /// Regression: if the guard and then the supervisor were killed, the session's processes survived.
    @Test(arguments: [false, true]) func whatItWatchesEndsWithIt(isKilledBefore: Bool) throws {
        StandardStream.ignoreBrokenPipes()
        let sleeper = try Self.sleeper()
        do {
            let orphanGuard = try OrphanGuard()
            #expect(!orphanGuard.replaceIfEnded())
            if isKilledBefore {
                let first = try #require(orphanGuard.pid)
                kill(first, SIGKILL)
                #expect(eventually { orphanGuard.replaceIfEnded() })
                #expect(orphanGuard.pid != first)
            }
            orphanGuard.watch([-sleeper, sleeper])
            #expect(!Self.hasEnded(sleeper))
        }
        #expect(eventually { Self.hasEnded(sleeper) })
    }

    /// If guards keep dying, the session stops starting new ones.
    @Test func isReplacedOnlySoOften() throws {
        StandardStream.ignoreBrokenPipes()
        let orphanGuard = try OrphanGuard()
        var replacements = 0
        while let pid = orphanGuard.pid, replacements < 100 {
            kill(pid, SIGKILL)
            #expect(eventually { orphanGuard.replaceIfEnded() || orphanGuard.pid == nil })
            replacements += 1
        }
        #expect(replacements < 100)
        orphanGuard.watch([])
    }
}
