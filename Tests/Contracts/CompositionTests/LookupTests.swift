import Composition
import TestSupport
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
        ("dev", "/app/compose/dev.yaml"), ("own", "/home/.config/viperline/apps/own.yaml"),
        ("sets/own", "/home/.config/viperline/apps/sets/own.yaml"),
        ("folder", "/home/.config/viperline/apps/folder/compose.yaml"),
        ("both", "/app/share/viperline/compose/both.yaml"), (".", "./compose.yaml"), ("./sub", "./sub/compose.yml"),
        ("sub/", "sub/compose.yml"), ("/home/bin", "/home/bin/compose.yaml"), ("..", "../compose.yaml"),
    ])
    func filesByName(_ name: String, _ path: String) throws {
        let paths = [
            "compose/both.yaml", "both.yaml", "both", "./compose/both.yaml", "/srv/both.yaml",
            "/app/share/viperline/compose/both.yaml", "/app/share/viperline/compose/other.yaml",
            "/app/compose/dev.yaml", "/app/Package.swift", "top.yaml", "top.yml", "./sub/x", "../up", "/srv/x",
            "/app/share/viperline/compose/patterns/mvc.yaml", "/app/share/viperline/compose/a/b/c.yaml",
            "patterns/mvc.yaml", "patterns/mvc", "sub/x", "own.yaml", "own", "./own.yaml", "folder/compose.yaml",
            "folder.yaml",
            "/home/.config/viperline/apps/own.yaml", "/home/.config/viperline/apps/sets/own.yaml",
            "/home/.config/viperline/apps/folder/compose.yaml", "/home/.config/viperline/apps/both.yaml",
            "./compose.yaml", "./compose.yml", "../compose.yaml", "./sub/compose.yml", "sub/compose.yml",
            "/home/bin/compose.yaml", "/home/bin/compose.yml",
        ]
        var files = Dictionary(uniqueKeysWithValues: paths.map { ($0, "services: {a: {command: cat}}\n") })
        files[path] = "name: found\nservices: {a: {command: cat}}\n"
        var disk = FakeDisk(files: files)
        disk.folders += ["/home/.", "/home/sub/", "/home/.."]
        try expect(disk.load([name]).name, equals: "found")
    }

    @Test(arguments: [
        (
            "itune",
            #"itune: not found (did you mean "itunes"?); looked for /app/share/viperline/compose/itune.yaml, /home/.config/viperline/apps/itune.yaml"#
        ),
        (
            "zzz",
            "zzz: not found; looked for /app/share/viperline/compose/zzz.yaml, /home/.config/viperline/apps/zzz.yaml"
        ),
        (
            "mine",
            #"mine: not found (did you mean "./compose/mine.yaml"?); looked for /app/share/viperline/compose/mine.yaml, /home/.config/viperline/apps/mine.yaml"#
        ),
        (
            "own",
            #"own: not found (did you mean "./own.yaml"?); looked for /app/share/viperline/compose/own.yaml, /home/.config/viperline/apps/own.yaml"#
        ),
        (
            "compose/itune.yaml",
            #"compose/itune.yaml: not found (did you mean "compose/itunes.yaml"?); looked for compose/itune.yaml"#
        ),
        (
            "notes",
            #"notes: not found (did you mean "./notes"?); looked for /app/share/viperline/compose/notes.yaml, /home/.config/viperline/apps/notes.yaml"#
        ),
        (
            "folder",
            #"folder: not found (did you mean "./folder"?); looked for /app/share/viperline/compose/folder.yaml, /home/.config/viperline/apps/folder.yaml"#
        ),
        ("./bin", "./bin: a folder without compose.yaml"),
        ("none.yaml", "none.yaml: not found; looked for none.yaml"),
        (
            "patterns/mvx",
            #"patterns/mvx: not found (did you mean "patterns/mvc"?); looked for /app/share/viperline/compose/patterns/mvx.yaml, /home/.config/viperline/apps/patterns/mvx.yaml"#
        ),
        (
            "nowhere/zzz",
            "nowhere/zzz: not found; looked for /app/share/viperline/compose/nowhere/zzz.yaml, /home/.config/viperline/apps/nowhere/zzz.yaml"
        ),
    ])
    func filesThatAreNotThere(_ name: String, _ expected: String) {
        let service = "services: {a: {command: cat}}"
        let disk = FakeDisk(files: [
            "compose/itunes.yaml": service, "/app/share/viperline/compose/itunes.yaml": service,
            "compose/mine.yaml": service, "own.yaml": service, "notes": service, "folder/compose.yml": service,
            "/app/share/viperline/compose/patterns/mvc.yaml": service,
        ])
        let error = #expect(throws: ComposeError.self) { try disk.load([name]) }
        expect(error?.description, equals: expected)
    }

    /// A stranger's file is not a reason to read the user's own.
    @Test func aFileNamesInstalledApplicationsOnly() {
        let own = "/home/.config/viperline/apps/own.yaml"
        let disk = FakeDisk(files: [
            own: "services: {a: {command: cat}}", "x.yaml": "services: {a: {extends: {file: own, service: a}}}",
        ])
        let error = #expect(throws: ComposeError.self) { try disk.load(["x.yaml"]) }
        expect(
            error?.mistakes.first?.message,
            equals: #""own" not found; looked for /app/share/viperline/compose/own.yaml"#)
    }

    @Test(arguments: ["patterns/../../secret", "patterns/..", "a//b", "a/./b", ""])
    func aNameStaysInTheInstalledFolder(_ name: String) {
        let service = "services: {a: {command: cat}}"
        let disk = FakeDisk(files: [
            "/app/share/viperline/secret.yaml": service,
            "/app/share/viperline/compose/patterns/../../secret.yaml": service,
            "/app/share/viperline/compose/a/b.yaml": service, "/app/share/viperline/compose/.yaml": service,
        ])
        let error = #expect(throws: ComposeError.self) { try disk.load([name]) }
        expect(error?.description.contains("is neither the name of an application nor a path"), equals: true)
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
        try expect(disk.load(["a.yaml"]).services.first?.command, equals: [path])
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
        expect(composition.services.first?.workingDirectory, equals: path)
    }

    /// Where a service runs and where its program is, by what names them; nil where it runs in the working folder.
    @Test(arguments: [
        ("apps/a.yaml", "./run", "/home/apps", "/home/apps/run"), ("apps/a.yaml", "cat", "/home/apps", "/usr/bin/cat"),
        ("./apps/./a.yaml", "./run", "/home/apps", "/home/apps/run"), ("/srv/a.yaml", "./run", "/srv", "/srv/run"),
        ("../a.yaml", "./run", "/home/..", "/home/../run"), ("./a.yaml", "./run", nil, "/home/run"),
        ("/home/a.yaml", "./run", nil, "/home/run"), ("installed", "./run", nil, "/home/run"),
        ("own", "./run", "/home/.config/viperline/apps", "/home/.config/viperline/apps/run"),
        ("/app/share/viperline/compose/installed.yaml", "cat", nil, "/usr/bin/cat"),
        ("extending.yaml", "", "/home/apps", "/home/apps/run"), ("apps/override.yaml", "", nil, "/home/run"),
        ("folder.yaml", "", "/home/apps/data", "/home/apps/run"),
        ("own-folder.yaml", "", "/home/data", "/home/apps/run"),
    ])
    func aServiceRunsWhereItsFileIs(_ file: String, _ command: String, _ folder: String?, _ program: String) throws {
        let service = "services: {a: {command: \(command)}}"
        var disk = FakeDisk(
            files: Dictionary(
                uniqueKeysWithValues: [
                    "apps/a.yaml", "./apps/./a.yaml", "/srv/a.yaml", "../a.yaml", "./a.yaml", "/home/a.yaml",
                    "/home/.config/viperline/apps/own.yaml", "/app/share/viperline/compose/installed.yaml",
                ].map { ($0, service) }))
        disk.files["apps/run.yaml"] = "services: {a: {command: ./run}}"
        disk.files["apps/data.yaml"] = "services: {a: {command: ./run, working_dir: data}}"
        disk.files["extending.yaml"] = "services: {a: {extends: {file: apps/run.yaml, service: a}}}"
        disk.files["folder.yaml"] = "services: {a: {extends: {file: apps/data.yaml, service: a}}}"
        disk.files["own-folder.yaml"] =
            "services: {a: {extends: {file: apps/run.yaml, service: a}, working_dir: data}}"
        disk.files["apps/override.yaml"] = "services: {a: {command: cat}}"
        disk.files["run.yaml"] = "services: {a: {command: ./run}}"
        disk.programs += [
            "/home/run", "/home/apps/run", "/srv/run", "/home/../run", "/home/.config/viperline/apps/run",
        ]
        disk.folders += ["/home/apps", "/home/apps/data", "/home/data", "/srv"]
        let loaded = try disk.load(file == "apps/override.yaml" ? [file, "run.yaml"] : [file])
        expect(loaded.services.first?.workingDirectory, equals: folder)
        expect(loaded.services.first?.command, equals: [program])
    }

    /// What is typed begins where it is typed.
    @Test func theReplacementRunsWhereThePersonIs() throws {
        var disk = FakeDisk(files: ["apps/a.yaml": "services: {a: {command: cat, working_dir: data}}"])
        disk.folders += ["/home/apps/data"]
        disk.programs += ["/home/apps/data/bin/tool"]
        let service = try require(disk.load(["apps/a.yaml"], replacing: ["a": ["bin/tool"]]).services.first)
        expect(service.workingDirectory, equals: nil)
        expect(service.command, equals: ["/home/bin/tool"])
    }

    /// No service can run in the folder of `<(…)`.
    @Test func aFileFromAPipeRunsWhereThePersonIs() throws {
        var disk = FakeDisk(files: ["/dev/fd/63": "services: {a: {command: bin/tool}}"]).fileSystem
        disk.isRegularFile = { _ in false }
        let service = try ComposeLoader(
            files: ["/dev/fd/63"], variables: { _ in nil }, folders: FakeDisk.places, fileSystem: disk
        ).load().services.first
        expect(service?.workingDirectory, equals: nil)
        expect(service?.command, equals: ["/home/bin/tool"])
    }

    @Test(arguments: [
        ("compose/x.yaml", "x"), ("launches/compose.yaml", "launches"), ("./compose.yaml", "home"),
        ("/srv/deep.er/compose.yml", "deep"), ("/compose.yaml", "session"), ("sub/../compose.yaml", "sub"),
    ])
    func withoutANameTheFileGivesIt(_ path: String, _ name: String) throws {
        let disk = FakeDisk(files: [path: "services: {a: {command: cat}}"])
        try expect(disk.load([path]).name, equals: name)
    }

    @Test(arguments: [
        (["XDG_CONFIG_HOME": "/c", "HOME": "/h"], "/c/viperline/apps"), (["HOME": "/h"], "/h/.config/viperline/apps"),
        (["XDG_CONFIG_HOME": "c", "HOME": "/h"], "/h/.config/viperline/apps"),
        (["XDG_CONFIG_HOME": "", "HOME": "/h"], "/h/.config/viperline/apps"), ([:], nil), (["HOME": ""], nil),
    ])
    func thePersonsOwnApplications(_ variables: [String: String], _ folder: String?) {
        expect(Folders.applicationsFolder { variables[$0] }, equals: folder)
    }

    /// Regression: inside a stranger's clone, `viperline run github` ran the stranger's commands.
    @Test func aFileInTheWorkingFolderNeverTakesAnInstalledApplicationsPlace() throws {
        let disk = FakeDisk(files: [
            "compose/github.yaml": "name: stranger\nservices: {a: {command: cat}}",
            "github.yaml": "name: stranger\nservices: {a: {command: cat}}",
            "/app/share/viperline/compose/github.yaml": "name: installed\nservices: {a: {command: cat}}",
        ])
        try expect(disk.load(["github"]).name, equals: "installed")
        try expect(disk.load(["compose/github.yaml"]).name, equals: "stranger")
    }
}
