import Foundation
import ScreenModel
import TerminalView
import TestSupport
import Testing

/// Runs a real program in place of chafa, with a simulated clock.
@Suite struct PictureDrawerTests {
    private let folder: TemporaryFolder
    private let request: PictureRequest
    private let image: ImageFile

    init() throws {
        folder = try TemporaryFolder()
        image = try require(ImageFile(base64: Fixture.image))
        request = PictureRequest(key: image.key, size: Size(columns: 8, rows: 4))
    }

    private func start(_ script: String) throws -> PictureDrawer {
        let program = try folder.writeProgram("echo $$ >'\(folder.path)/pid'\n" + script, to: "program")
        var drawer = PictureDrawer(colors: .palette, program: program)
        try drawer.start(request, image, now: .at(1000))
        return drawer
    }

    /// Waits for a drawing to end by itself.
    private func finish(_ drawer: inout PictureDrawer) -> CellBuffer? {
        var finished: (request: PictureRequest, drawing: Drawing?)?
        _ = eventually {
            if drawer.output != nil { drawer.read() }
            drawer.reap()
            finished = drawer.takeFinished(now: .at(1001))
            return finished != nil
        }
        expect(finished?.request == request && drawer.isIdle)
        guard case .cells(let cells) = finished?.drawing else { return nil }
        return cells
    }

    private var pid: Int32? {
        (try? folder.text(of: "pid")).flatMap { Int32($0.trimmingCharacters(in: .newlines)) }
    }

    @Test func theProgramGetsTheFileAndTheSizeAndNothingElse() throws {
        var drawer = try start(
            """
            cd '\(folder.path)'
            echo "$*" >arguments; cat >input; env >environment; ls /proc/self/fd >descriptors; tty <&1 >terminal
            (: </dev/tty) 2>/dev/null && echo has a terminal >terminal
            printf '\\033[31mdrawn\\033[0m\\n'
            """)
        expect(finish(&drawer)?.text, equals: ["drawn"])
        try expect(
            folder.text(of: "arguments"),
            equals: "--format symbols --animate off --polite on --threads 1 --colors 256 --size 8x4 -\n")
        try expect(
            Data(contentsOf: folder.url.appendingPathComponent("input")), equals: Data(base64Encoded: Fixture.image))
        let variables = try folder.text(of: "environment").split(separator: "\n").map { $0.prefix { $0 != "=" } }
        expect(Set(variables).subtracting(["PWD", "OLDPWD", "SHLVL", "_"]), equals: ["PATH", "LC_ALL"])
        try expect(folder.text(of: "terminal"), lacks: "has a terminal")
    }

    @Test(arguments: [
        "exit 1", "echo drawn; exit 1", "printf '\\033[2Jdrawn\\n'", "printf '\\033]0;title\\007drawn\\n'", "",
        "kill -9 $$", "head -c 9000000 /dev/zero", "yes",
    ]) func whatIsNoDrawingComesToNothing(_ script: String) throws {
        var drawer = try start(script)
        expect(finish(&drawer), equals: nil)
    }

    /// Regression: a picture that decompresses to 1 GB took 1 GB.
    @Test func theProgramHasBoundedMemoryAndTime() throws {
        var drawer = try start("echo drawn; ulimit -v >'\(folder.path)/limits'; ulimit -t >>'\(folder.path)/limits'")
        expect(finish(&drawer)?.text, equals: ["drawn"])
        try expect(folder.text(of: "limits"), equals: "524288\n10\n")
        drawer = try start("head -c 700000000 /dev/zero | tail -n 1 >/dev/null && echo drawn")
        expect(finish(&drawer), equals: nil)
    }

    @Test(arguments: ["exec sleep 1000", "sleep 1000 & wait", "trap '' TERM; while :; do sleep 1; done"])
    func aProgramThatDoesNotEndIsKilledAfterTwoSeconds(_ script: String) throws {
        var drawer = try start(script)
        #expect(eventually { pid != nil })
        let running = try require(pid)
        expect(drawer.timeout(now: .at(2900)), equals: .milliseconds(100))
        expect(drawer.takeFinished(now: .at(2999)), equals: nil)
        expect(kill(-running, 0), equals: 0)
        let finished = drawer.takeFinished(now: .at(3000))
        expect(finished?.request == request && finished?.drawing == nil && drawer.isIdle)
        #expect(eventually { kill(-running, 0) != 0 }, "and so are its children")
    }

    @Test func itIsKilledWhenNobodyWantsItAnyMore() throws {
        var drawer = try start("exec sleep 1000")
        #expect(eventually { pid != nil })
        let running = try require(pid)
        drawer.giveUp(unlessIn: [request])
        expect(!drawer.isIdle && kill(running, 0) == 0)
        drawer.giveUp(unlessIn: [])
        expect(drawer.isIdle && kill(running, 0) != 0)
    }

    @Test func aProgramThatIsNotThereIsTold() {
        var drawer = PictureDrawer(colors: .none, program: folder.path + "/none")
        #expect(throws: DrawingProcess.Failure.noProgram) { try drawer.start(request, image, now: .at(0)) }
        expect(drawer.isIdle && drawer.timeout(now: .at(0)) == nil)
    }

    @Test func descriptorsAreGivenBack() throws {
        func count() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
        var drawer = try start("exec sleep 1000")
        drawer.giveUp(unlessIn: [])
        // Other tests of this process open and close a few at the same time, but not two hundred.
        let before = try count()
        for _ in 0..<200 {
            try drawer.start(request, image, now: .at(0))
            drawer.giveUp(unlessIn: [])
        }
        #expect(try count() < before + 100)
    }
}
