import NATSBridge
import Testing

@Suite struct SubjectTests {
    @Test(arguments: ["s1", "a.b-c_D.9", String(repeating: "x", count: 128)]) func `Names of sessions`(text: String) {
        #expect(SubjectName(text)?.description == text)
    }

    @Test(arguments: ["", ".", "a.", ".a", "a..b", "a b", "a*", ">", "é", "a\n", String(repeating: "x", count: 129)])
    func `What is no name of a session`(text: String) {
        #expect(SubjectName(text) == nil)
    }

    @Test func `No two names have the same stream, whatever stands behind`() throws {
        let names = ["a.b", "a_b", "a_.b", "a._b", "a_db", "a", "a__b", "a_answers", "a.answers", "a_states"]
        let pools = try names.map { PoolSubjects(try #require(SubjectName($0))) }
        let streams = pools.flatMap { [$0.requestStream, $0.answerStream] }
        #expect(Set(streams).count == streams.count)
        #expect(streams.allSatisfy { $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") } })
    }

    @Test func `Subjects of a pool`() throws {
        let subjects = PoolSubjects(try #require(SubjectName("fetch")))
        let caller = try #require(SubjectName("c1"))
        #expect(subjects.request("interactor.input.search") == "vl.fetch.interactor.input.search")
        #expect(subjects.notice("interactor.input.cancel") == "vl-notices.fetch.interactor.input.cancel")
        #expect(subjects.answer("interactor.output.found", to: caller) == "vl-answers.fetch.c1.interactor.output.found")
        #expect(subjects.answers(to: caller) == "vl-answers.fetch.c1.>")
    }

    @Test(arguments: [
        "", "a..b", ".a", "a.", "a.*", "a.>", "a b", "a\u{7}", "a\n.b", String(repeating: "x", count: 257),
    ])
    func `Types that cannot be part of a subject`(type: String) {
        #expect(EventSubject.make("vl.s", type: type) == nil)
    }

    @Test(arguments: [
        ("_INBOX.x.setup.7", "setup", 7), ("_INBOX.x.setup.y", nil, nil), ("_INBOX.xx.setup.7", nil, nil),
        ("_INBOX.x.setup", nil, nil), ("_INBOX.x.a.b.7", nil, nil), ("_INBOX.x.put.7.only", nil, nil),
        ("_INBOX.x", nil, nil), ("", nil, nil),
        ("_INBOX.x.a.99999999999999999999", nil, nil),
    ])
    func `An inbox knows its subjects`(subject: String, purpose: Substring?, number: Int?) {
        let read = Inbox(prefix: "_INBOX.x").read(subject)
        #expect(read?.purpose == purpose)
        #expect(read?.number == number)
    }

    @Test func `The reply subject of a delivery tells what it is`() throws {
        for subject in [
            "$JS.ACK.S.C.2.30.4.1700000000000000000.6", "$JS.ACK.hub.ACC.S.C.2.30.4.1700000000000000000.6.token",
        ] {
            let delivery = try #require(DeliverySubject(subject))
            #expect((delivery.stream, delivery.consumer) == ("S", "C"))
            #expect((delivery.deliveries, delivery.sequence, delivery.place, delivery.pending) == (2, 30, 4, 6))
        }
    }

    @Test(arguments: [
        "", "$JS.ACK.S.C.2.30.4.5", "$JS.ACK.S.C.0.30.4.5.6", "$JS.ACK.S.C.-2.30.4.5.6", "$JS.ACK.S.C.x.30.4.5.6",
        "$JS.ACK..C.2.30.4.5.6", "$JS.NAK.S.C.2.30.4.5.6", "$JS.ACK.S.C.2.30.4.5.6.7",
        "$JS.ACK.S.C.99999999999999999999.1.1.1.1",
    ])
    func `Other reply subjects are none`(subject: String) {
        #expect(DeliverySubject(subject) == nil)
    }
}

struct UserKeyTests {
    @Test(arguments: [
        ("UAGM5AC7AZ2ONYNBZYTCDRPSBJ7VEBJVPQN3W7YQGI4O4SUB3NNXRSED", true),
        // Another letter, a lower-case one, a seed, an account's, and others that are none.
        ("UAGM5AC7AZ2ONYNBZYTCDRPSBJ7VEBJVPQN3W7YQGI4O4SUB3NNXRSEA", false),
        ("uAGM5AC7AZ2ONYNBZYTCDRPSBJ7VEBJVPQN3W7YQGI4O4SUB3NNXRSED", false),
        ("SUAGTMVWOVXI5MAGQXCUW7557BGAEDK5UQLPH33EZ36YKZWTNYYUCK6IUU", false),
        ("AAGM5AC7AZ2ONYNBZYTCDRPSBJ7VEBJVPQN3W7YQGI4O4SUB3NNXRSED", false),
        (String(repeating: "U", count: 56), false), (String(repeating: "é", count: 28), false), ("", false),
    ])
    func `A user's public key has a checksum`(text: String, isKey: Bool) {
        #expect((UserKey(text) != nil) == isKey)
    }
}
