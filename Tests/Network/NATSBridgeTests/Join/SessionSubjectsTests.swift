import TestSupport
import Testing
import Wire

@testable import NATSBridge

struct SessionSubjectsTests {
    @Test(arguments: ["", ".", "a.", ".a", "a..b", "a b", "a*", ">", "é", "a/b", String(repeating: "a", count: 129)])
    func `What cannot be subjects is no session`(name: String) {
        expect(SessionSubjects(name), equals: nil)
    }

    @Test(arguments: [
        ("view.input", "vlj.a=b.h.view.input.>", "vls.a=b.h.view.input.>"),
        ("view.input.*", "vlj.a=b.h.view.input.>", "vls.a=b.h.view.input.>"),
        ("view.input.show", "vlj.a=b.h.view.input.show", "vls.a=b.h.view.input.show.*"),
        ("*", "vlj.a=b.h.>", "vls.a=b.h.>"),
    ])
    func `A pattern is a filter`(pattern: String, filter: String, states: String) throws {
        let session = try require(SessionSubjects("a.b"))
        expect(session.filter(of: MessagePattern(pattern), from: "h"), equals: filter)
        expect(session.stateFilter(of: MessagePattern(pattern), from: "h"), equals: states)
        expect(session.stream(of: "h") == "VL_a=b=h" && session.statesStream(of: "h") == "VL_a=b=h==states")
    }

    /// Regression: the session `a` had subjects of the session `a.b`, and the server refused the second one's stream.
    @Test func `No session contains another, and no stream has two uses`() throws {
        let sessions = try ["a", "a.b", "a.b.c"].map { try require(SessionSubjects($0)) }
        for one in sessions {
            for other in sessions where other != one {
                #expect(!other.lines(of: "h").hasPrefix("\(one.lines(of: "b").dropLast())"))
                #expect(!other.presence(of: "h").hasPrefix("\(one.presence(of: "b"))."))
            }
        }
        let names = ["a", "b", "c", "records", "states"]
        let streams = sessions.flatMap { session in
            [session.recordsStream] + names.flatMap { [session.stream(of: $0), session.statesStream(of: $0)] }
        }
        expect(Set(streams).count, equals: streams.count)
    }

    @Test(arguments: ["a b", "a..b", "view.input.>", "a*", "", "é.a"])
    func `A type that cannot be a subject is none`(type: String) throws {
        let session = try require(SessionSubjects("s"))
        expect(session.subject(of: type, from: "h"), equals: nil)
        expect(session.stateSubject(of: type, key: nil, from: "h"), equals: nil)
        expect(session.filter(of: MessagePattern(type), from: "h") == nil || type == "a*")
    }

    @Test func `A state's subject is one token, and no two are the same`() throws {
        let session = try require(SessionSubjects("s"))
        let keys = ["", "_", "apps-1", "a.b", "a_2eb", "a b", ">", "*", "é", "_5f"]
        let subjects = keys.compactMap { session.stateSubject(of: "t", key: $0, from: "h") }
        expect(Set(subjects).count, equals: keys.count)
        #expect(subjects.allSatisfy { $0.split(separator: ".").count == 5 })
        expect(session.stateSubject(of: "t", key: String(repeating: "a", count: 201), from: "h"), equals: nil)
    }

    @Test func `The type is read from the subject`() throws {
        let session = try require(SessionSubjects("s"))
        expect(session.type(of: "vlj.s.h.view.input.show", from: "h"), equals: "view.input.show")
        expect(session.type(of: "vlj.s.i.view.input.show", from: "h"), equals: nil)
        let state = try require(session.stateSubject(of: "view.input.show", key: "a.b", from: "h"))
        expect(session.stateType(of: state, from: "h"), equals: "view.input.show")
        expect(session.stateType(of: "vls.s.h.x", from: "h") == nil && session.recorded("vla.s.a.b") == nil)
    }
}
