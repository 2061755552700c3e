import Foundation
import TestSupport
import Testing

/// The cache when its writers die or the disk is full: each entry is later served correctly or not at all.
@Suite struct CacheFaultTests {
    private let program: FetcherProgram

    init() throws { program = try FetcherProgram() }

    private var upstream: Upstream { program.upstream }
    private var folder: TemporaryFolder { program.folder }

    private func fetch(
        _ paths: [String], cache mode: String, through shell: String = #"exec "$@""#
    ) throws -> Command.Result {
        try Command.run(
            [
                "sh", "-c", shell, "sh", FetcherProgram.path, "--urls", "--ordered", "--bodies", "base64", "--cache",
                mode,
            ],
            input: paths.map { upstream.url($0) }.joined(separator: "\n"), environment: program.environment)
    }

    /// The numbers of the lines with a body. Each such line must equal the server's answer; all others must report a
    /// missing entry.
    private func served(_ paths: [String], as truth: Command.Result) throws -> [Int] {
        let result = try fetch(paths, cache: "only")
        expect(result.status, equals: 0)
        try require(result.lines.count == paths.count && truth.lines.count == paths.count)
        return zip(result.lines, truth.lines).enumerated().compactMap { number, lines in
            if lines.0 == lines.1 { return number }
            expect(
                lines.0.contains(#""base64":null,"error":{"kind":"notFound""#) && lines.0.contains("not in the cache"))
            return nil
        }
    }

    /// Incomplete files whose writer died.
    private var unfinished: [String] {
        let files = FileManager.default.enumerator(atPath: folder.path + "/cache")?.allObjects as? [String]
        return (files ?? []).filter { $0.contains("/.writing-") }
    }

    /// A file may get no longer than a number of 512-byte blocks, as on a full disk; and a writer was killed in the middle of one.
    @Test func filesMayStayUnfinished() throws {
        let paths = ["/noise/torn/300000"]
        let truth = try fetch(paths, cache: "off")
        for blocks in [0, 1, 8, 100, 580] {
            let limited = try fetch(paths, cache: "on", through: #"(ulimit -f \#(blocks); exec "$@") | cat"#)
            expect(limited.lines, equals: truth.lines)
            #expect(unfinished.isEmpty)
            try expect(served(paths, as: truth), equals: [])
        }
        // Afterwards, the cache works as usual.
        try expect(fetch(paths, cache: "on").lines, equals: truth.lines)
        // The deepest file, since folders come in any order.
        let entry = try require(
            (FileManager.default.enumerator(atPath: folder.path + "/cache")?.allObjects as? [String])?
                .max { $0.count(where: { $0 == "/" }) < $1.count(where: { $0 == "/" }) })
        let place = "cache/" + entry.split(separator: "/").dropLast().map { $0 + "/" }.joined()
        try folder.write("half", to: place + ".writing-1")
        expect(unfinished.count, equals: 1)
        try expect(served(paths, as: truth), equals: [0])
        try expect(program.run(["cache", "clear"]).status, equals: 0)
        #expect(unfinished.isEmpty)
    }

    @Test func writersMayBeKilledAtAnyMoment() throws {
        let paths = (1...40).map { "/noise/killed/20000?\($0)" }
        let truth = try fetch(paths, cache: "off")
        let input = try folder.write(paths.map { upstream.url($0) }.joined(separator: "\n"), to: "in").path
        var random = Seeded(seed: 9)
        var killed = 0
        for round in 1...8 {
            let output = try folder.write("", to: "out-\(round)").path
            let writers = try (1...2).map { _ in
                try ChildProcess(
                    [FetcherProgram.path, "--urls", "--bodies", "base64", "--cache", "refresh"],
                    environment: program.environment,
                    streams: [input, output, "/dev/null"])
            }
            // Together they write about two megabytes.
            let enough = Int.random(in: 1..<1_000_000, using: &random)
            _ = eventually {
                (try? URL(fileURLWithPath: output).resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0 > enough
            }
            for writer in writers { kill(writer.pid, SIGKILL) }
            killed += writers.count { $0.wait() == 128 + SIGKILL }
            _ = try served(paths, as: truth)
        }
        #expect(killed > 0, "they were all too quick")
        _ = try fetch(paths, cache: "on")
        try expect(served(paths, as: truth), equals: Array(paths.indices))
    }

    /// No file may exceed 64 KiB, as on a disk without room for large files.
    @Test func aFullDiskTakesNothingFromTheAnswers() throws {
        let paths = [200, 300_000, 400, 500_000, 600].map { "/noise/full/\($0)" }
        let truth = try fetch(paths, cache: "off")
        // The limit is in blocks of 512 bytes. Answers go through a pipe, which it does not affect.
        let shell = #"(trap "" XFSZ; ulimit -f 128; exec "$@") | cat"#
        try expect(fetch(paths, cache: "on", through: shell).lines, equals: truth.lines)
        try expect(served(paths, as: truth), equals: [0, 2, 4])
        #expect(unfinished.isEmpty)
    }

    @Test func whatCannotBeReplacedIsNotServed() throws {
        let path = "/kept/replaced-\(UUID().uuidString)?Cache-Control=max-age%3D3600"
        let first = try fetch([path], cache: "on")
        try expect(served([path], as: first), equals: [0])
        let second = try fetch([path], cache: "refresh", through: #"(trap "" XFSZ; ulimit -f 0; exec "$@") | cat"#)
        #expect(second.lines != first.lines)
        try expect(served([path], as: second), equals: [])
    }

    @Test func whatIsKeptIsListedAndCleared() throws {
        _ = try fetch(["/noise/listed/70?key=secret", "/noise/listed/100000"], cache: "on")
        let plain = try program.run(["cache", "list"])
        expect(plain.status, equals: 0)
        let words = plain.lines.map { $0.split(separator: " ").map(String.init) }
        expect(
            Set(words.compactMap(\.last)), equals: Set(["70?…", "100000"].map { upstream.url("/noise/listed/\($0)") }))
        #expect(words.allSatisfy { $0.count == 3 && Int($0[0]).map { $0 > 70 } == true && $0[1] == "200" })

        let list = try program.run(["cache", "list", "--json"])
        let objects = try list.lines.map { try JSONValue($0) }
        expect(objects.map { $0["lifetime"] }, equals: [.number(86_400), .number(86_400)])
        expect(objects.map { $0["status"] }, equals: [.number(200), .number(200)])
        expect(list.output, lacks: "secret")

        let clear = try program.run(["cache", "clear"])
        expect(clear.diagnostics, equals: "viperline-fetcher: removed 2 answers from the cache\n")
        #expect(try program.run(["cache", "list"]).lines.isEmpty)
        try expect(program.run(["cache", "clear"]).status, equals: 0)
    }
}
