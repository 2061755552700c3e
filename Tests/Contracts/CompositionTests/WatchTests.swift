import TestSupport
import Testing

@testable import Composition

/// Which files belong to a service.
@Suite struct WatchTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let pattern: String
        let matching: [String]
        let others: [String]
        var testDescription: String { pattern }
    }

    static let patterns = [
        Row(pattern: "app.py", matching: ["app.py"], others: ["sub/app.py", "app.pyc", "APP.py"]),
        Row(pattern: "*.py", matching: ["app.py", ".py"], others: ["sub/app.py", "app.p"]),
        Row(pattern: "**/*.py", matching: ["app.py", "a/b/app.py"], others: ["a/b/app.js"]),
        Row(pattern: "/build/", matching: ["build", "build/x", "build/a/b"], others: ["a/build", "builds"]),
        Row(pattern: "a/**/z", matching: ["a/z", "a/b/z", "a/b/c/z/y"], others: ["b/z", "a/b"]),
        Row(pattern: "?.txt", matching: ["a.txt", "é.txt"], others: [".txt", "ab.txt"]),
        Row(pattern: "**", matching: ["a", "a/b"], others: []),
        Row(pattern: "*a*a*a*a*a*a*a*a*b", matching: [], others: [String(repeating: "a", count: 1000)]),
    ]

    @Test(arguments: patterns) func aPatternIsForPaths(row: Row) {
        let rule = WatchRule(path: "/", ignore: [], include: [PathPattern(row.pattern)])
        for path in row.matching {
            expect(rule.counts(file: path.split(separator: "/")) || path.hasPrefix("."), "\(path)")
        }
        for path in row.others { #expect(!rule.counts(file: path.split(separator: "/")), "\(path)") }
    }

    @Test(arguments: [".git/index", ".app.py.swp", "app.py~", "#app.py#", "__pycache__/app.pyc", "x/node_modules/y.js"])
    func whatToolsWriteDoesNotCount(path: String) {
        #expect(!WatchRule(path: "/src").counts(file: path.split(separator: "/")))
    }

    @Test func aFolderThatIsIgnoredIsNotEntered() {
        let rule = WatchRule(path: "/src", ignore: [PathPattern("build")], include: [PathPattern("*.py")])
        expect(!rule.enters(["build"]) && !rule.enters(["build", "deep"]))
        expect(rule.enters(["sub"]) && !rule.counts(file: ["sub"]))
    }

    @Test func rulesAreReadRelativeToTheirFile() throws {
        let yaml = """
            services:
              a:
                command: cat
                develop:
                  watch:
                    - {action: restart, path: ./src/, ignore: [build, "*.log"], include: "**/*.py"}
                    - {action: restart, path: /etc/app.conf}
            """
        let disk = FakeDisk(files: ["deep/a.yaml": yaml])
        let rules = try disk.load(["deep/a.yaml"]).services[0].watch
        expect(
            rules,
            equals: [
                WatchRule(
                    path: "/home/deep/src", ignore: [PathPattern("build"), PathPattern("*.log")],
                    include: [PathPattern("**/*.py")]),
                WatchRule(path: "/etc/app.conf"),
            ])
    }

    struct Command: CustomTestStringConvertible, Sendable {
        let words: String
        var watched: [String] = []
        var testDescription: String { words }
    }

    static let commands = [
        Command(words: "cat app.py", watched: ["/home/app.py"]),
        Command(words: "cat ./app.py --fast app.py", watched: ["/home/app.py"]),
        Command(words: "bin/tool", watched: ["/home/bin/tool"]),
        Command(words: "/app/bin/viperline-view"),
        Command(words: "viperline-fetcher --application app.py /app/bin/viperline-view", watched: ["/home/app.py"]),
        Command(words: "cat /app/share/viperline/compose/roles.yaml -n"),
        Command(words: "sh -c missing.py"),
        // A folder that is named is not a file of the program.
        Command(words: "cat bin"),
    ]

    @Test(arguments: commands) func withoutRulesTheCommandNamesTheFiles(row: Command) throws {
        var system = FakeDisk().fileSystem
        let files: Set = [
            "/home/app.py", "/home/./app.py", "/home/bin/tool", "/app/bin/viperline-view",
            "/app/share/viperline/compose/roles.yaml",
        ]
        system.isRegularFile = { files.contains($0) }
        system.read = {
            $0 == "a.yaml" ? .success(Array("services: {a: {command: \(row.words)}}".utf8)) : .failure(.notFound)
        }
        system.exists = { ["a.yaml", "/app/bin/viperline-view"].contains($0) }
        let loaded = try ComposeLoader(
            files: ["a.yaml"], variables: { FakeDisk.variables[$0] },
            folders: Folders(working: "/home", executables: "/app/bin"), fileSystem: system
        ).load()
        expect(loaded.services[0].watch.map(\.path), equals: row.watched)
        #expect(loaded.unwatched.services[0].watch.isEmpty)
    }
}
