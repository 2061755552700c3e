import TestSupport
import Testing
import Wire

@testable import NATSBridge

struct SessionSubjectsTests {
    @Test(arguments: [
        ("view.input", ["view.input", "view.input.>"]), ("view.input.*", ["view.input", "view.input.>"]),
        ("view.input.show", ["view.input.show", "view.input.show.>"]), ("*", [">"]), ("a b", []), ("é.a", []),
    ])
    func `A pattern is the subjects of its types`(pattern: String, ends: [String]) {
        expect(MessagePattern(pattern).subjectEnds, equals: ends)
    }

    /// Regression: the session `a` had subjects of the session `a.b`.
    @Test func `No session contains another`() throws {
        let sessions = try ["a", "a.b", "a.b.c"].map { SessionSubjects(try require(SubjectName($0))) }
        for one in sessions {
            for other in sessions where other != one {
                let subject = other.subject(of: "t", from: "g", to: "h")
                expect(one.address(subject, to: "h"), equals: nil)
                expect(one.acknowledger(other.acknowledgement(by: "g", to: "h"), to: "h"), equals: nil)
                expect(one.announced(other.presence(of: "h")), equals: nil)
            }
        }
    }

    @Test func `Names and the type are read from the subject`() throws {
        let session = SessionSubjects(try require(SubjectName("s")))
        let address = session.address("vlj.s.g.h.view.input.show", to: "h")
        expect(address?.sender == "g" && address?.type == "view.input.show")
        expect(session.acknowledger("vla.s.g.h", to: "h"), equals: "g")
        expect(session.announced("vlp.s.g"), equals: "g")
        for other in ["vlj.s.g.i.a", "vlj.s.g.h", "vlj.t.g.h.a", "vla.s.g.h.a", "vlj.s..h.a", "vla.s.h", "vla.s.g.h.h"]
        {
            expect(session.address(other, to: "h") == nil && session.acknowledger(other, to: "h") == nil, "\(other)")
        }
    }
}
