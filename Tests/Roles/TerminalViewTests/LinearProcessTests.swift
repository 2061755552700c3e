import Foundation
import ScreenModel
import TerminalView
import TestSupport
import Testing
import Wire

/// The executable in linear mode: commands on descriptor 3, text on descriptor 4.
@Suite struct LinearProcessTests {
    private static func run(_ commands: String, bus: Event..., arguments: String = "") throws -> (
        result: Command.Result, text: String
    ) {
        let folder = try TemporaryFolder()
        try folder.write(commands, to: "commands")
        let script = "exec '\(Products.executable("viperline-view"))' \(arguments) 3<commands 4>text"
        let input = bus.map { String(decoding: $0.line, as: UTF8.self) }.joined()
        let result = try Command.run(["sh", "-c", script], input: input, folder: folder.path)
        return (result, try String(contentsOf: folder.url.appendingPathComponent("text"), encoding: .utf8))
    }

    @Test(arguments: ["", "--linear"]) func aScriptIsCarriedOut(_ arguments: String) throws {
        let (result, text) = try Self.run(
            "help\nfly\nquit\n", bus: Fixture.navigate("apps-1"), Fixture.show(Fixture.empty), arguments: arguments)
        #expect(text.hasPrefix("== App Store ==\nsearch: (Search the App Store)\n\n> help\nsearch TEXT"))
        expect(text, contains: "\n? fly: no such command")
        #expect(text.hasSuffix("> quit\n"))
        #expect(result.diagnostics.hasPrefix("viperline-view: line 2: fly: "))
        expect(result.status, equals: 65)
        #expect(result.output.isEmpty)
    }

