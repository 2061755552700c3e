import Foundation
import TestSupport
import Testing

/// Kills roles of running sessions: the user's transcript must not change.
@Suite struct ChaosTests {
    struct Scene: CustomTestStringConvertible {
        let name: String, commands: String
        var testDescription: String { name }
    }

    static let scenes = [
        Scene(
            name: "itunes", commands: "search music\nselect 1\nselect 1\npress next\nback\nback\nsearch chess\nquit\n"),
        Scene(name: "github", commands: "search \nback\nsearch swift\nmore\nselect 1\nquit\n"),
        Scene(name: "youtube", commands: "more\nselect 2\nback\nmore\nquit\n"),
        Scene(name: "trafficlight", commands: "press Red\npress Green\npress Yellow\nquit\n"),
    ]

    private static func transcript(
        _ scene: Scene, killing victim: (service: String, event: String, number: Int)?, catalogOptions: [String] = []
    ) throws -> (text: String, wasKilled: Bool) {
        let killer = try victim.map { try Killer(of: $0.service, .after($0.number, of: $0.event)) }
        let result = try AppSession(scene.name, options: killer?.options ?? [], catalogOptions: catalogOptions).run(
            scene.commands, environment: ["BROWSER": "true"])
        return (result.output + "exit \(result.status)", killer?.kills == 1)
    }

    /// The transcripts of the undisturbed sessions, by scene.
    private static let quiet = Result {
        try scenes.reduce(into: [:]) { try $0[$1.name] = transcript($1, killing: nil).text }
    }

    @Test(arguments: scenes, ["fetcher", "presenter", "router"])
    func aKilledRoleIsNotMissed(scene: Scene, service: String) throws {
        let quiet = try require(Self.quiet.get()[scene.name])
        #expect(quiet.hasSuffix("exit 0"))
        var kills = 0
        for number in [2, 5, 9, 14] {
            let disturbed = try Self.transcript(scene, killing: (service, "type", number))
            kills += disturbed.wasKilled ? 1 : 0
            expect(disturbed.text, equals: quiet, "killed at \(number): \(Self.difference(disturbed.text, quiet))")
        }
        // A short session may end before the later events.
        #expect(kills >= 1)
    }

    /// Kills the view while it waits for an answer; `ViewKillTests` covers all other moments.
    @Test(arguments: scenes.dropLast(), [1, 2]) func aKilledViewIsNotMissed(scene: Scene, number: Int) throws {
        let quiet = try require(Self.quiet.get()[scene.name])
        let slow = ["--fault", "slow=700ms"]
        let disturbed = try Self.transcript(scene, killing: ("view", "interactor.input.", number), catalogOptions: slow)
        #expect(disturbed.wasKilled)
        expect(disturbed.text, equals: quiet, "\(Self.difference(disturbed.text, quiet))")
    }

    private static func difference(_ one: String, _ other: String) -> String {
        let same = zip(one, other).prefix { $0 == $1 }.count
        return
            "“\(one.dropFirst(max(0, same - 40)).prefix(160))” is “\(other.dropFirst(max(0, same - 40)).prefix(160))”"
    }
}
