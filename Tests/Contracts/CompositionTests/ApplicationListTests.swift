import Foundation
import TestSupport
import Testing

@testable import Composition

/// Which applications there are.
@Suite struct ApplicationListTests {
    private static let own = "/home/.config/viperline/apps"
    private static let installed = "/app/share/viperline/compose"
    private static let good = "services: {a: {command: cat}}"

    /// `NAME ORIGIN DESCRIPTION`, `! MISTAKE` and the namesake.
    private static func lines(_ disk: FakeDisk, _ origins: Set<ApplicationList.Origin> = [.installed, .own]) -> [String]
    {
        ApplicationList(
            of: origins, folders: FakeDisk.places, files: disk.fileSystem, variables: { FakeDisk.variables[$0] }
        ).entries.map { entry in
            ([entry.name, entry.origin.rawValue, entry.description]
                + [entry.mistake, entry.namesake].compactMap(\.self))
                .joined(separator: " | ")
        }
    }

    @Test func applicationsAreFilesWithADescription() {
        var disk = FakeDisk(files: [
            "\(Self.installed)/b.yaml": "description: B\n\(Self.good)", "\(Self.installed)/roles.yaml": "services: {}",
            "\(Self.installed)/patterns/p.yaml": "description: P\n\(Self.good)",
            "\(Self.installed)/README.md": "description: no",
            "\(Self.own)/b.yaml": "description: another B\n\(Self.good)",
            "\(Self.own)/a/compose.yaml": "description: \"A\\e[31m \\n a\"\n\(Self.good)",
            "\(Self.own)/a/x.yaml": "description: a part of it", "\(Self.own)/broken.yaml": "description: [",
            "\(Self.own)/lacking.yaml": "description: L\nservices: {a: {command: nothing-there, tty: x}}",
            "\(Self.own)/fragment.yaml": "services: {}", "\(Self.own)/.hidden.yaml": "description: no",
            "\(Self.own)/todo": "#!/bin/sh\n# Description: no\n# description: What is to be done\u{1B}[2J\n",
            "\(Self.own)/notes.txt": "", "\(Self.own)/todo~": "",
            "/home/c.yaml": "description: C\n\(Self.good)", "/home/compose.yaml": Self.good,
        ])
        disk.programs += ["todo", "todo~"].map { "\(Self.own)/\($0)" }
        disk.folders += ["\(Self.installed)/patterns", "\(Self.own)/a"]
        disk.files["\(Self.installed)/patterns"] = ""
        disk.files["\(Self.own)/a"] = ""
        expect(
            Self.lines(disk),
            equals: [
                "a | own | A[31m a", "b | installed | B", "b | own | another B | \(Self.installed)/b.yaml",
                "broken | own |  | \(Self.own)/broken.yaml:2: not valid YAML: did not find expected node content while parsing "
                    + "a flow node of line 2",
                "lacking | own | L | \(Self.own)/lacking.yaml:2: services.a.tty: expected true or false, found \"x\" (and 1 more)",
                "patterns/p | installed | P", "todo | own | What is to be done[2J",
            ])
        expect(Self.lines(disk, [.folder]), equals: ["c | folder | C", "home | folder | "])
    }

    @Test func anInstalledFileIsListedOnce() {
        var disk = FakeDisk(files: [
            "\(Self.installed)/b.yaml": "description: B\n\(Self.good)",
            "/app/compose/b.yaml": "description: B again\n\(Self.good)",
            "/app/Package.swift": "",
        ])
        disk.folders.append("/app/compose")
        expect(Self.lines(disk), equals: ["b | installed | B"])
    }

    /// Files that are not safe to run, or cannot be read, are listed with the reason, and nothing waits for them.
    @Test func hostileFilesAreDistinguished() throws {
        let folder = try TemporaryFolder()
        let text = "description: D\n\(Self.good)"
        for name in ["good", "open", "huge"] { try folder.write(text, to: "\(name).yaml") }
        expect(chmod(folder.path + "/open.yaml", 0o666), equals: 0)
        try folder.write(text + String(repeating: "#", count: FileSystem.sizeLimit), to: "huge.yaml")
        expect(mkfifo(folder.path + "/pipe.yaml", 0o600), equals: 0)
        expect(symlink("loop.yaml", folder.path + "/loop.yaml"), equals: 0)
        expect(mkdir(folder.path + "/deep", 0o700) == 0 && symlink("..", folder.path + "/deep/up") == 0)
        let places = Folders(working: "/", executables: "/nowhere/bin", applications: folder.path)
        let list = ApplicationList(of: [.own], folders: places, files: .local) { ["PATH": "/usr/bin:/bin"][$0] }
        let reasons = list.entries.map { "\($0.name): \($0.mistake?.replacing(folder.path, with: "") ?? "good")" }
        expect(
            reasons,
            equals: [
                "good: good", "huge: /huge.yaml: larger than 4 MiB; is this a compose file?",
                "loop: /loop.yaml: not a regular file",
                "open: /open.yaml: it is another user's, or others may write it",
                "pipe: /pipe.yaml: not a regular file",
            ])
    }

    @Test func thereIsALimit() throws {
        var disk = FakeDisk()
        for number in 0...ApplicationList.mostEntries { disk.files["\(Self.own)/\(number).yaml"] = "description: [" }
        let list = ApplicationList(of: [.own], folders: FakeDisk.places, files: disk.fileSystem) { _ in nil }
        expect(list.entries.count == ApplicationList.mostEntries && list.isCut)
    }

    /// All shipped applications can be run.
    @Test func theShippedOnesAreListed() throws {
        let listed = try Command.run(
            [Products.executable("viperline"), "apps", "--json"], environment: ["HOME": "/nowhere"])
        let rows = try listed.output.split(separator: "\n").map { try JSONValue(String($0)) }
        #expect(rows.contains { $0["name"] == .string("itunes") && $0["origin"] == .string("installed") })
        #expect(rows.allSatisfy { $0["mistake"] == .null && $0["description"] != .null })
        let table = try Command.run([Products.executable("viperline"), "apps"], environment: ["HOME": "/nowhere"])
        expect(table.output.hasPrefix("NAME ") && table.output.contains("\npatterns/mvc "))
    }
}
