import JSON
import Platform
import TestSupport
import Testing
import Wire

@testable import NATSBridge

struct JoinBridgeTests {
    private static let secret = String(repeating: "S", count: Token.length)
    private static let other = String(repeating: "O", count: Token.length)

    private static func rig(isAlone: Bool = false) throws -> BridgeRig<JoinBridge> {
        var settings = JoinSettings(
            session: try require(SessionSubjects("s")), name: "a", service: "net", incarnation: "1")
        (settings.sends, settings.receives) = ([MessagePattern("in")], [MessagePattern("out")])
        (settings.bus, settings.isAlone, settings.secrets) = ("bus1", isAlone, Self.secret + Self.other)
        var rig = BridgeRig(JoinBridge(settings, now: .now))
        rig.take(.started)
        return rig
    }

    /// Answers each request as a server without contents would.
    private static func answer(_ effects: [BridgeEffect], _ rig: inout BridgeRig<JoinBridge>) {
        var effects = effects
        for _ in 0..<100 where !effects.isEmpty {
            var more: [BridgeEffect] = []
            for message in effects.published("$JS.API.") {
                let text =
                    message.subject.contains("STREAM.INFO") || message.subject.contains("STREAM.CREATE")
                    ? #"{"created":"now","state":{"first_seq":1,"last_seq":0}}"# : #"{"num_pending":0}"#
                if message.subject.contains("MSG.NEXT") { continue }
                more += rig.receive(message.reply ?? "", [], text)
            }
            effects = more
        }
    }

    /// Regression: a presence that repeated what this join says about its bus ended it.
    @Test func `No announcement of another join ends this one`() throws {
        var rig = try Self.rig()
        Self.answer(rig.connect(), &rig)
        for sends in [["in"], ["out"], ["in", "out"]] {
            for name in ["b", "a"] {
                var presence = Presence(name: name, incarnation: "1", sends: sends, receives: sends, time: 1)
                presence.reads = ["a", "b"]
                let effects = rig.take(.message(presence.message(to: "vlp.s.\(name)")))
                expect(effects.exit, equals: nil)
            }
        }
    }

    /// Regression: whoever knew the join's incarnation, which it shows to all, could answer in the server's name.
    @Test func `The inbox is known to the server alone`() throws {
        var rig = try Self.rig()
        let effects = rig.take(.started) + rig.connect()
        let secret = "_INBOX.vl.s.a.\(Self.secret)."
        #expect(effects.published("$JS.API.").allSatisfy { $0.reply?.hasPrefix(secret) == true })
        for message in effects.published("vl") where message.reply == nil {
            expect(!message.text.contains(Self.secret) && !message.text.contains(Self.other))
        }
    }

    @Test func `A join that is alone is ready when its streams exist`() throws {
        var rig = try Self.rig(isAlone: true)
        let effects = rig.connect()
        Self.answer(effects, &rig)
        let later = rig.pass(.milliseconds(30))
        #expect(
            later.contains {
                if case .write(let line) = $0 {
                    String(decoding: line, as: UTF8.self).contains("process.output.ready")
                } else {
                    false
                }
            })
    }

    @Test func `Nothing that arrives from the network is a trap`() throws {
        var rig = try Self.rig(isAlone: true)
        Self.answer(rig.connect(), &rig)
        let subjects = ["p", "s", "t", "u", "c", "r", "records", "k", "n", "m", "d", "staten", "statem", "x"].flatMap {
            purpose in
            ["0.0", "-1.-1", "9223372036854775807.9223372036854775807", "1.0.m", "1.0.stream", "x.y"].map {
                "_INBOX.vl.s.a.\(Self.secret).\(purpose).\($0)"
            }
        }
        for subject in subjects + [
            "_INBOX.vl.s.a.\(Self.other).d.1.0", "_INBOX.vl.s.a.\(Self.other).d.9.9", "vlj.s.b.in.x", "vla.s.b",
            "vlp.s.b",
        ] {
            for text in [
                "", "{}", #"{"error":{"code":500}}"#,
                #"{"seq":-9223372036854775808,"state":{"last_seq":9223372036854775807}}"#,
            ] {
                for reply in [nil, "$JS.ACK.a.b.1.1.1.1.0", "$JS.ACK.VL_s=b.a=x.1.9223372036854775807.1.1.1"] {
                    expect(
                        rig.take(.message(NATSMessage(subject, reply: reply, payload: Array(text.utf8)))).exit,
                        equals: nil)
                }
            }
        }
    }
}
