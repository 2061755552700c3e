import Foundation
import Recording
import TestSupport
import Testing

/// Recording running sessions, however they end.
@Suite struct RecordedSessionTests {
    /// A source that sends the lines of a file, and a sink.
    private static func session(record: String, options: [String] = [], sink: String = "cat > @/out") throws
        -> SessionRun
    {
        try SessionRun(
            """
            name: recorded
            services:
              source: {command: [sh, -c, "touch @/in; tail -n +1 -f @/in"], sends: [a.output]}
              sink: {command: [sh, -c, "\(sink)"], receives: [a.output]}
            """, options: ["--record", record] + options)
    }

    private static func tell(_ session: SessionRun, _ numbers: ClosedRange<Int>, padding: Int = 0) throws {
        let text = String(repeating: "x", count: padding)
        let lines = numbers.map { "{\"type\":\"a.output.x\",\"data\":{\"n\":\($0),\"text\":\"\(text)\"}}\n" }.joined()
        let file = try FileHandle(forWritingTo: session.folder.url.appendingPathComponent("in"))
        try file.seekToEnd()
        try file.write(contentsOf: Data(lines.utf8))
    }

    private static func hasBegun(_ session: SessionRun) -> Bool {
        eventually { FileManager.default.fileExists(atPath: session.folder.path + "/in") }
    }

    /// The numbers in a cassette's events.
    private static func numbers(in path: String) throws -> [Int] {
        guard let reader = try? CassetteReader(path) else { return [] }
        var numbers: [Int] = []
        while let line = try reader.next() {
            guard case .passage(let passage) = line, passage.type == "a.output.x",
                case .number(let number) = try JSONValue(String(decoding: passage.event, as: UTF8.self))["data"]["n"]
            else { continue }
            numbers.append(Int(number))
        }
        return numbers
    }

