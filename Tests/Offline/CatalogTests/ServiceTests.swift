import Foundation
import TestSupport
import Testing

@Suite("viperline-catalog --socket") struct ServiceTests {
    private let scratch: TemporaryFolder
    private var socket: String { "\(scratch.path)/catalog.sock" }

    init() throws {
        scratch = try TemporaryFolder()
    }

    @Test func aSupervisedCatalogReportsReadinessAndEndsWithItsInput() throws {
        let service = try RunningService(socket, environment: ["VIPERLINE_SERVICE": "shop", "VIPERLINE_RUN": "2"])
        let expected = #"{"specversion":"1.0","type":"process.output.ready","source":"shop","id":"shop-2-1","#
        #expect(service.firstLine(of: .output).hasPrefix(expected))
        try expect(Command.run(["curl", "-sS", "--unix-socket", socket, address]).output, contains: "Torch")
        service.endInput()
        expect(service.exitStatus(), equals: 0)
        #expect(!FileManager.default.fileExists(atPath: socket))
        #expect(service.rest(of: .output).isEmpty)
    }

    @Test(arguments: [SIGTERM, SIGINT]) func anUnsupervisedOneEndsOnASignalOnly(signal: Int32) throws {
        let service = try RunningService(socket)
        expect(service.firstLine(of: .diagnostics), equals: "viperline-catalog: serving on \(socket)")
        service.endInput()
        // The catalog keeps running after the end of its input.
        try expect(Command.run(["curl", "-sS", "--unix-socket", socket, address]).output, contains: "Torch")
        service.send(signal)
        expect(service.exitStatus(), equals: 0)
        #expect(!FileManager.default.fileExists(atPath: socket))
        #expect(service.text(of: .output).isEmpty)
    }

    @Test func aDeadServersSocketIsReplacedAndALiveOnesIsNot() throws {
        let dead = try RunningService(socket)
        _ = dead.firstLine(of: .diagnostics)
        let second = try Command.run([CatalogRun.program, "--socket", socket])
        expect(second.status, equals: 69)
        expect(second.diagnostics, contains: "another server is listening there")
        try expect(Command.run(["curl", "-sS", "--unix-socket", socket, address]).output, contains: "Torch")
        dead.send(SIGKILL)
        _ = dead.exitStatus()
        #expect(FileManager.default.fileExists(atPath: socket))
        let service = try RunningService(socket)
        #expect(service.firstLine(of: .diagnostics).hasSuffix("serving on \(socket)"))
        service.send(SIGTERM)
        expect(service.exitStatus(), equals: 0)
    }

    @Test func aPathThatCannotBeASocket() throws {
        let long = "/tmp/" + String(repeating: "x", count: 103)
        let tooLong = try Command.run([CatalogRun.program, "--socket", long])
        expect(tooLong.status, equals: 64)
        expect(tooLong.diagnostics, contains: "1 to 107 bytes, this one 108")
        let file = try scratch.write("precious", to: "file")
        let occupied = try Command.run([CatalogRun.program, "--socket", file.path])
        expect(occupied.status, equals: 69)
        try expect(String(contentsOf: file, encoding: .utf8), equals: "precious")
        try expect(Command.run([CatalogRun.program, "--socket", "/no/such/folder/s"]).status, equals: 69)
    }

    @Test func thePathMayBeAsLongAsTheSystemAllows() throws {
        let longest = scratch.path + "/" + String(repeating: "x", count: 106 - scratch.path.utf8.count)
        let service = try RunningService(longest)
        #expect(service.firstLine(of: .diagnostics).hasSuffix("serving on \(longest)"))
        try expect(Command.run(["curl", "-sS", "--unix-socket", longest, address]).output, contains: "Torch")
        service.send(SIGTERM)
        expect(service.exitStatus(), equals: 0)
    }

    private let address = "http://catalog.invalid/itunes/search?term=torch"
}
