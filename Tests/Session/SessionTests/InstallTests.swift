import Foundation
import TestSupport
import Testing

/// `viperline install` and `uninstall`: real folders, and a home of their own.
@Suite struct InstallTests {
    private static let script = "#!/bin/sh\n# viperline: Names two trees\necho oak\necho elm\n"
    private static let session = """
        name: onefile
        description: Ends at once
        services:
          one: {command: [sh, -c, 'cat greeting >&2; cat >>data </dev/null'], exit_on_end: true, environment: {LD_PRELOAD: libevil.so, API_TOKEN: a1b2c3d4e5f6}}
        """
    private static let declared = """
        name: boxes
        description: Crates
        sources:
          crates:
            url: https://crates.example/{term}
            headers: {Authorization: "Bearer ${CRATES_TOKEN:-}"}
            answer: .
        scenes:
          crates: {title: Crates, search: crates, row: .id}
        """

    private let folder: TemporaryFolder
    private var store: String { folder.path + "/home/.local/share/viperline/apps" }

    init() throws {
        folder = try TemporaryFolder()
        try write(Self.session, "one/compose.yaml")
        try write("a greeting\n", "one/greeting")
        try write("x", "one/.git/HEAD")
        try write(Self.script, "trees.sh")
        try write(Self.declared, "boxes.yaml")
        try write("", "home/nothing")
    }

