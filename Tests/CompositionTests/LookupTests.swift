import Composition
import Testing
import Wire
import YAML

/// Where viperline looks for files and programs.
@Suite struct LookupTests {
    @Test(arguments: [
        ("other", "/app/share/viperline/compose/other.yaml"), ("both", "/app/share/viperline/compose/both.yaml"),
        ("./compose/both.yaml", "./compose/both.yaml"), ("compose/both.yaml", "compose/both.yaml"),
        ("/srv/both.yaml", "/srv/both.yaml"), ("top.yaml", "top.yaml"), ("top.yml", "top.yml"), ("./sub/x", "./sub/x"),
        ("../up", "../up"), ("/srv/x", "/srv/x"), ("patterns/mvc", "/app/share/viperline/compose/patterns/mvc.yaml"),
        ("a/b/c", "/app/share/viperline/compose/a/b/c.yaml"), ("patterns/mvc.yaml", "patterns/mvc.yaml"),
        ("dev", "/app/compose/dev.yaml"),
    ])
    func filesByName(_ name: String, _ path: String) throws {
        let paths = [
            "compose/both.yaml", "both.yaml", "both", "./compose/both.yaml", "/srv/both.yaml",
            "/app/share/viperline/compose/both.yaml", "/app/share/viperline/compose/other.yaml",
            "/app/compose/dev.yaml", "/app/Package.swift", "top.yaml", "top.yml", "./sub/x", "../up", "/srv/x",
            "/app/share/viperline/compose/patterns/mvc.yaml", "/app/share/viperline/compose/a/b/c.yaml",
            "patterns/mvc.yaml", "patterns/mvc", "sub/x",
        ]
        var files = Dictionary(uniqueKeysWithValues: paths.map { ($0, "services: {a: {command: cat}}\n") })
        files[path] = "name: found\nservices: {a: {command: cat}}\n"
        #expect(try FakeDisk(files: files).load([name]).name == "found")
    }

    @Test(arguments: [
        (
            "itune",
            #"itune: not found (did you mean "itunes"?); looked for /app/share/viperline/compose/itune.yaml"#
        ),
        ("zzz", "zzz: not found; looked for /app/share/viperline/compose/zzz.yaml"),
        (
            "mine",
            #"mine: not found (did you mean "./compose/mine.yaml"?); looked for /app/share/viperline/compose/mine.yaml"#
        ),
        ("own", #"own: not found (did you mean "./own.yaml"?); looked for /app/share/viperline/compose/own.yaml"#),
        (
            "compose/itune.yaml",
            #"compose/itune.yaml: not found (did you mean "compose/itunes.yaml"?); looked for compose/itune.yaml"#
        ),
        ("none.yaml", "none.yaml: not found; looked for none.yaml"),
        (
            "patterns/mvx",
            #"patterns/mvx: not found (did you mean "patterns/mvc"?); looked for /app/share/viperline/compose/patterns/mvx.yaml"#
        ),
        ("nowhere/zzz", "nowhere/zzz: not found; looked for /app/share/viperline/compose/nowhere/zzz.yaml"),
    ])
    func filesThatAreNotThere(_ name: String, _ expected: String) {
        let service = "services: {a: {command: cat}}"
        let disk = FakeDisk(files: [
            "compose/itunes.yaml": service, "/app/share/viperline/compose/itunes.yaml": service,
            "compose/mine.yaml": service, "own.yaml": service,
            "/app/share/viperline/compose/patterns/mvc.yaml": service,
        ])
        let error = #expect(throws: ComposeError.self) { try disk.load([name]) }
        #expect(error?.description == expected)
    }

    @Test(arguments: ["patterns/../../secret", "patterns/..", "a//b", "a/./b", "a/", ""])
    func aNameStaysInTheInstalledFolder(_ name: String) {
        let service = "services: {a: {command: cat}}"
        let disk = FakeDisk(files: [
            "/app/share/viperline/secret.yaml": service,
            "/app/share/viperline/compose/patterns/../../secret.yaml": service,
            "/app/share/viperline/compose/a/b.yaml": service, "/app/share/viperline/compose/.yaml": service,
        ])
        let error = #expect(throws: ComposeError.self) { try disk.load([name]) }
        #expect(error?.description.contains("is neither the name of an installed application nor a path") == true)
    }

    @Test(arguments: [
        ("command: cat", "/usr/bin/cat"), ("command: viperline-view", "/app/bin/viperline-view"),
        ("command: both", "/app/bin/both"), ("command: /usr/bin/sh", "/usr/bin/sh"),
        ("command: bin/tool", "/home/bin/tool"),
        ("command: ./bin/tool", "/home/bin/tool"), ("{command: ./own, working_dir: sub}", "/home/sub/own"),
        ("{command: bin/tool, working_dir: sub}", "/home/bin/tool"),
    ])
    func programs(_ service: String, _ path: String) throws {
        var disk = FakeDisk(files: ["a.yaml": "services:\n  a:\n    \(service)\n"])
        disk.programs += ["/app/bin/both", "/usr/bin/both", "/home/sub/own"]
        #expect(try disk.load(["a.yaml"]).services.first?.command == [path])
    }

    @Test(arguments: [
        ("sub", "/home/sub"), ("./sub", "/home/sub"), ("/home/bin", "/home/bin"),
        // Paths in the session's own folder are not checked, because they may be created later.
        ("${VIPERLINE_SESSION_DIR}/later", "/tmp/session/later"),
    ])
    func workingFolders(_ folder: String, _ path: String) throws {
        let composition = try FakeDisk.composition(
            "services: {a: {command: cat, working_dir: '\(folder)'}}",
            environment: ["VIPERLINE_SESSION_DIR": "/tmp/session"])
        #expect(composition.services.first?.workingDirectory == path)
    }

    @Test func withoutANameTheFileGivesIt() throws {
        let disk = FakeDisk(files: ["compose/x.yaml": "services: {a: {command: cat}}"])
        #expect(try disk.load(["compose/x.yaml"]).name == "x")
    }

    /// Regression: inside a stranger's clone, `viperline run github` ran the stranger's commands.
    @Test func aFileInTheWorkingFolderNeverTakesAnInstalledApplicationsPlace() throws {
        let disk = FakeDisk(files: [
            "compose/github.yaml": "name: stranger\nservices: {a: {command: cat}}",
            "github.yaml": "name: stranger\nservices: {a: {command: cat}}",
            "/app/share/viperline/compose/github.yaml": "name: installed\nservices: {a: {command: cat}}",
        ])
        #expect(try disk.load(["github"]).name == "installed")
        #expect(try disk.load(["compose/github.yaml"]).name == "stranger")
    }
}
