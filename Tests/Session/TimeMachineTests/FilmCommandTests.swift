import Foundation
import TestSupport
import Testing

/// `viperline replay --cast` and `--svg` with the real view. scripts/record picture makes the files that ReadmePictureTests compares.
@Suite struct FilmCommandTests {
    private let folder: TemporaryFolder
    private let file: String

    init() throws {
        folder = try TemporaryFolder()
        file = try Recorded.file(in: folder)
    }

    private func replay(_ options: String..., of file: String? = nil) throws -> Command.Result {
        try Command.run([Products.executable("viperline"), "replay", file ?? self.file] + options)
    }

    @Test(arguments: ["--cast", "--svg"]) func theSameSessionGivesTheSameBytes(option: String) throws {
        let first = try replay(option, "-", "--rows", "8", "--cols", "40")
        expect(first.status, equals: 0, "\(first.diagnostics)")
        expect(first.output, contains: "Good evening")
        try expect(replay(option, "-", "--rows", "8", "--cols", "40").output, equals: first.output)
        // A pipe has a path, too.
        let piped = try Command.run([
            "sh", "-c", #""$0" replay "$1" "$2" /dev/stdout --rows 8 --cols 40 | cat"#,
            Products.executable("viperline"), file, option,
        ])
        expect(piped.output, equals: first.output, "\(piped.diagnostics)")
    }

    @Test(arguments: ["--cast", "--svg"]) func noRecordingIsReplaced(option: String) throws {
        let recording = try Data(contentsOf: URL(fileURLWithPath: file))
        let result = try replay(option, file)
        expect(result.status, equals: 64)
        expect(result.diagnostics, contains: "is a recording, which the film would replace; choose another name")
        try expect(Data(contentsOf: URL(fileURLWithPath: file)), equals: recording)
    }

    @Test func eachActionIsMarkedAndSpelt() throws {
        let cast = try replay("--cast", "-", "--rows", "8")
        let lines = try cast.lines.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) }
        let head = try require(lines.first as? [String: Any])
        expect(head["version"] as? Int == 2 && head["width"] as? Int == 80 && head["height"] as? Int == 8)
        let events = lines.dropFirst().compactMap { $0 as? [Any] }
        expect(
            events.filter { $0[1] as? String == "m" }.compactMap { $0[2] as? String },
            equals: [
                "select 1", "press open", "back",
            ])
        let times = events.compactMap { $0[0] as? Double }
        expect(times == times.sorted() && times.first == 0)
        expect(cast.output, contains: " ▸ sele\"]")
        expect(cast.output, contains: "https://songs.example/2")
    }

    @Test func aPartIsFilmed() throws {
        let part = try replay("--cast", "-", "--from", "2.5", "--to", "3.15")
        expect(part.output.contains("Lullaby") || part.output.contains("Good morning"))
        expect(part.output, lacks: "select 1")
        expect(part.output, contains: "▸ back")
        let nothing = try replay("--cast", "-", "--from", "900")
        expect(nothing.status, equals: 65)
        expect(nothing.diagnostics, contains: "there is no screen in that time")
    }

    @Test(arguments: [
        ["--cols", "40"], ["--cast", "-", "--svg", "-"], ["--cast", "-", "--cols", "0"],
        ["--cast", "-", "--rows", "999"],
        ["--svg", "-", "--idle", "-1"], ["--svg", "-", "--look", "99"], ["--svg", "-", "--to", "-1"],
    ]) func whatCannotBeIsRefused(options: [String]) throws {
        let result = try Command.run([Products.executable("viperline"), "replay", file] + options)
        expect(result.status, equals: 64, "\(result.diagnostics)")
    }

    @Test func aViewThatDrawsNothingIsReported() throws {
        for (program, reason) in [("true", "ended before"), ("cat", "--stills")] {
            let result = try Command.run([
                Products.executable("viperline"), "replay", file, "--svg", "-", "--", program,
            ])
            expect(result.status, equals: 69)
            expect(result.diagnostics, contains: reason, "\(result.diagnostics)")
        }
    }

    @Test func aFileThatCannotBeWrittenIsReported() throws {
        let result = try replay("--svg", folder.path + "/none/film.svg")
        expect(result.status, equals: 69)
        expect(result.diagnostics, contains: "/none/film.svg")
    }

    /// A view prints a screen for each event, whatever the event is.
    @Test func aViewPrintsStills() throws {
        let show =
            ##"{"specversion":"1.0","type":"view.input.show","source":"p","id":"1","subject":"s-1","data":{"screen":{"title":"Tea","prompt":{"placeholder":"","text":""},"parts":[]}}}"##
        let stack =
            ##"{"specversion":"1.0","type":"router.output.didNavigate","source":"r","id":"2","data":{"stack":[{"name":"s","parameters":{},"scene":"s-1"}]}}"##
        let typed =
            ##"{"specversion":"1.0","type":"process.output.entered","source":"view","id":"3","data":{"text":"oolong"}}"##
        let result = try Command.run(
            [Products.executable("viperline-view"), "--stills", "30x6"],
            input: [stack, show, "nonsense", typed].joined(separator: "\n") + "\n")
        expect(result.status, equals: 0, "\(result.diagnostics)")
        expect(result.lines.count, equals: 4)
        expect(result.lines.last?.contains("Tea"), equals: true)
        expect(result.lines.last?.contains("oolong"), equals: true)
        for size in ["30", "0x5", "30x", "5000x5"] {
            try expect(Command.run([Products.executable("viperline-view"), "--stills", size]).status, equals: 64)
        }
    }
}
