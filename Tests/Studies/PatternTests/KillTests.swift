import TestSupport
import Testing

/// Kills each service of each pattern: the user's transcript does not change.
@Suite struct KillTests {
    private static func run(
        _ pattern: PatternCase, _ script: String, killing service: String? = nil, at moment: Killer.Moment = .after(1)
    ) throws -> (text: String, kills: Int) {
        let killer = try service.map { try Killer(of: $0, moment, view: pattern.view) }
        let slow = ["--fault", "slow=60ms"]
        let session = try pattern.session(options: killer?.options ?? [], catalogOptions: slow)
        let result = try Command.run(session.arguments, input: script, environment: session.environment)
        return (result.output + "exit code \(result.status)", killer?.kills ?? 0)
    }

    @Test(arguments: PatternCase.all) func aKilledServiceIsNotMissed(in pattern: PatternCase) throws {
        let script = "search music\nselect 1\nselect 1\npress next\nback\nback\nsearch chess\nquit\n"
        let quiet = try Self.run(pattern, script).text
        #expect(quiet.hasSuffix("exit code 0"))
        for service in pattern.services {
            var kills = 0
            for number in [2, 7] {
                let disturbed = try Self.run(pattern, script, killing: service, at: .after(number))
                kills += disturbed.kills
                expect(disturbed.text, equals: quiet, "\(service) killed after \(number)")
            }
            #expect(kills >= 1, "\(service)")
        }
    }

    /// Where a role runs in the view's process, the two die at any moment and go on together.
    @Test(arguments: PatternCase.all.filter(\.hostsARole))
    func aViewWithARoleLosesAndRepeatsNothing(in pattern: PatternCase) throws {
        let script =
            "# a comment\nsearch chess\nfly\nselect 1\nback\nlist 2-3\nmore\nsearch music\nselect 2\nback\nwhere\nquit\n"
        let quiet = try Self.run(pattern, script).text
        expect(quiet, contains: "> quit")
        var kills = 0
        for seed in 1...3 {
            let disturbed = try Self.run(pattern, script, killing: pattern.view, at: .seed(seed))
            kills += disturbed.kills
            expect(disturbed.text, equals: quiet, "seed \(seed)")
        }
        #expect(kills >= 6, "\(kills) kills")
    }

    /// A web page opens once, even if the process that opens it is killed by what it has started.
    @Test(arguments: PatternCase.all) func noPageOpensTwice(in pattern: PatternCase) throws {
        let session = try pattern.session()
        let browser = try session.folder.writeProgram("echo \"$1\" >> \"$OUT\"; kill -9 $PPID", to: "browser")
        let result = try session.run(
            "search music\nselect 1\npress \"Open in the App Store\"\nback\nquit\n",
            environment: ["BROWSER": browser, "OUT": session.folder.path + "/opened"])
        expect(session.text(of: "opened").split(separator: "\n").count, equals: 1)
        expect(result.output, contains: "> back\n== App Store ==\nsearch: music", "\(result.output)")
        let isTold = result.output.contains("opened https://") || result.output.contains("it may be open already")
        #expect(isTold, "\(result.output)")
    }
}
