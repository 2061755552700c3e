import Platform
import Foundation
import TestSupport
import Testing

/// The program with a browser, which is a script that writes down its arguments.
@Suite struct BrowserTests {
    private static let router = Products.executable("viperline-router")
    private static let request =
        #"{"type":"router.input.openURL","id":"p1","data":{"url":"https://a.example/$(exit);&'%20"}}"# + "\n"

    @Test func theBrowserGetsTheURLAsOneArgumentAndNotTheBus() throws {
        let folder = try TemporaryFolder()
        let browser = try script("echo spoilt; cat; printf '%s\\n' \"$#\" \"$@\" >part; mv part noted", in: folder)
        let result = try Command.run(
            [Self.router], input: Self.request, environment: ["BROWSER": "\(browser) --tab"], folder: folder.path)
        expect(result.status, equals: 0)
        expect(result.lines.count, equals: 2, "the stack, the answer, and nothing of the browser's: \(result.output)")
        try expect(note(in: folder), equals: "2\n--tab\nhttps://a.example/$(exit);&'%20\n")
    }

    /// Also what whoever started the router had open.
    @Test func theBrowserGetsNoFiles() throws {
        let folder = try TemporaryFolder()
        let browser = try script("sh -c 'ls /proc/$$/fd' >part; mv part noted", in: folder)
        let files = "exec 3</dev/null 7</etc/hostname 20</dev/zero; exec \"$0\""
        let result = try Command.run(
            ["bash", "-c", files, Self.router], input: Self.request, environment: ["BROWSER": browser],
            folder: folder.path)
        expect(result.status, equals: 0)
        // A shell may hold the script that it reads.
        let numbers = try note(in: folder).split(separator: "\n").compactMap { Int($0) }
        expect(!numbers.contains(7) && !numbers.contains(20) && numbers.count <= 4, "\(numbers)")
    }

    @Test func theRouterDoesNotWaitForTheBrowser() throws {
        let folder = try TemporaryFolder()
        // The browser outlives the router; the test ends it after the router.
        let browser = try script(
            "mkfifo gate; : >waiting; read _ <gate; printf 'done\\n' >part; mv part noted", in: folder)
        let result = try Command.run(
            ["timeout", "30", Self.router], input: Self.request, environment: ["BROWSER": browser],
            folder: folder.path)
        expect(result.status, equals: 0)
        expect(result.output, contains: "router.output.didOpenURL")
        try poll { FileManager.default.fileExists(atPath: folder.path + "/waiting") }
        try Data("\n".utf8).write(to: URL(fileURLWithPath: folder.path + "/gate"), options: [])
        try expect(note(in: folder), equals: "done\n")
    }

    @Test func aBrowserThatHasEndedLeavesNoZombie() throws {
        let folder = try TemporaryFolder()
        let browser = try script("echo $PPID >part; mv part noted", in: folder)
        let process = Process()
        let input = Pipe()
        process.executableURL = URL(fileURLWithPath: Self.router)
        process.environment = ProcessInfo.processInfo.environment.merging(["BROWSER": browser]) { $1 }
        process.currentDirectoryURL = folder.url
        process.standardInput = input
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        defer { process.waitUntilExit() }
        defer { try? input.fileHandleForWriting.close() }
        input.fileHandleForWriting.write(Data(Self.request.utf8))
        try expect(note(in: folder), equals: "\(process.processIdentifier)\n")
        try poll {
            try Command.run(["ps", "--ppid", "\(process.processIdentifier)", "-o", "pid="]).lines.isEmpty
        }
    }

    @Test func whatIsToBePlayedGoesToMPVWhereThereIsOne() throws {
        let folder = try TemporaryFolder()
        try script("printf '%s\\n' \"$#\" \"$@\" >part; mv part noted", named: "mpv", in: folder)
        let result = try Command.run(
            [Self.router], input: Self.request.replacingOccurrences(of: "openURL", with: "play"),
            environment: ["PATH": "\(folder.path):/usr/bin:/bin", "BROWSER": "no-such-browser"], folder: folder.path)
        expect(result.status, equals: 0)
        expect(result.lines.last?.contains(#""player":"mpv""#), equals: true, "\(result.output)")
        try expect(note(in: folder), equals: "3\n--no-terminal\n--\nhttps://a.example/$(exit);&'%20\n")
    }

    /// The one switch of a router without a user at its machine.
    @Test(arguments: [("1", true), ("0", false), ("", false), ("yes", true)])
    func aVariableLeavesTheRouterWithoutAnOpener(value: String, isOn: Bool) throws {
        let folder = try TemporaryFolder()
        for name in ["mpv", "xdg-open"] { try script("echo \"$0\" >>started", named: name, in: folder) }
        let input = Self.request + Self.request.replacing("openURL", with: "play")
        let result = try Command.run(
            [Self.router], input: input,
            environment: [
                "PATH": "\(folder.path):/usr/bin:/bin", "BROWSER": "xdg-open", "VIPERLINE_PRINT_URLS": value,
            ], folder: folder.path)
        expect(result.status == 0 && result.lines.count == 3)
        expect(result.lines.last?.contains(#""player":"#), equals: !isOn, "\(result.output)")
        if !isOn { try poll { ((try? folder.text(of: "started")) ?? "").split(separator: "\n").count == 2 } }
        expect(FileManager.default.fileExists(atPath: folder.path + "/started"), equals: !isOn)
    }

    @discardableResult
    private func script(
        _ body: String, named name: String = "browser", in folder: TemporaryFolder
    ) throws -> String {
        try folder.writeProgram(body, to: name)
    }

    /// Waits for the browser's notes and returns them.
    private func note(in folder: TemporaryFolder) throws -> String {
        let file = folder.path + "/noted"
        try poll { FileManager.default.fileExists(atPath: file) }
        return try String(contentsOfFile: file, encoding: .utf8)
    }

    private func poll(_ condition: () throws -> Bool) throws {
        let deadline = Instant.now + .seconds(30)
        while try !condition() {
            try require(Instant.now < deadline, "it did not happen within 30 s")
            usleep(5_000)
        }
    }
}