    @Test(arguments: ["c.ndjson", "c.ndjson.gz"])
    func whatPassesCanBeReadAtAnyMomentAndAfterAKill(name: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/" + name
        let session = try Self.session(record: path)
        let child = try session.start()
        #expect(Self.hasBegun(session))
        try Self.tell(session, 1...20)
        #expect(try eventually { try Self.numbers(in: path) == Array(1...20) })
        try Self.tell(session, 21...40)
        #expect(eventually { session.lines(of: "out").count == 40 })
        kill(child.pid, SIGKILL)
        expect(child.wait(), equals: 128 + SIGKILL)
        // All events that had passed are written even then.
        #expect(try eventually { try Self.numbers(in: path) == Array(1...40) })
        #expect(
            eventually {
                (try? CassetteReader(path)).map { reader in
                    while (try? reader.next()) ?? nil != nil {}
                    // Its end is missing, and nothing else.
                    return reader.damages.map(\.line) == [reader.lineNumber]
                } ?? false
            })
        let reader = try CassetteReader(path)
        expect(reader.header?.composition, equals: "recorded")
        expect(reader.header?.services["sink"]?.receives, equals: ["a.output"])
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        expect(mode, equals: 0o600)
    }

    /// Uses the same rules as `cassette redact`. References to variables are recorded as written.
    @Test func aHeaderHoldsNoSecret() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/c.ndjson"
        let secret = "q7Zp2VxW9kLmT4"
        let session = try SessionRun(
            """
            name: secrets
            services:
              source:
                command: [sh, -c, ":", "-H", "Bearer ${TOKEN}", --password, "hunter-\(secret)", "https://h/?token=\(secret)"]
                environment: {DATABASE_URL: "postgres://h/\(secret)", BACKEND: "https://h/?token=\(secret)", GREETING: hello, SESSION_KEY: "\(secret)", COPY: "${TOKEN}"}
                sends: [a.output]
              sink: {command: [cat], receives: [a.output]}
            """, options: ["--record", path, "--env", "TOKEN=token-\(secret)"])
        try expect(session.finish().status, equals: 0)
        let service = try require(CassetteReader(path).header?.services["source"])
        expect(
            service.command.dropFirst(3),
            equals: [
                "-H", "Bearer ${TOKEN}", "--password", "withheld", "https://h/?token=${SESSION_KEY}",
            ])
        expect(
            service.environment?.filter { $0.key != "TOKEN" },
            equals: ["DATABASE_URL": nil, "BACKEND": nil, "GREETING": "hello", "SESSION_KEY": nil, "COPY": "${TOKEN}"])
        try expect(String(contentsOfFile: path, encoding: .utf8), lacks: secret)
    }

    @Test func aFileThatCannotBeMadeIsToldBeforeAnythingStarts() throws {
        let session = try Self.session(record: "/nowhere/c.ndjson")
        let result = try session.finish()
        expect(result.status, equals: 69)
        expect(result.diagnostics, contains: "make the cassette /nowhere/c.ndjson: No such file")
        #expect(!FileManager.default.fileExists(atPath: session.folder.path + "/in"))
    }

    /// A recording is replaced by the next one, but not while it is made, nor is anything else.
    @Test func onlyAFinishedRecordingIsReplaced() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/c.ndjson"
        let session = try Self.session(record: path)
        let child = try session.start()
        #expect(Self.hasBegun(session))
        try Self.tell(session, 1...3)
        #expect(try eventually { try Self.numbers(in: path) == [1, 2, 3] })
        for (file, reason) in [
            (path, "another process is recording"), (try folder.write("notes\n", to: "n").path, "not a recording"),
        ] {
            let second = try Self.session(record: file).finish()
            expect(second.status == 69 && second.diagnostics.contains(reason), "\(second)")
        }
        try expect(folder.text(of: "n"), equals: "notes\n")
        try Self.stop(session)
        _ = child.wait()
        try expect(Self.numbers(in: path), equals: [1, 2, 3])
        #expect(try folder.text(of: "c.ndjson").hasSuffix(#"{"missed":0,"end":true}"# + "\n"))
        let again = try Self.session(record: path)
        let next = try again.start()
        #expect(Self.hasBegun(again))
        try Self.tell(again, 7...7)
        #expect(try eventually { try Self.numbers(in: path) == [7] })
        try Self.stop(again)
        _ = next.wait()
    }

    /// The file cannot grow beyond a limit (`ulimit -f`), as on a full disk.
    @Test(arguments: ["c.ndjson", "c.ndjson.gz"])
    func aFullDiskEndsTheRecordingAndNotTheSession(name: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/" + name
        let session = try SessionRun(
            """
            name: full
            services:
              source:
                command: [python3, "@/source.py"]
                sends: [a.output]
              sink: {command: [sh, -c, "wc -l > @/out"], receives: [a.output]}
            """, options: ["--record", path])
        // Data that does not compress well.
        try session.folder.write(
            """
            import random
            for n in range(1, 3001):
                print('{"type":"a.output.x","data":{"n":%d,"text":"%x"}}' % (n, random.getrandbits(1200)))
            """, to: "source.py")
        let result = try Command.run(
            ["sh", "-c", "ulimit -f 64; exec \"$@\"", "sh"] + session.arguments, environment: session.environment)
        expect(result.status, equals: 0)
        expect(session.text(of: "out").trimmingCharacters(in: .whitespacesAndNewlines), equals: "3000")
        let log = try require(session.keptLog(result))
        expect(log, contains: "the recording in \(path) is incomplete (write the cassette: File too large)")
        let numbers = try Self.numbers(in: path)
        expect(numbers, equals: Array(1...3000).prefix(numbers.count).map(\.self))
        #expect(numbers.count < 3000)
        // An uncompressed file ends with a complete line.
        let text = try Data(contentsOf: URL(fileURLWithPath: path))
        expect(name.hasSuffix(".gz") || text.last == 0x0A)
    }

    /// The recording goes to an unread pipe, so the writer blocks.
    @Test func whoCannotKeepUpMissesEventsAndTheSessionIsNotHeldUp() throws {
        let folder = try TemporaryFolder()
        let (reader, session, child) = try Self.sessionRecordingIntoPipe(in: folder)
        defer { close(reader) }
        for round in 0..<10 { try Self.tell(session, round * 1000 + 1...(round + 1) * 1000, padding: 1000) }
        #expect(eventually { session.lines(of: "out").count == 10_000 })
        // The writer continues only when the pipe is read.
        let stop = try ChildProcess([Products.executable("viperline"), "stop"], environment: session.environment)
        let recorded = try Self.readToEnd(reader)
        expect(stop.wait(), equals: 0)
        expect(child.wait(), equals: 0)
        let path = try folder.write(recorded, to: "c.ndjson").path
        let cassette = try CassetteReader(path)
        var passed = 0
        var missed = 0
        while let line = try cassette.next() {
            switch line {
            case .passage: passed += 1
            case .missed(let count): missed += count
            }
        }
        expect(passed + missed, equals: 10_000)
        expect(passed > 0 && missed > 0)
        expect(cassette.damages, equals: [])
        let reports = try folder.text(of: "log").split(separator: "\n").filter { $0.contains("come faster than") }
        expect(reports.count, equals: 1)
    }

    /// The disk is slower than the events, but not stuck: it takes 64 KiB each ten milliseconds.
    @Test func sendersWaitForASlowDiskAndEveryEventIsKept() throws {
        let folder = try TemporaryFolder()
        let (reader, session, child) = try Self.sessionRecordingIntoPipe(in: folder)
        defer { close(reader) }
        // More than all buffers on the way hold.
        for round in 0..<14 { try Self.tell(session, round * 1000 + 1...(round + 1) * 1000, padding: 1000) }
        _ = fcntl(reader, F_SETFL, 0)
        var recorded = Data()
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while recorded.suffix(1 << 12).range(of: Data(#""n":14000"#.utf8)) == nil {
            let count = read(reader, &chunk, chunk.count)
            guard count > 0 else { break }
            recorded += chunk[..<count]
            usleep(10_000)
        }
        let stop = try ChildProcess([Products.executable("viperline"), "stop"], environment: session.environment)
        let rest = try Self.readToEnd(reader)
        expect(stop.wait(), equals: 0)
        expect(child.wait(), equals: 0)
        let path = try folder.write(String(decoding: recorded, as: UTF8.self) + rest, to: "c.ndjson").path
        try expect(Self.numbers(in: path), equals: Array(1...14_000))
        try expect(folder.text(of: "log"), lacks: "come faster than")
    }

    private static func stop(_ session: SessionRun) throws { try session.operate("stop") }

    /// A session whose recording goes to a pipe that nobody reads yet, and whose log is kept.
    private static func sessionRecordingIntoPipe(
        in folder: TemporaryFolder
    ) throws -> (reader: Int32, SessionRun, ChildProcess) {
        let fifo = folder.path + "/fifo"
        expect(mkfifo(fifo, 0o600), equals: 0)
        let reader = open(fifo, O_RDONLY | O_NONBLOCK)
        let session = try session(record: fifo, options: ["--log", folder.path + "/log"])
        let child = try session.start()
        #expect(hasBegun(session))
        return (reader, session, child)
    }

    private static func readToEnd(_ descriptor: Int32) throws -> String {
        _ = fcntl(descriptor, F_SETFL, 0)
        return String(decoding: try FileHandle(fileDescriptor: descriptor).readToEnd() ?? Data(), as: UTF8.self)
    }

    @Test func anInjectedEventIsRecordedOnceAndNotAsASayingOfItsService() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/c.ndjson"
        let session = try Self.session(record: path)
        let child = try session.start()
        #expect(Self.hasBegun(session))
        try session.operate("send", input: #"{"type":"a.output.x","source":"source","data":{"n":7}}"# + "\n")
        #expect(eventually { session.lines(of: "out").count == 1 })
        try Self.stop(session)
        _ = child.wait()
        try expect(Self.numbers(in: path), equals: [7])
        let show = [Products.executable("viperline"), "cassette", "show", path, "--service"]
        try expect(Command.run(show + ["source", "--outputs"]).lines, equals: [])
        try expect(Command.run(show + ["sink", "--inputs"]).lines.count, equals: 1)
    }

    /// A role that dies once and receives the unanswered events again.
    @Test func whatIsSentAgainToASuccessorIsRecordedOnce() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/c.ndjson"
        let session = try SessionRun(
            """
            name: dying
            services:
              source: {command: [sh, -c, "for n in 1 2 3; do echo '{\\"type\\":\\"a.output.x\\",\\"data\\":{\\"n\\":'$$n'}}'; done"], sends: [a.output]}
              role:
                command: [sh, "@/role.sh"]
                receives: [a.output]
                sends: [b.output]
                restart: on-failure
                recovery: redeliver
              sink: {command: [sh, -c, "cat > @/out"], receives: [b.output]}
            """, options: ["--record", path])
        try session.folder.write(
            """
            here=$(dirname "$0")
            if [ ! -e "$here/died" ]; then
                read -r line
                touch "$here/died"
                kill -9 $$
            fi
            while read -r line; do echo '{"type":"b.output.y"}'; done
            """, to: "role.sh")
        _ = try session.finish()
        expect(session.lines(of: "out").count, equals: 3)
        try expect(Self.numbers(in: path), equals: [1, 2, 3])
    }

    /// The view's screen was sent long before the tap started.
    @Test func aTapsRecordingBeginsWithTheNewestStates() throws {
        let folder = try TemporaryFolder()
        let session = try AppSession("itunes")
        let tmux = try session.onTerminal()
        try tmux.searchApps("chess")
        let path = folder.path + "/tapped.ndjson"
        let tap = try ChildProcess(
            [Products.executable("viperline"), "tap", "--record", path], environment: session.environment)
        #expect(
            eventually {
                (try? String(contentsOfFile: path, encoding: .utf8))?.contains("router.output.didNavigate") == true
            })
        try tmux.send("q")
        try tmux.wait(for: "ended with 0")
        expect(tap.wait(), equals: 0)
        let replayed = try Command.run([Products.executable("viperline"), "replay", path], input: "")
        expect(replayed.status, equals: 0, "\(replayed.diagnostics)")
        expect(replayed.output, contains: "★", "\(replayed.output)")
        let verified = try Command.run(
            [Products.executable("viperline"), "verify", "presenter", path, "--patience", "30", "--trust"],
            environment: session.environment)
        expect(verified.output, lacks: "view.input.show", "the states are nobody's outputs: \(verified.output)")
    }

    @Test func aRunningSessionIsRecordedByATap() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/tapped.ndjson.gz"
        let session = try Self.session(record: folder.path + "/whole.ndjson")
        let child = try session.start()
        #expect(Self.hasBegun(session))
        let tap = try ChildProcess(
            [Products.executable("viperline"), "tap", "--record", path], environment: session.environment)
        var count = 0
        // Waits until the tap is connected.
        #expect(
            try eventually {
                count += 1
                try Self.tell(session, count...count)
                return try !Self.numbers(in: path).isEmpty
            })
        kill(tap.pid, SIGINT)
        expect(tap.wait(), equals: 0)
        try Self.stop(session)
        _ = child.wait()
        let reader = try CassetteReader(path)
        expect(reader.header?.services, equals: (try CassetteReader(folder.path + "/whole.ndjson")).header?.services)
        expect(reader.header?.services["source"]?.sends, equals: ["a.output"])
        while try reader.next() != nil {}
        expect(reader.damages, equals: [])
    }
}
