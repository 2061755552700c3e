import RouterMessages
import ScreenModel
import TerminalView
import TestSupport
import Testing
import ViewMessages
import Wire

/// A linear view that succeeds another one.
@Suite struct LinearSuccessorTests {
    /// Regression: a tenth of the time of a screen went into memories that nobody received.
    @Test(arguments: [true, false]) func aMemoryIsMadeForASuccessorOnly(_ remembers: Bool) {
        var session = LinearSession()
        session.mode = LinearMode(stamp: Fixture.stamp, options: .init(echoesCommands: true, remembers: remembers))
        session.bus(Fixture.navigate("apps-1"), Fixture.show(Fixture.found))
        #expect(!session.transcript.isEmpty)
        expect(session.told != nil, equals: remembers)
        session.commands("select 1")
        expect(session.sent.count, equals: 1)
        expect(session.told != nil, equals: remembers)
    }

    /// Killed after any of its writes, the view continues where it was: nothing is printed or sent twice, nothing is
    /// lost.
    @Test func aSuccessorGoesOnAfterAnyWrite() throws {
        let script = ["# a comment", "fly", "search music", "select 2", "list 1", "back", "quit"]
        let answers: [String: [Event]] = [
            "view-1-1": [Fixture.show(Fixture.found, answering: "view-1-1")],
            "view-1-2": [
                Fixture.navigate("apps-1", "app-2", answering: "view-1-2"),
                Fixture.show(Fixture.details, "app-2", answering: "view-1-2"),
            ],
            "view-1-3": [Fixture.navigate("apps-1", answering: "view-1-3")],
        ]
        func play(killedAfter writes: Int) throws -> (
            transcript: String, sent: [String], end: Wire.ExitStatus?, writes: Int
        ) {
            var input = Array((script.joined(separator: "\n") + "\n").utf8)
            var (mode, memory) = (
                LinearMode(stamp: EventStamp(source: "view", run: "1"), options: .init(echoesCommands: true)),
                LinearMemory?.none
            )
            var (transcript, sent, count, end) = ("", [String](), 0, Wire.ExitStatus?.none)
            var states: [Event] = [Fixture.navigate("apps-1"), Fixture.show(Fixture.empty)]
            var queue = states
            var lastID: String?
            /// True if the process has been killed.
            func wrote() -> Bool {
                count += 1
                return count == writes
            }
            func perform(_ effects: [LinearEffect]) -> Bool {
                for effect in effects {
                    switch effect {
                    case .send(let event, let told):
                        memory = told
                        sent += [KeyEffect.send(event)].sent
                        let caused = answers["view-1-\(sent.count)"] ?? []
                        lastID = event.id
                        states =
                            states.filter { old in !caused.contains { $0.type == old.type && $0.subject == old.subject }
                            } + caused
                        queue += caused.map { event in
                            var event = event
                            event.correlationID = lastID
                            return event
                        }
                        if wrote() { return true }
                    case .print(let text, let told):
                        transcript += text
                        // An echo belongs to the write after it; from the file's length a successor knows that it was
                        // printed.
                        guard let told else { continue }
                        memory = told
                        if wrote() { return true }
                    case .complain, .resume, .hideInput: break
                    case .end(let status):
                        end = status
                        return false
                    }
                }
                return false
            }
            while end == nil {
                var killed = false
                if !queue.isEmpty {
                    killed = perform(mode.receive(.event(queue.removeFirst())))
                } else if let next = input.firstIndex(of: 0x0A), mode.awaitsCommand {
                    let line = Array(input[...next])
                    memory = mode.memory(reading: line, position: nil)
                    input.removeFirst(line.count)
                    killed = wrote() ? true : perform(mode.read(line))
                } else {
                    Issue.record("stuck after \(transcript)")
                    break
                }
                guard killed else { continue }
                mode = LinearMode(stamp: EventStamp(source: "view", run: "2"), options: .init(echoesCommands: true))
                queue = states.map { event in
                    var event = event
                    event.correlationID = lastID
                    return event
                }
                if let memory {
                    var restore = memory.snapshot
                    restore.type = ProcessInput.Restore.type
                    queue.insert(restore, at: 0)
                }
            }
            return (transcript, sent, end, count)
        }
        let quiet = try play(killedAfter: 0)
        expect(quiet.sent.count, equals: 3)
        expect(quiet.end, equals: .badInput)
        #expect(quiet.writes > 12)
        for writes in 1...quiet.writes {
            let disturbed = try play(killedAfter: writes)
            expect(disturbed.sent.count, equals: quiet.sent.count, "killed after write \(writes)")
            expect(disturbed.transcript, equals: quiet.transcript, "killed after write \(writes)")
            expect(disturbed.end, equals: quiet.end, "killed after write \(writes)")
        }
    }
}