    @Test func commandsThatAreLeftWhenTheBusEnds() throws {
        let (result, text) = try Self.run(
            "search music\nselect 1\nquit\n", bus: Fixture.navigate("apps-1"), Fixture.show(Fixture.empty))
        #expect(text.hasSuffix("> search music\n? select 1: the session has ended\n"))
        expect(result.lines.count == 1 && result.output.contains(#""type":"view.output.didSearch""#))
        expect(result.diagnostics, equals: "viperline-view: line 2: select 1: the session has ended\n")
        expect(result.status, equals: 69)
    }

    @Test func theEndOfTheCommandsQuits() throws {
        let (result, text) = try Self.run("", bus: Fixture.navigate("apps-1"), Fixture.show(Fixture.found))
        expect(result.status, equals: 0)
        #expect(text.hasPrefix("== App Store =="))
    }

    /// From a file, a pipe and a socket: each command is answered, and none stops the next.
    @Test(arguments: ["VIEW 3<commands", "python3 feed.py pipe VIEW", "python3 feed.py socket VIEW"])
    func hostileCommandsAreAnswered(way: String) throws {
        let folder = try TemporaryFolder()
        // The bus stays open until all commands are written; after its end, the view reads only what is available.
        try folder.write(
            """
            import os, socket, sys
            if sys.argv[1] == "pipe":
                theirs, ours = os.pipe()
            else:
                ours, theirs = (end.detach() for end in socket.socketpair())
            bus, events = os.pipe()
            if os.fork() == 0:
                os.close(theirs)
                os.close(bus)
                os.write(events, sys.stdin.buffer.read())
                commands = open("commands", "rb").read()
                while commands:
                    commands = commands[os.write(ours, commands):]
                # An exit may close the bus first.
                os.close(ours)
                os._exit(0)
            os.close(ours)
            os.close(events)
            os.dup2(bus, 0)
            os.dup2(theirs, 3)
            os.set_inheritable(3, True)
            os.execv(sys.argv[2], sys.argv[2:])
            """, to: "feed.py")
        var commands = Array("list 1-2\r\nselect 99999999999999999999\nselect -1\nlist 5-\nsearch caf".utf8)
        commands += [0xE9, 0x0A] + Array("wh\0ere\n".utf8)
        commands += Array(repeating: UInt8(ascii: "x"), count: 1 << 18) + [0x0A] + Array("where".utf8)
        try Data(commands).write(to: folder.url.appendingPathComponent("commands"))
        let bus = [Fixture.navigate("apps-1"), Fixture.show(Fixture.found)].flatMap(\.line)
        let view = "'\(Products.executable("viperline-view"))'"
        let script = "exec \(way.replacing("VIEW", with: view)) 4>text"
        let result = try Command.run(
            ["bash", "-c", script], input: String(decoding: bus, as: UTF8.self), folder: folder.path)
        let text = try folder.text(of: "text")
        expect(result.status, equals: 65)
        expect(text, contains: "> list 1-2\n 1. Humway")
        expect(text, contains: "? select 99999999999999999999: there are only 4 rows\n")
        expect(text, contains: "? select -1: there is no row -1\n")
        expect(text, contains: "? list 5-: there are only 4 rows\n")
        expect(text, contains: "? search caf\u{FFFD}: the line is not UTF-8\n")
        expect(text, contains: "? where: the line contains a NUL byte\n")
        expect(text, contains: "x…: a command has at most 65536 bytes\n")
        // The last command has no line end.
        #expect(text.hasSuffix("> where\n== App Store ==\nsearch: music\n4 rows\n\n"))
        #expect(text.utf8.count < 5000)
    }

    /// Regression: failures appeared only in the transcript, and the exit code was 0.
    @Test(arguments: ["", "--strict"]) func aFailureIsToldOnTheSessionsStandardError(_ option: String) throws {
        let folder = try TemporaryFolder()
        try folder.write("fly\nwhere\nquit\n", to: "commands")
        let bus = [Fixture.navigate("apps-1"), Fixture.show(Fixture.found)].flatMap(\.line)
        let script = "exec '\(Products.executable("viperline-view"))' \(option) 3<commands 4>text 5>told"
        let result = try Command.run(
            ["sh", "-c", script], input: String(decoding: bus, as: UTF8.self),
            environment: ["VIPERLINE_SERVICE": "view"], folder: folder.path)
        expect(result.status, equals: 65)
        #expect(try folder.text(of: "told").hasPrefix("viperline-view: line 1: fly: no such command"))
        #expect(result.diagnostics.isEmpty)
        try expect(folder.text(of: "text").contains("> where"), equals: option.isEmpty)
        #expect(result.lines.allSatisfy { $0.contains(#""type":"process.output.snapshot""#) })
    }

    /// The bus stays open and silent.
    @Test func aScriptDoesNotWaitForEver() throws {
        let folder = try TemporaryFolder()
        let bus = [Fixture.navigate("apps-1"), Fixture.show(Fixture.empty)]
        try folder.write(bus.map { String(decoding: $0.line, as: UTF8.self) }.joined(), to: "bus")
        try folder.write("search music\n", to: "commands")
        let script = """
            mkfifo pipe
            exec 9<>pipe
            cat bus >pipe
            exec '\(Products.executable("viperline-view"))' --patience 0.2 <pipe 3<commands 4>text
            """
        let result = try Command.run(["sh", "-c", script], folder: folder.path)
        let reason = "nothing has happened for 200 ms: view.output.didSearch ("
        expect(result.status, equals: 75)
        expect(result.diagnostics, contains: reason)
        try expect(folder.text(of: "text"), contains: "> search music\n? \(reason)")
    }

    @Test(arguments: ["0", "-1", "nan", "soon"]) func patienceIsANumberOfSeconds(_ value: String) throws {
        let result = try Command.run([Products.executable("viperline-view"), "--patience=\(value)"])
        expect(result.status, equals: 64)
        expect(result.diagnostics, contains: "--patience")
    }

    @Test(
        arguments: [("--help", 0, "--linear"), ("--nonsense", 64, "'viperline-view --help'")]
            as [(String, Int32, String)])
    func theCommandLine(_ argument: String, _ status: Int32, _ text: String) throws {
        let result = try Command.run([Products.executable("viperline-view"), argument])
        expect(result.status, equals: status)
        expect((result.output + result.diagnostics), contains: text)
    }
}
