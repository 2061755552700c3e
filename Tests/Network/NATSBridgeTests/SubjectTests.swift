import TestSupport
import Testing

@testable import NATSBridge

@Suite struct SubjectTests {
    @Test(arguments: ["s1", "a.b-c_D.9", String(repeating: "x", count: 128)]) func `Names of sessions`(text: String) {
        expect(SubjectName(text)?.description, equals: text)
    }

    @Test(arguments: ["", ".", "a.", ".a", "a..b", "a b", "a*", ">", "é", "a\n", String(repeating: "x", count: 129)])
    func `What is no name of a session`(text: String) {
        expect(SubjectName(text), equals: nil)
    }

    @Test func `Subjects of a pool`() throws {
        let subjects = PoolSubjects(try require(SubjectName("a.fetch")))
        let caller = try require(SubjectName("desk.s"))
        let type = "interactor.input.search"
        expect(subjects.make(.calls, type, of: caller), equals: "vl-calls.a.fetch.desk.s.interactor.input.search")
        expect(subjects.make(.notices, type, of: caller), equals: "vl-notices.a.fetch.desk.s.interactor.input.search")
        expect(subjects.make(.answers, type, of: caller), equals: "vl-answers.a.fetch.desk.s.interactor.input.search")
        expect(subjects.read("vl-calls.a.fetch.desk.s.in.get"), equals: .caller(.calls, caller, type: "in.get"))
        expect(subjects.read("vl-notices.a.fetch.desk.s.in.get"), equals: .caller(.notices, caller, type: "in.get"))
        expect(subjects.read("vl-answers.a.fetch.desk.s.in.get"), equals: .caller(.answers, caller, type: "in.get"))
        expect(subjects.read("vl.a.fetch.in.get"), equals: .client(type: "in.get"))
        expect(subjects.read("$SRV.PING.a-fetch.x"), equals: .service("PING"))
        for other in [
            "vl-calls.a.fetch.desk.s", "vl-calls.a.fetch.desk", "vl-calls.a.fetchdesk.s.x", "vl.b.fetch.x", "x", "$SRV",
            "vl-calls.a.fetch.d*.s.x",
        ] {
            expect(subjects.read(other), equals: nil, "\(other)")
        }
    }

    @Test(arguments: [
        "", "a..b", ".a", "a.", "a.*", "a.>", "a b", "a\u{7}", "a\n.b", "view.input.>", "a*", "é.a",
        String(repeating: "x", count: 257),
    ])
    func `Types that cannot be part of a subject`(type: String) {
        expect(SubjectWords.isType(type), equals: false)
    }

    @Test(arguments: [
        ("_INBOX.x.setup.7", "setup", 7), ("_INBOX.x.setup.y", nil, nil), ("_INBOX.xx.setup.7", nil, nil),
        ("_INBOX.x.setup", nil, nil), ("_INBOX.x.a.b.7", nil, nil), ("_INBOX.x.put.7.only", nil, nil),
        ("_INBOX.x", nil, nil), ("", nil, nil),
        ("_INBOX.x.a.99999999999999999999", nil, nil),
    ])
    func `An inbox knows its subjects`(subject: String, purpose: Substring?, number: Int?) {
        let read = Inbox(prefix: "_INBOX.x").read(subject)
        expect(read?.purpose, equals: purpose)
        expect(read?.number, equals: number)
    }
}

struct UserKeyTests {
    @Test(arguments: [
        ("UAGM5AC7AZ2ONYNBZYTCDRPSBJ7VEBJVPQN3W7YQGI4O4SUB3NNXRSED", true),
        // A lower-case letter, a seed, an account's, a digit that Base32 lacks, and others that are none.
        ("uAGM5AC7AZ2ONYNBZYTCDRPSBJ7VEBJVPQN3W7YQGI4O4SUB3NNXRSED", false),
        ("SUAGTMVWOVXI5MAGQXCUW7557BGAEDK5UQLPH33EZ36YKZWTNYYUCK6IUU", false),
        ("AAGM5AC7AZ2ONYNBZYTCDRPSBJ7VEBJVPQN3W7YQGI4O4SUB3NNXRSED", false),
        ("UAGM5AC7AZ2ONYNBZYTCDRPSBJ7VEBJVPQN3W7YQGI4O4SUB3NNXRSE1", false),
        (String(repeating: "U", count: 57), false), (String(repeating: "é", count: 28), false), ("", false),
    ])
    func `A user's public key is U and 55 digits of Base32`(text: String, isKey: Bool) {
        expect((UserKey(text) != nil), equals: isKey)
    }
}
