import Foundation
import TestSupport
import Testing

/// The linear view is killed at arbitrary moments: nothing is printed twice, and no command is lost.
@Suite struct ViewKillTests {
    private static let script =
        "# a comment\nsearch chess\nfly\nselect 1\nback\nlist 2-3\nmore\nsearch music\nselect 2\nback\nwhere\nquit\n"

    private static func run(seed: Int?) throws -> (result: Command.Result, kills: Int) {
        let killer = try seed.map { try Killer(of: "view", .seed($0)) }
        let slow = ["--fault", "slow=60ms"]
        let result = try AppSession("itunes", options: killer?.options ?? [], catalogOptions: slow).run(script)
        return (result, killer?.kills ?? 0)
    }

    /// Regression: of 80 random kills, 39 printed a screen twice and 2 lost a command.
    @Test func aViewThatIsKilledAtAnyMomentLosesAndRepeatsNothing() throws {
        let quiet = try Self.run(seed: nil)
        expect(quiet.result.status, equals: 65)
        expect(quiet.result.output, contains: "> quit")
        var kills = 0
        for seed in 1...5 {
            let disturbed = try Self.run(seed: seed)
            kills += disturbed.kills
            expect(disturbed.result.output, equals: quiet.result.output, "seed \(seed)")
            expect(disturbed.result.status, equals: quiet.result.status, "seed \(seed)")
        }
        #expect(kills >= 15, "\(kills) kills")
    }

    /// Regression: it printed the screen again, in 10 of 10 cases.
    @Test func aViewThatIsKilledWhileItIsIdlePrintsNothingAgain() throws {
        let session = try AppSession("itunes")
        let typed = try TypedSession(session)
        func view() throws -> pid_t? {
            try Command.run(["pgrep", "-P", "\(typed.process.pid)", "-x", "viperline-view"]).lines.first
                .flatMap { pid_t($0) }
        }
        typed.type("search chess\n")
        #expect(eventually { typed.screen.contains("★") })
        let before = typed.screen
        for _ in 1...3 {
            let victim = try require(view())
            kill(victim, SIGKILL)
            #expect(try eventually { try view().map { $0 != victim } ?? false })
        }
        typed.type("where\nquit\n")
        expect(typed.process.wait(), equals: 0)
        #expect(typed.screen.hasPrefix(before + "> where\n== App Store ==\nsearch: chess\n"))
        expect(typed.screen.components(separatedBy: " 1. ").count, equals: 2)
    }
}
