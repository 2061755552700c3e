import Platform
import JSON
import Testing
import Wire

@testable import NATSBridge

struct JoinBridgeTests {
    /// Another join's presence, on a bus that may be ours.
    private static func presence(on bus: String?, sends: [String], receives: [String]) throws -> NATSMessage {
        let sender = try #require(SenderID(name: "b", incarnation: "1"))
        var presence = Presence(
            sender: sender, service: "other", sends: sends, receives: receives, stored: 0, time: 1, heard: [:])
        presence.bus = bus
        return presence.message(to: "vlp.s.b")
    }

    private static func rig() throws -> BridgeRig<JoinBridge> {
        let session = try #require(SessionSubjects("s"))
        var settings = JoinSettings(session: session, name: "a", service: "net", incarnation: "1")
        (settings.sends, settings.receives) = ([MessagePattern("in")], [MessagePattern("out")])
        settings.bus = "bus1"
        var rig = BridgeRig(JoinBridge(settings, now: .now))
        rig.connect()
        return rig
    }

    @Test func `Two joins of one bus end where a line would go round for ever`() throws {
        let rows: [(bus: String?, sends: [String], receives: [String], isCircle: Bool)] = [
            ("bus1", [], ["in.x"], true), ("bus1", ["out"], [], true), ("bus1", ["in"], ["out"], false),
            ("bus1", ["other"], ["more"], false), ("bus2", ["out"], ["in"], false), (nil, ["out"], ["in"], false),
        ]
        for row in rows {
            var rig = try Self.rig()
            let heard = rig.take(
                .message(try Self.presence(on: row.bus, sends: row.sends, receives: row.receives)))
            #expect(heard.exit == (row.isCircle ? .usage : nil), "\(row)")
            #expect(heard.words.contains { $0.contains("on one bus") } == row.isCircle, "\(row)")
        }
    }
}
