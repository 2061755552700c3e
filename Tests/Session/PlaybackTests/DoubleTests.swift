import Platform
import Playback
import Recording
import TestSupport
import Testing
import Wire

@Suite struct DoubleTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let cassette: String
        /// The events of the new session, one per line; `wait N` lets N seconds pass.
        let live: String
        let outputs: [String]
        var mode = ServiceDouble.Mode.standard
        var pace = PlaybackPace.immediate
        var faults: [String] = []
        var endsSession = false
    }

    @Test(arguments: rows + modes + faults + times) func itAnswersAsItWasRecorded(row: Row) throws {
        let stamp = EventStamp(source: "s", run: "9")
        let faults = try row.faults.map { try require(DoubleFault($0)) }
        var double = ServiceDouble(
            ScriptNotation(row.cassette).script, stamp: stamp, mode: row.mode, pace: row.pace, faults: faults,
            endsSession: row.endsSession)
        var now = Instant.now
        var effects = double.start(at: now)
        for line in row.live.split(separator: "\n") {
            let words = line.split(separator: " ")
            if words[0] == "wait" {
                now += .seconds(Double(words[1]) ?? 0)
                effects += double.advance(at: now)
            } else {
                effects += double.receive(ScriptNotation.event(words), at: now)
            }
        }
        expect(ScriptNotation.text(effects), equals: row.outputs)
    }

    static let rows = [
        Row(
            testDescription: "an answer has this session's ids",
            cassette: "in r-1 q {\"a\":1} ~u-1\nout o-1 p {\"b\":2} <r-1 ~u-1",
            live: "l-7 q {\"a\":1} ~l-5", outputs: ["p {\"b\":2} <l-7 ~l-5"]),
        Row(
            testDescription: "the order of members is nothing",
            cassette: "in r-1 q {\"a\":1,\"b\":2}\nout o-1 p <r-1",
            live: "l-7 q {\"b\":2,\"a\":1.0}", outputs: ["p <l-7 ~s-9-1"]),
        Row(
            testDescription: "a form has secrets, and its recording placeholders",
            cassette: "in r-1 view.output.didSubmit {\"secrets\":{\"pin\":\"redacted-1\"}}\nout o-1 p <r-1",
            live: "l-7 view.output.didSubmit {\"secrets\":{\"pin\":\"hunter2\"}}", outputs: ["p <l-7 ~s-9-1"]),
        Row(
            testDescription: "the report of another form has no secret",
            cassette: "in r-1 view.output.didSubmit {\"form\":\"a\",\"secrets\":{\"pin\":\"\"}}",
            live: "l-7 view.output.didSubmit {\"form\":\"a\",\"secrets\":{\"pin\":\"hunter2\"}}",
            outputs: [
                "? view.output.didSubmit was not recorded; the nearest is line 1:   data.secrets.pin: expected \"\", got \"redacted\""
            ]),
        Row(
            testDescription: "an id in the data is matched and mapped",
            cassette: "in r-1 q {\"a\":1}\nin r-2 cancel {\"id\":\"r-1\"}\nout o-1 p {\"of\":\"r-1\"} <r-2",
            live: "l-3 q {\"a\":1}\nl-4 cancel {\"id\":\"l-3\"}", outputs: ["p {\"of\":\"l-3\"} <l-4 ~s-9-1"]),
        Row(
            testDescription: "a number of an entity is no id",
            cassette: "in 1 q {\"id\":\"1\"}\nout 2 p {\"id\":\"1\"} <1",
            live: "7 q {\"id\":\"1\"}", outputs: ["p {\"id\":\"1\"} <7 ~s-9-1"]),
        Row(
            testDescription: "the same input has its answers in turn, and the last again",
            cassette: "in a-1 q\nout o-1 p {\"n\":1} <a-1 ~x\nin a-2 q\nout o-2 p {\"n\":2} <a-2 ~x",
            live: "l-1 q\nl-2 q\nl-3 q",
            outputs: ["p {\"n\":1} <l-1 ~x", "p {\"n\":2} <l-2 ~x", "p {\"n\":2} <l-3 ~x"]),
        Row(
            testDescription: "of the same inputs rather the one of the same chain",
            cassette: """
                in a-1 q ~u-1
                out o-1 p {"n":1} <a-1 ~u-1
                in a-2 k ~u-2
                in a-3 q ~u-2
                out o-2 p {"n":2} <a-3 ~u-2
                """,
            live: "l-1 k ~v-1\nl-2 q ~v-1", outputs: ["p {\"n\":2} <l-2 ~v-1"]),
        Row(
            testDescription: "an answer to an answer of its own belongs to the same input",
            cassette: "in r-1 q\nout o-1 p <r-1 ~x\nout o-2 p2 <o-1 ~x",
            live: "l-1 q", outputs: ["p <l-1 ~x", "p2 <s-9-1 ~x"]),
        Row(
            testDescription: "who names no cause answers the newest of its chain",
            cassette: "in r-1 q ~u-1\nin r-2 k\nout o-1 p ~u-1",
            live: "l-1 q ~v-1", outputs: ["p ~v-1"]),
        Row(
            testDescription: "a cancelled request is answered when it is cancelled",
            cassette: "in r-1 q ~u-1\nin r-2 cancel {\"id\":\"u-1\"}\nout o-1 failed <r-1 ~u-1",
            live: "l-1 q ~v-1\nl-2 other\nl-3 cancel {\"id\":\"v-1\"}",
            outputs: ["? other was not recorded, nor anything of its type", "failed <l-1 ~v-1"]),
        Row(
            testDescription: "what it says of its own accord waits for all before",
            cassette:
                "out o-1 hello ~o-1\nin r-1 show @a\nin r-2 nav\nout o-2 press ~o-2 @a\nin r-3 show ~o-2 @b\nout o-3 press ~o-3 @b",
            live: "l-1 nav\nl-2 show @a\nl-3 show ~s-9-2 @b",
            outputs: ["hello ~s-9-1", "press ~s-9-2 @a", "press ~s-9-3 @b"]),
        Row(
            testDescription: "a state that was overtaken is waited for no more",
            cassette: "in r-1 show {\"n\":1} @a\nin r-2 show {\"n\":2} @a\nout o-1 press ~o-1",
            live: "l-2 show {\"n\":2} @a", outputs: ["press ~s-9-1"]),
        Row(
            testDescription: "a view ends when all was written and received",
            cassette: "in r-1 show\nout o-1 press ~o-1\nin r-2 nav <o-1",
            live: "l-1 show\nl-2 nav", outputs: ["press ~s-9-1", "end 0"], endsSession: true),
        Row(
            testDescription: "snapshots and what was typed are not written, nor do commands of the supervisor count",
            cassette:
                "out o-1 process.output.ready ~x\nout o-2 process.output.snapshot\nin r-1 q\nout o-3 process.output.entered",
            live: "l-1 process.input.restore", outputs: ["process.output.ready ~x"]),
    ]

    private static let search = "in r-1 q {\"t\":\"music\"} @a\nout o-1 p <r-1 ~x @a"

    static let modes = [
        Row(
            testDescription: "what was not recorded is named and not answered", cassette: search,
            live: "l-1 q {\"t\":\"chess\"} @a",
            outputs: [
                "? q (subject a) was not recorded; the nearest is line 1:   data.t: expected \"music\", got \"chess\""
            ]),
        Row(
            testDescription: "strict ends", cassette: search, live: "l-1 q {\"t\":\"music\"} @b",
            outputs: [
                "? q (subject b) was not recorded; the nearest is line 1:   subject: expected \"a\", got \"b\"",
                "end 65",
            ], mode: .strict),
        Row(
            testDescription: "loose answers by type, about the live subject", cassette: search,
            live: "l-1 q {\"t\":\"music\"} @b",
            outputs: [
                "? q (subject b) was not recorded; the nearest is line 1:   subject: expected \"a\", got \"b\"",
                "p <l-1 ~x @b",
            ], mode: .loose),
        Row(
            testDescription: "a view goes on with a screen that is worded otherwise",
            cassette: "in r-1 show {\"t\":1} @a\nout o-1 press ~o-1", live: "l-1 show {\"t\":2} @a",
            outputs: [
                "? show (subject a) was not recorded; the nearest is line 1:   data.t: expected 1, got 2",
                "press ~s-9-1",
            ]),
    ]

    private static let twice = "in r-1 q\nout o-1 p <r-1 ~x\nin r-2 q\nout o-2 p <r-2 ~x"

    static let faults = [
        Row(
            testDescription: "all of a type are dropped", cassette: twice, live: "l-1 q\nl-2 q", outputs: [],
            faults: ["p:drop"]),
        Row(
            testDescription: "the second is malformed", cassette: twice, live: "l-1 q\nl-2 q",
            outputs: ["p <l-1 ~x", "garbled"], faults: ["p#2:malformed"]),
        Row(
            testDescription: "an exit in its place", cassette: twice, live: "l-1 q", outputs: ["end 3"],
            faults: ["p#1:exit=3", "other:drop"]),
        Row(
            testDescription: "a delay", cassette: twice, live: "l-1 q\nwait 0.1\nl-2 q\nwait 0.1",
            outputs: ["p <l-2 ~x", "p <l-1 ~x"], faults: ["p#1:delay=200ms"]),
    ]

    static let times = [
        Row(
            testDescription: "the recorded pace", cassette: "in r-1 q +5\nout o-1 p <r-1 ~x +0.5",
            live: "l-1 q\nwait 0.4\nl-2 z\nwait 0.2",
            outputs: ["? z was not recorded, nor anything of its type", "p <l-1 ~x"],
            pace: .recorded),
        Row(
            testDescription: "not before its time", cassette: "in r-1 q +5\nout o-1 p <r-1 ~x +0.5",
            live: "l-1 q\nwait 0.4", outputs: [], pace: .recorded),
        Row(
            testDescription: "of its own accord, at the recorded pace",
            cassette: "in r-1 q +5\nout o-1 p ~o-1 +1\nout o-2 p2 ~o-2 +1",
            live: "l-1 q\nwait 1\nwait 0.9\nl-2 q\nwait 0.1", outputs: ["p ~s-9-1", "p2 ~s-9-2"], pace: .recorded),
    ]

    @Test(arguments: [
        "p", "p:", ":drop", "p:dropped", "p#0:drop", "p#x:drop", "p:delay", "p:delay=5", "p:delay=-1s", "p:exit=300",
    ]) func whatIsNoFaultIsNone(text: String) { expect(DoubleFault(text), equals: nil) }
}
