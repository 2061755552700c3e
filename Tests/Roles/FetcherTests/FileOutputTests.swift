import Foundation
import TestSupport
import Testing

/// `-o`, as curl has it: what may be written, through what, and what is left.
@Suite struct FileOutputTests {
    private let program: FetcherProgram

    init() throws { program = try FetcherProgram() }

    private var folder: TemporaryFolder { program.folder }

    private func get(
        _ path: String, _ output: String, _ options: [String] = []
    ) throws -> Command.Result {
        try program.run(["get", program.upstream.url(path), "-o", output, "--retries", "0"] + options)
    }

    private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0 != "cache" }.sorted()
    }

    private func mode(_ name: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path(name))
        return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
    }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: target)
    }

    /// A device of our own: the system's must not be at risk, whatever is wrong.
    @Test func aDeviceIsWrittenIntoAndStays() throws {
        guard try Command.run(["mknod", path("null"), "c", "1", "3"]).status == 0 else { return }
        // Where devices are not allowed, nothing can be tried.
        guard try Command.run(["sh", "-c", "echo > \(path("null"))"]).status == 0 else { return }
        let result = try get("/bytes/3", "null")
        expect(result.status, equals: 0, "\(result.diagnostics)")
        try expect(Command.run(["test", "-c", path("null")]).status, equals: 0, "it is no longer a device")
        try expect(names(), equals: ["null"])
    }

    /// The page of what is retried or leads elsewhere cannot be taken back, so it is not written.
    @Test(arguments: [("/bytes/100000", 100_000), ("/page-then/fifo-503/503", 9), ("/page-then/fifo-302/302", 9)])
    func aFIFOTakesTheBodyAndStays(_ row: (path: String, size: Int)) throws {
        try expect(Command.run(["mkfifo", path("fifo")]).status, equals: 0)
        let script = "cat fifo > copy & \(FetcherProgram.path) get \(program.upstream.url(row.path)) -o fifo; wait"
        let result = try Command.run(["sh", "-c", script], folder: folder.path)
        expect(result.status, equals: 0, "\(result.diagnostics)")
        try expect(JSONValue(result.output)["file"], equals: .string("fifo"))
        try expect(folder.text(of: "copy").utf8.count, equals: row.size)
        try expect(Command.run(["test", "-p", path("fifo")]).status, equals: 0)
        try expect(names(), equals: ["copy", "fifo"])
    }

    @Test func aFIFOWithoutAReaderFailsAtTheTimeout() throws {
        try expect(Command.run(["mkfifo", path("fifo")]).status, equals: 0)
        let result = try get("/bytes/3", "fifo", ["--timeout", "0.5"])
        expect(result.status, equals: 69)
        expect(result.output, contains: "write fifo: it has no reader", "\(result.output)")
    }

    /// What is written is not asked for again.
    @Test func halfABodyIsNotWrittenTwice() throws {
        let result = try program.run(["get", program.upstream.url("/truncate"), "-o", "-", "--retries", "2"])
        expect(result.output, equals: "half")
        try expect(JSONValue(result.diagnostics)["error"]["kind"], equals: .string("network"))
    }

    @Test(arguments: ["-", "/dev/stdout"]) func theBodyGoesToStdoutAndTheAnswerToStderr(_ output: String) throws {
        let result = try get("/bytes/3", output)
        expect(result.output, equals: "xxx")
        try expect(JSONValue(result.diagnostics)["status"], equals: .number(200))
        #expect(try names().isEmpty)
        let pipe = try Command.run(
            [
                "sh", "-c",
                "\(FetcherProgram.path) get \(program.upstream.url("/bytes/200000")) -o \(output) 2>err | wc -c",
            ],
            folder: folder.path)
        expect(pipe.output, equals: "200000\n")
    }

    @Test func twoRunsWithOneNameDoNotMix() throws {
        let slow = try LiveProgram(["get", program.upstream.url("/hang"), "-o", path("file"), "--retries", "0"])
        #expect(try eventually { try names().contains { $0.hasSuffix(".part") } })
        try expect(get("/bytes/40", "file").status, equals: 0)
        slow.terminate()
        _ = slow.wait()
        try expect(folder.text(of: "file"), equals: String(repeating: "x", count: 40))
        try expect(names(), equals: ["file"])
    }

    @Test func aPlantedPartIsNotFollowed() throws {
        try folder.write("mine", to: "victim")
        try link("file.part", to: "victim")
        try expect(get("/bytes/3", "file").status, equals: 0)
        try expect(folder.text(of: "victim"), equals: "mine")
        try expect(folder.text(of: "file"), equals: "xxx")
        try expect(names(), equals: ["file", "file.part", "victim"])
    }

    @Test func theModeOfAFileStays() throws {
        try folder.write("old", to: "file")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path("file"))
        try expect(get("/bytes/3", "file").status, equals: 0)
        try expect(folder.text(of: "file"), equals: "xxx")
        try expect(mode("file"), equals: 0o600)
    }

    @Test func aLinkIsFollowedAndStays() throws {
        try FileManager.default.createDirectory(atPath: path("there"), withIntermediateDirectories: false)
        try folder.write("old", to: "there/file")
        try link("link", to: "there/file")
        try link("new", to: "there/new")
        for name in ["link", "new"] {
            try expect(get("/bytes/3", name).status, equals: 0)
            try expect(Command.run(["test", "-L", path(name)]).status, equals: 0, "\(name) is no longer a link")
            try expect(folder.text(of: name), equals: "xxx")
        }
        try link("vain", to: "there/vain")
        #expect(try get("/truncate", "vain").status != 0)
        let left = try FileManager.default.contentsOfDirectory(atPath: path("there")).sorted()
        expect(left, equals: ["file", "new"])
    }

    /// As an ordinary user; root may write everything.
    @Test func aFileThatMayNotBeWrittenIsRefused() throws {
        try folder.write("old", to: "file")
        try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: path("file"))
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
        let asNobody = getuid() == 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--"] : []
        if getuid() == 0 { try FileManager.default.setAttributes([.ownerAccountID: 65534], ofItemAtPath: path("file")) }
        let command = [FetcherProgram.path, "get", program.upstream.url("/bytes/3"), "-o", path("file")]
        let result = try Command.run(asNobody + command)
        expect(result.status, equals: 69)
        expect(result.output, contains: "write \(path("file")): Permission denied", "\(result)")
        try expect(folder.text(of: "file"), equals: "old")
    }

    @Test func aFileOfARefusalThatIsRetriedIsNotKept() throws {
        let url = program.upstream.url("/page-then/kept-503/503")
        let result = try program.run(["get", url, "-o", "file", "--retries", "1"])
        expect(result.status, equals: 0)
        try expect(folder.text(of: "file"), equals: "recovered")
    }

    @Test(arguments: ["TERM", "INT", "HUP"]) func aSignalLeavesNoPart(_ signal: String) throws {
        let live = try LiveProgram(["get", program.upstream.url("/hang"), "-o", path("file"), "--retries", "0"])
        #expect(try eventually { try names().contains { $0.hasSuffix(".part") } })
        try live.kill(signal)
        if signal == "INT" {
            // The first one lets running requests end; there is nothing to see of it from here.
            #expect(
                try eventually {
                    try live.kill(signal); return !live.isRunning
                })
        }
        _ = live.wait()
        #expect(live.wasKilled)
        #expect(try names().isEmpty)
    }

    /// The system's signal would end the program before it removes the part.
    @Test func aFileOverTheLimitLeavesNoPart() throws {
        let url = program.upstream.url("/bytes/100000")
        let script = "ulimit -f 1; \(FetcherProgram.path) get \(url) -o file --retries 0"
        let result = try Command.run(["bash", "-c", script], folder: folder.path)
        expect(result.output, contains: "write file: File too large", "\(result)")
        #expect(try names().isEmpty)
    }

    @Test func namesOfFoldersAreOnlyFiles() throws {
        try folder.write("mine", to: "victim")
        try FileManager.default.createDirectory(atPath: path("many"), withIntermediateDirectories: false)
        try link("many/1-3", to: "../victim")
        try expect(Command.run(["mkfifo", path("many/2-3")]).status, equals: 0)
        let urls = ["/bytes/3", "/bytes/3?2", "/bytes/3?3"].map { program.upstream.url($0) }.joined(separator: "\n")
        let result = try program.run(["--urls", "--output-dir", "many", "--ordered", "--fields", "file"], input: urls)
        #expect(result.lines.prefix(2).allSatisfy { $0.contains("it exists, and is not a regular file") })
        expect(result.lines.last, equals: #"{"file":"many/3-3"}"#)
        try expect(folder.text(of: "victim"), equals: "mine")
    }
}