    private func write(_ text: String, _ path: String) throws {
        let parent = (folder.path + "/" + path as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
        try folder.write(text, to: path)
    }

    private var environment: [String: String] {
        ["HOME": folder.path + "/home", "XDG_DATA_HOME": "", "XDG_CONFIG_HOME": "", "XDG_RUNTIME_DIR": folder.path]
    }

    private func viperline(_ words: String..., input: String = "") throws -> Command.Result {
        try Command.run(
            ["setsid", "--wait", Products.executable("viperline")] + words, input: input, environment: environment,
            folder: folder.path)
    }

    private var stored: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: store)) ?? []).filter { $0 != ".lock" }.sorted()
    }

    @Test(arguments: [
        ("one", "one", "sh -c 'cat greeting >&2; cat >>data </dev/null'"),
        ("./one/", "one", "with LD_PRELOAD=libevil.so"), ("one", "one", "with API_TOKEN=(a secret)"),
        ("trees.sh", "trees", "/bin/sh /"), ("./boxes.yaml", "boxes", "GET https://crates.example/{term}"),
        ("boxes.yaml", "boxes", "with the header Authorization: Bearer ${CRATES_TOKEN:-}"),
    ])
    func itShowsWhatItWillRunAndIsThenFoundByItsName(_ path: String, _ name: String, _ shown: String) throws {
        let refused = try viperline("install", path)
        expect(refused.status == 64 && refused.diagnostics.contains("--yes"), "\(refused.diagnostics)")
        #expect(stored.isEmpty)
        let result = try viperline("install", path, "--yes")
        expect(result.status == 0 && result.output.contains(shown), "\(result.output)\(result.diagnostics)")
        expect(result.output, lacks: ".incoming")
        expect(stored, equals: [name])
        let list = try viperline("apps")
        #expect(
            list.lines.contains { $0.hasPrefix("\(name) ") && $0.contains(" own ") && !$0.contains("!") },
            "\(list.output)")
        try expect(viperline("uninstall", name, "--yes").status, equals: 0)
        #expect(stored.isEmpty)
    }

    /// From anywhere, in its own folder.
    @Test func anInstalledApplicationRuns() throws {
        try require(viperline("install", "one", "--yes").status == 0)
        let result = try viperline("run", "one", "--log", "-")
        expect(result.status == 0 && result.diagnostics.contains("a greeting"), "\(result.diagnostics)")
        #expect(!FileManager.default.fileExists(atPath: store + "/one/.git"))
        try require(viperline("install", "trees.sh", "--yes").status == 0)
        let chosen = try viperline("run", "trees", input: "search elm\nselect 1\n")
        expect(chosen.output, equals: "elm\n", "\(chosen.diagnostics)")
    }

    @Test(
        arguments: [
            ("nowhere", 65, "there is no such file"), ("home", 65, "has no compose.yaml"),
            ("home/nothing", 65, "neither a compose file"), ("/dev/zero", 65, "neither a file nor a folder"),
            ("link", 65, "it is a link out of the folder"), ("pipe", 65, "it is a device, a socket or a pipe"),
            ("broken.yaml", 65, "install its folder"), ("../-x.yaml", 65, "--name"),
        ] as [(String, Int32, String)])
    func whatCannotBeInstalledLeavesNothing(_ path: String, _ status: Int32, _ reason: String) throws {
        for name in ["link", "pipe"] { try write(Self.session, "\(name)/compose.yaml") }
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/link/etc", withDestinationPath: "/etc")
        try require(mkfifo(folder.path + "/pipe/pipe", 0o600) == 0)
        try write("services: {a: {command: [python3, missing.py]}}", "broken.yaml")
        try write(Self.session, "sub/place/x")
        try write(Self.session, "-x.yaml")
        let result = try viperline("install", path == "../-x.yaml" ? "./-x.yaml" : path, "--yes")
        expect(result.status == status && result.diagnostics.contains(reason), "\(result.diagnostics)")
        expect(result.diagnostics, lacks: ".incoming")
        #expect(stored.isEmpty)
    }

    @Test(arguments: [
        "../evil", ".", "..", "a/b", "", "-x", "café", String(repeating: "a", count: 65), "a\nb", "itunes",
    ])
    func aNameLeadsNowhereElse(_ name: String) throws {
        for words in [["install", "one", "--yes", "--name=\(name)"], ["uninstall", "--yes", "--", name]] {
            let result = try Command.run(
                [Products.executable("viperline")] + words, environment: environment, folder: folder.path)
            expect([64, 65], contains: result.status, "\(words): \(result.diagnostics)")
        }
        #expect(stored.isEmpty)
        #expect(FileManager.default.fileExists(atPath: folder.path + "/one/compose.yaml"))
    }

    /// An application that the user has written would be run in its place.
    @Test func aNameThatIsTakenIsRefused() throws {
        try write(Self.session, "home/.config/viperline/apps/one.yaml")
        let result = try viperline("install", "one", "--yes")
        expect(result.status == 65 && result.diagnostics.contains("--name"), "\(result.diagnostics)")
        try expect(viperline("install", "one", "--yes", "--name", "two").status, equals: 0)
        try expect(viperline("uninstall", "one", "--yes").status, equals: 65)
    }

    // MARK: Versions

    @Test func aNewVersionKeepsTheDataAndRemovesOldFiles() throws {
        try write("old", "one/part.txt")
        try require(viperline("install", "one", "--yes").status == 0)
        let again = try viperline("install", "one", "--yes")
        expect(again.status == 65 && again.diagnostics.contains("--force"), "\(again.diagnostics)")
        for (text, file) in [("mine", "todo.txt"), ("deep", "notes/a/b.md"), ("x", "__pycache__/x.pyc")] {
            try write(text, "home/.local/share/viperline/apps/one/\(file)")
        }
        try FileManager.default.removeItem(atPath: folder.path + "/one/part.txt")
        try write("another greeting\n", "one/greeting")
        let forced = try viperline("install", "one", "--yes", "--force")
        expect(forced.status, equals: 0, "\(forced.diagnostics)")
        let text = { (file: String) in try? String(contentsOfFile: store + "/one/" + file, encoding: .utf8) }
        expect(text("todo.txt") == "mine" && text("notes/a/b.md") == "deep")
        expect(text("greeting") == "another greeting\n" && text("part.txt") == nil)
        expect(stored, equals: ["one"])
        let refused = try viperline("uninstall", "one", "--yes")
        expect(refused.status == 65 && refused.output.contains("notes/a/b.md, todo.txt"), "\(refused.output)")
        expect(text("todo.txt"), equals: "mine")
        try expect(viperline("uninstall", "one", "--yes", "--force").status, equals: 0)
        #expect(stored.isEmpty)
    }

    @Test func whatTheUserHasChangedIsNotReplaced() throws {
        try require(viperline("install", "one", "--yes").status == 0)
        try write("my greeting\n", "home/.local/share/viperline/apps/one/greeting")
        try write("another greeting\n", "one/greeting")
        let result = try viperline("install", "one", "--yes", "--force")
        expect(result.status == 65 && result.diagnostics.contains("one/greeting has changed"), "\(result.diagnostics)")
        try expect(String(contentsOfFile: store + "/one/greeting", encoding: .utf8), equals: "my greeting\n")
    }

    /// A process was killed between the two renames of a replacement; another one before it had copied all.
    @Test func aVersionThatWasBeingReplacedComesBack() throws {
        try require(viperline("install", "one", "--yes").status == 0)
        try FileManager.default.moveItem(atPath: store + "/one", toPath: store + "/.one.old")
        try write("half", "home/.local/share/viperline/apps/.incoming-abc/one/compose.yaml")
        try expect(viperline("install", "one", "--yes").status, equals: 65)
        expect(stored, equals: ["one"])
    }

    @Test func ofTwoAtOnceOneIsInstalled() throws {
        let words = ["setsid", "--wait", Products.executable("viperline"), "install", "one", "--yes"]
        for file in ["input", "output", "errors"] { try folder.write("", to: file) }
        let others = try (1...4).map { _ in
            try ChildProcess(
                words, environment: environment, folder: folder.path,
                streams: ["input", "output", "errors"].map { folder.path + "/" + $0 })
        }
        let codes = others.map { $0.wait() }.sorted()
        expect(codes, equals: [0, 65, 65, 65])
        expect(stored, equals: ["one"])
        try expect(viperline("run", "one").status, equals: 0)
    }

    /// The system refuses to write: nothing of the application is left, and the old version stays.
    @Test func aFullDiskLeavesTheOldVersion() throws {
        try require(viperline("install", "one", "--yes").status == 0)
        try write(String(repeating: "x", count: 3 << 20), "one/large")
        let result = try Command.run(
            [
                "sh", "-c", "trap '' XFSZ; ulimit -f 1024; exec \"$@\"", "sh", Products.executable("viperline"),
                "install", "one", "--yes", "--force",
            ],
            environment: environment, folder: folder.path)
        expect(result.status == 69 && result.diagnostics.contains("large"), "\(result.diagnostics)")
        expect(stored, equals: ["one"])
        #expect(!FileManager.default.fileExists(atPath: store + "/one/large"))
    }

    @Test func aUserIsAsked() throws {
        let line = "\(Products.executable("viperline")) install one; echo \"ended with $?\"; exec cat"
        let terminal = try Tmux("cd \(folder.path); \(line)", environment: environment)
        try terminal.wait(for: "Install it? [y/N]")
        #expect(stored.allSatisfy { $0.hasPrefix(".incoming-") })
        try terminal.send("Enter")
        try terminal.wait(for: "ended with 1")
        #expect(stored.isEmpty)
    }
}
