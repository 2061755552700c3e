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
                let first = try require(orphanGuard.pid)
                kill(first, SIGKILL)
                #expect(eventually { orphanGuard.replaceIfEnded() })
                #expect(orphanGuard.pid != first)
            }
            orphanGuard.watch([-sleeper, sleeper])
            #expect(!Self.hasEnded(sleeper))
        }
        #expect(eventually { Self.hasEnded(sleeper) })
    }

    /// Regression: a token with a blank was cut, and the process that was being started at the supervisor's death lived
    /// on.
    @Test(arguments: ["/tmp/a folder", "/tmp/tab\tfeed\nend", "/tmp/*", "/tmp/back\\slash 'quote' é %20", "- 1"])
    func findsAProcessThatIsBeingStarted(folder: String) throws {
        StandardStream.ignoreBrokenPipes()
        let token = OrphanGuard.token(folder, 1)
        #expect(token.utf8.allSatisfy { (0x21...0x7E).contains($0) })
        #expect(token != OrphanGuard.token("\(folder) ", 1))
        var launch = Launch(["/bin/sleep", "1000"])
        launch.group = .ownSession
        launch.environment = [OrphanGuard.tokenVariable: token]
        let (sleeper, bystander): (pid_t, pid_t)
        do {
            let orphanGuard = try OrphanGuard()
            orphanGuard.watch([], starting: token)
            sleeper = try launch.start()
            launch.environment = [OrphanGuard.tokenVariable: OrphanGuard.token(folder, 2)]
            bystander = try launch.start()
        }
        #expect(eventually { Self.hasEnded(sleeper) })
        #expect(!Self.hasEnded(bystander))
        kill(bystander, SIGKILL)
        waitpid(bystander, nil, 0)
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
