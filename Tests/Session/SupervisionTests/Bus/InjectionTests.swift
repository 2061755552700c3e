import Composition
import Foundation
import TestSupport
import Testing
import Wire

@testable import Supervision

/// Events from outside the session.
@Suite struct InjectionTests {
    private static func inject(_ line: String, _ bench: SwitchboardTests.Bench) throws(InjectionRefusal) {
        try bench.board.inject(Array(line.utf8))
    }

    @Test(arguments: [
        (
            #"{"type":"view.output.didGoBack"}"#, "presenter",
            #"{"specversion":"1.0","type":"view.output.didGoBack","source":"viperline","id":"injected+1","injected":true,"data":{}}"#
        ),
        (
            #"{"id":"v-7","source":"view","data":{"a":1},"type":"view.output.didSearch","x":[]}"#, "ear",
            #"{"specversion":"1.0","type":"view.output.didSearch","source":"view","id":"v-7","x":[],"injected":true,"data":{"a":1}}"#
        ),
        (
            #"{"type":"view.input.show","injected":true}"#, "view",
            #"{"specversion":"1.0","type":"view.input.show","source":"viperline","id":"injected+1","injected":true,"data":{}}"#
        ),
    ])
    func whatIsInjectedIsMarkedAndComplete(line: String, receiver: String, expected: String) throws {
        let bench = SwitchboardTests.Bench()
        try Self.inject(line, bench)
        let outbox = bench.port(receiver).outgoing.outbox.unread().map {
            String(decoding: $0.dropLast(), as: UTF8.self)
        }
        expect(outbox, equals: [expected])
    }

    @Test(arguments: [
        (#"{"type":"nobody.x"}"#, InjectionRefusal.unreceived(type: "nobody.x")),
        (#"{"type":"view.output.x","source":"who"}"#, .unknownSource("who")),
        (
            #"{"type":"view.output.x","source":"presenter"}"#,
            .forbidden(type: "view.output.x", source: "presenter", because: nil)
        ),
        ("nonsense", .notAnEvent(.notAnObject, line: "nonsense")),
    ])
    func whatNobodyCouldHaveSentIsRefused(line: String, refusal: InjectionRefusal) throws {
        let bench = SwitchboardTests.Bench()
        #expect(throws: refusal) { try Self.inject(line, bench) }
        #expect(bench.board.ports.allSatisfy { $0.outgoing.outbox.count == 0 })
    }

    @Test func aRuleIsQuoted() {
        let rule = WiringRule(["view"], .sends, [MessagePattern("model.input")], because: "the view is passive")
        let bench = SwitchboardTests.Bench(rules: [rule])
        let refusal = #expect(throws: InjectionRefusal.self) {
            try Self.inject(#"{"type":"model.input.search","source":"view"}"#, bench)
        }
        expect(refusal?.description, equals: #"view may not send "model.input.search": the view is passive"#)
    }

    /// A service does not receive events that are injected in its own name.
    @Test func theNamedSourceDoesNotHearItself() throws {
        let services = ["one", "two"].map { name in
            var service = Service(name: name, command: ["x"])
            service.sends = [MessagePattern("a.output")]
            service.receives = [MessagePattern("a.output.x")]
            return service
        }
        let board = Switchboard(Composition(name: "test", services: services))
        try board.inject(Array(#"{"type":"a.output.x","source":"one"}"#.utf8))
        expect(board.ports.map { $0.outgoing.outbox.unread().count }, equals: [0, 1])
    }

    /// The mark must not make a line too long.
    @Test func whatGrowsPastTheLimitIsRefused() throws {
        let bench = SwitchboardTests.Bench(lineLimit: 100)
        #expect(throws: InjectionRefusal.self) { try Self.inject(#"{"type":"view.output.didGoBack","x":"yz"}"#, bench) }
        #expect(bench.board.ports.allSatisfy { $0.outgoing.outbox.count == 0 })
    }

    /// Only the bus sets the mark; an existing one is replaced.
    @Test(arguments: [
        #""injected":false"#, #""injected":"x""#, #""replayed":true"#, #""\u0069njected":false"#,
        #""injecte\u0064":1"#, #""\u0072eplayed":true"#,
    ])
    func aMarkStandsOnce(mark: String) throws {
        let bench = SwitchboardTests.Bench()
        try Self.inject("{\"type\":\"view.output.didGoBack\",\(mark)}", bench)
        let line = bench.port("presenter").outgoing.outbox.unread()[0]
        let event = try Event(line: line.span)
        #expect(!event.isReplayed)
        expect(String(decoding: line, as: UTF8.self).components(separatedBy: #""injected":true"#).count, equals: 2)
        expect(String(decoding: line, as: UTF8.self), lacks: "\\u")
    }

    /// Some readers ignore case, so they would see it twice.
    @Test(arguments: ["Injected", "INJECTED", "\\u0049njected", "Replayed", "CausationID", "causationSource", "Time"])
    func anAttributeInAnotherCaseIsRefused(name: String) {
        let bench = SwitchboardTests.Bench()
        #expect(throws: InjectionRefusal.self) {
            try Self.inject("{\"type\":\"view.output.didGoBack\",\"\(name)\":true}", bench)
        }
        #expect(bench.board.ports.allSatisfy { $0.outgoing.outbox.count == 0 })
    }

    /// Regression: a service could mark its own event.
    @Test(arguments: [
        #""injected":true"#, #""\u0069njected":true"#, #""source":"view","id":"v-1","injected":true"#,
        #""source":"view","id":"v-1","x":1,"injecte\u0064":true"#,
    ])
    func aServiceCannotStateThatItsEventWasInjected(members: String) throws {
        let bench = SwitchboardTests.Bench()
        bench.write(#"{"specversion":"1.0","type":"view.output.didGoBack",\#(members),"data":{}}"# + "\n")
        let line = String(decoding: try require(bench.port("presenter").outgoing.outbox.unread().first), as: UTF8.self)
        expect(!line.contains("injected") && !line.contains("\\u"), "\(line)")
    }
}
