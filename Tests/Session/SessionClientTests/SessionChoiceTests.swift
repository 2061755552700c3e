import SupervisorMessages
import TestSupport
import Testing

@testable import SessionClient

@Suite struct SessionChoiceTests {
    private static func session(_ name: String, _ pid: Int32) -> SupervisorOutput.Described {
        SupervisorOutput.Described(name: name, pid: pid, uptime: 0, folder: "", services: [])
    }

    private static let all = [session("itunes", 7), session("songs", 8), session("itunes", 9)]

    @Test(arguments: [("songs", 8), ("9", 9), ("7", 7)] as [(String, Int32)])
    func aSessionIsFoundByNameOrProcess(name: String, pid: Int32) throws {
        try expect(SessionChoice.choose(name, among: Self.all).pid, equals: pid)
    }

    @Test func theOnlySessionNeedsNoName() throws {
        try expect(SessionChoice.choose(nil, among: [Self.session("a", 1)]).pid, equals: 1)
        #expect(throws: SessionChoice.Failure.none) { try SessionChoice.choose(nil, among: []) }
        #expect(throws: SessionChoice.Failure.several(Self.all)) { try SessionChoice.choose(nil, among: Self.all) }
    }

    @Test func anUnclearNameIsNotGuessed() throws {
        #expect(throws: SessionChoice.Failure.several([Self.all[0], Self.all[2]])) {
            try SessionChoice.choose("itunes", among: Self.all)
        }
        #expect(throws: SessionChoice.Failure.notFound("x", there: Self.all)) {
            try SessionChoice.choose("x", among: Self.all)
        }
    }

    /// A session that does not answer still runs, so it is always mentioned.
    @Test func aSessionThatDoesNotAnswerIsNamed() throws {
        let one = [Self.session("songs", 8)]
        #expect(throws: SessionChoice.Failure.several(one, silent: [11])) {
            try SessionChoice.choose(nil, among: one, silent: [11])
        }
        #expect(throws: SessionChoice.Failure.silent(11)) { try SessionChoice.choose("11", among: one, silent: [11]) }
        #expect(throws: SessionChoice.Failure.silent(11)) { try SessionChoice.choose(nil, among: [], silent: [11]) }
        try expect(SessionChoice.choose("songs", among: one, silent: [11]).pid, equals: 8)
        #expect(
            "\(SessionChoice.Failure.several(one, silent: [11]))".hasSuffix(
                "songs (8), one that does not answer (11)"))
        expect("\(SessionChoice.Failure.silent(11))", contains: "kill -CONT 11")
    }

    /// The messages name what the user needs.
    @Test func failuresSayWhatToDo() {
        expect("\(SessionChoice.Failure.none)", contains: "viperline run NAME")
        expect(
            "\(SessionChoice.Failure.notFound("x", there: [Self.session("a", 1)]))",
            equals: "no session \"x\" is running; there are: a (1)")
    }
}
