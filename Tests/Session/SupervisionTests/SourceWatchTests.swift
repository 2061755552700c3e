import Composition
import Foundation
import Platform
import TestSupport
import Testing

@testable import Watching

/// Saves in a folder, in the ways of editors and tools.
@Suite struct SourceWatchTests {
    /// A step of the test: what is done, and which files of the service count as saved.
    struct Step: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var path = "src"
        let act: @Sendable (Disk) throws -> Void
        let saved: [String]
    }

    struct Disk: Sendable {
        let folder: TemporaryFolder
        func write(_ text: String, _ name: String) throws {
            try Data(text.utf8).write(to: folder.url.appendingPathComponent(name))
        }
        func move(_ from: String, _ to: String) { _ = rename("\(folder.path)/\(from)", "\(folder.path)/\(to)") }
        func makeFolder(_ name: String) { mkdir("\(folder.path)/\(name)", 0o700) }
        func link(_ name: String, to target: String) { symlink(target, "\(folder.path)/\(name)") }
        func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: "\(folder.path)/\(name)") }
    }

    static let steps: [Step] = [
        Step(testDescription: "truncated and written", act: { try $0.write("b", "src/app.py") }, saved: ["src/app.py"]),
        Step(
            testDescription: "renamed into place",
            act: {
                try $0.write("b", "src/.app.py.tmp")
                $0.move("src/.app.py.tmp", "src/app.py")
            }, saved: ["src/app.py"]),
        Step(
            testDescription: "the old one moved away first",
            act: {
                $0.move("src/app.py", "src/app.py~")
                try $0.write("b", "src/app.py")
            }, saved: ["src/app.py"]),
        Step(testDescription: "saved as it was", act: { try $0.write("a", "src/app.py") }, saved: []),
        Step(
            testDescription: "another content of the same size and the same time",
            act: { disk in
                let path = disk.folder.path + "/src/app.py"
                var status = stat()
                stat(path, &status)
                try disk.write("b", "src/app.py")
                let times = [status.st_atim, status.st_mtim]
                _ = times.withUnsafeBufferPointer { utimensat(AT_FDCWD, path, $0.baseAddress, 0) }
            }, saved: ["src/app.py"]),
        Step(
            testDescription: "changed and changed back",
            act: {
                try $0.write("b", "src/app.py")
                try $0.write("a", "src/app.py")
            }, saved: []),
        Step(
            testDescription: "an editor's probe",
            act: {
                try $0.write("", "src/4913")
                try $0.remove("src/4913")
            }, saved: []),
        Step(testDescription: "an ignored file", act: { try $0.write("x", "src/debug.log") }, saved: []),
        Step(testDescription: "a new file", act: { try $0.write("x", "src/new.py") }, saved: ["src/new.py"]),
        Step(testDescription: "a removed file", act: { try $0.remove("src/app.py") }, saved: ["src/app.py"]),
        Step(
            testDescription: "a file in a new folder",
            act: {
                $0.makeFolder("src/deep")
                try $0.write("x", "src/deep/a.py")
            }, saved: ["src/deep/a.py"]),
        Step(
            testDescription: "the folder is there again",
            act: {
                $0.move("src", "gone")
                $0.makeFolder("src")
                try $0.write("b", "src/app.py")
                try $0.write("util", "src/util.py")
            }, saved: ["src/app.py"]),
        Step(
            testDescription: "too many changes to be told",
            act: { disk in
                for _ in 0..<10_000 {
                    disk.link("src/x.log", to: "y")
                    unlink("\(disk.folder.path)/src/x.log")
                }
                try disk.write("b", "src/app.py")
            }, saved: ["src/app.py"]),
        Step(
            testDescription: "loops of links, a pipe",
            act: {
                $0.link("src/loop", to: ".")
                $0.link("src/self.py", to: "self.py")
                mkfifo("\($0.folder.path)/src/pipe.py", 0o600)
            }, saved: []),
        Step(
            testDescription: "one file among others", path: "src/app.py",
            act: {
                try $0.write("b", "src/util.py")
                try $0.write("b", "src/app.py")
            }, saved: ["src/app.py"]),
        Step(
            testDescription: "what a link leads to", path: "link.py", act: { try $0.write("b", "src/app.py") },
            saved: ["link.py"]),
        Step(
            testDescription: "another folder behind a link", path: "current/app.py",
            act: {
                $0.makeFolder("other")
                try $0.write("b", "other/app.py")
                $0.link("next", to: "other")
                $0.move("next", "current")
            }, saved: ["current/app.py"]),
        Step(
            testDescription: "a file that comes later", path: "later/app.py",
            act: {
                $0.makeFolder("later")
                try $0.write("b", "later/app.py")
            }, saved: ["later/app.py"]),
    ]

    @Test(arguments: steps) func isToldOnce(step: Step) throws {
        let disk = Disk(folder: try TemporaryFolder())
        disk.makeFolder("src")
        try disk.write("a", "src/app.py")
        try disk.write("util", "src/util.py")
        disk.link("link.py", to: "src/app.py")
        disk.link("current", to: "src")
        let watch = try Self.watch(disk, step.path)
        try step.act(disk)
        expect(Self.saves(watch).flatMap(\.files), equals: step.saved.map { "\(disk.folder.path)/\($0)" })
        // The next save is told as well.
        if let file = step.saved.first {
            try disk.write("c", file)
            expect(Self.saves(watch).map(\.files), equals: [["\(disk.folder.path)/\(file)"]])
        }
    }

    @Test func eachFileBelongsToItsService() throws {
        let disk = Disk(folder: try TemporaryFolder())
        var composition = Composition(
            name: "test", services: ["a", "b"].map { Service(name: $0, command: ["cat"]) })
        for index in 0...1 { composition.services[index].watch = [WatchRule(path: "\(disk.folder.path)/\(index)")] }
        composition.files = ["\(disk.folder.path)/compose.yaml"]
        for name in ["0", "1", "compose.yaml"] { try disk.write("a", name) }
        let watch = try SourceWatch(composition, at: .now)
        for (name, owner) in [("1", SourceWatch.Owner.service("b")), ("compose.yaml", .composeFiles)] {
            try disk.write("b", name)
            expect(Self.saves(watch), equals: [.init(owner: owner, files: ["\(disk.folder.path)/\(name)"])])
        }
    }

    @Test func moreFoldersThanTheLimitAreNamed() throws {
        let disk = Disk(folder: try TemporaryFolder())
        disk.makeFolder("src")
        for number in 0...WatchLimits.folders { disk.makeFolder("src/\(number)") }
        let watch = try Self.watch(disk, "src")
        expect(watch.takeTroubles().count, equals: 1)
        #expect(watch.takeTroubles().isEmpty)
    }

    @Test func aBurstEndsWithSilenceOrInTime() {
        let start = Instant.now
        var period = QuietPeriod(from: start)
        period.note(at: start + .milliseconds(30))
        expect(period.end, equals: start + .milliseconds(30) + QuietPeriod.length)
        period.note(at: start + .milliseconds(990))
        expect(period.end, equals: start + QuietPeriod.longestBurst)
    }

    private static func watch(_ disk: Disk, _ path: String) throws -> SourceWatch {
        var service = Service(name: "role", command: ["cat"])
        service.watch = [WatchRule(path: "\(disk.folder.path)/\(path)", ignore: [PathPattern("*.log")])]
        return try SourceWatch(Composition(name: "test", services: [service]), at: .now)
    }

    /// What was saved, as the loop would find out, on a clock of its own.
    private static func saves(_ watch: SourceWatch) -> [SourceWatch.Save] {
        var now = Instant.now
        while PollSet.isReady(watch.descriptor) { watch.read(at: now) }
        var saves: [SourceWatch.Save] = []
        for _ in 0..<3 {
            now += .seconds(1)
            saves += watch.takeSaves(at: now)
            // A look may begin to watch folders.
            while PollSet.isReady(watch.descriptor) { watch.read(at: now) }
        }
        return saves
    }
}
