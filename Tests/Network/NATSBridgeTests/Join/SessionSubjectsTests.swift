import Testing
import Wire

@testable import NATSBridge

struct SessionSubjectsTests {
    @Test(arguments: ["", ".", "a.", ".a", "a..b", "a b", "a*", ">", "é", "a/b", String(repeating: "a", count: 129)])
    func `What cannot be subjects is no session`(name: String) {
        #expect(SessionSubjects(name) == nil)
    }

    @Test(arguments: [
        ("view.input", "vl.a.b.view.input.>", "h=view=input", "vls.a.b.view.input.>"),
        ("view.input.*", "vl.a.b.view.input.>", "h=view=input", "vls.a.b.view.input.>"),
        ("view.input.show", "vl.a.b.view.input.show", "h=view=input=show", "vls.a.b.view.input.show.*"),
        ("*", "vl.a.b.>", "h=all", "vls.a.b.>"),
    ])
    func `A pattern is a filter`(pattern: String, filter: String, consumer: String, states: String) throws {
        let session = try #require(SessionSubjects("a.b"))
        #expect(session.filter(of: MessagePattern(pattern)) == filter)
        #expect(session.consumer(of: "h", for: MessagePattern(pattern)) == consumer)
        #expect(session.stateFilter(of: MessagePattern(pattern)) == states)
        #expect(session.stream == "VL_a=b" && session.statesStream == "VL_a=b=states")
    }

    @Test(arguments: ["a b", "a..b", "view.input.>", "a*", "", "é.a"])
    func `A type that cannot be a subject is none`(type: String) throws {
        let session = try #require(SessionSubjects("s"))
        #expect(session.subject(of: type) == nil)
        #expect(session.stateSubject(of: type, key: nil) == nil)
        #expect(session.filter(of: MessagePattern(type)) == nil || type == "a*")
    }

    @Test func `A state's subject is one token, and no two are the same`() throws {
        let session = try #require(SessionSubjects("s"))
        let keys = ["", "_", "apps-1", "a.b", "a_2eb", "a b", ">", "*", "é", "_5f"]
        let subjects = keys.compactMap { session.stateSubject(of: "t", key: $0) }
        #expect(Set(subjects).count == keys.count)
        #expect(subjects.allSatisfy { $0.split(separator: ".").count == 4 })
        #expect(session.stateSubject(of: "t", key: String(repeating: "a", count: 201)) == nil)
    }

    @Test func `The type is read from the subject`() throws {
        let session = try #require(SessionSubjects("s"))
        #expect(session.type(of: "vl.s.view.input.show") == "view.input.show")
        #expect(session.type(of: "vl.t.view.input.show") == nil)
    }
}
