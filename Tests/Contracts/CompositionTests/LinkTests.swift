import Foundation
import Synchronization
import TestSupport
import Testing
import YAML

@testable import Composition

/// Links in the folder of a stranger's file, such as a clone.
@Suite struct LinkTests {
    /// `victim`, whose files are none of the stranger's; `clone`, with the stranger's; `bin` and `share`, an installation.
    private final class Disk: Sendable {
        let folder: TemporaryFolder

        init(_ yaml: String = "services: {a: {command: cat}}", links: [String: String] = [:]) throws {
            folder = try TemporaryFolder()
            for name in ["victim", "clone/real", "clone/sub", "bin", "share/viperline/compose"] {
                try FileManager.default.createDirectory(
                    atPath: "\(folder.path)/\(name)", withIntermediateDirectories: true)
            }
            try folder.write("AWS_SECRET=topsecret123", to: "victim/creds")
            try folder.write("services: {a: {command: cat, environment: {A: topsecret123}}}", to: "victim/other.yaml")
            try folder.write("INSIDE=yes", to: "clone/real/inside.env")
            try folder.write("services: {b: {command: cat, env_file: x.env}}", to: "clone/real/b.yaml")
            try folder.write(yaml, to: "clone/app.yaml")
            for (name, target) in links { try link(name, target.replacing("@", with: folder.path)) }
        }

        func link(_ name: String, _ target: String) throws {
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder.path)/\(name)", withDestinationPath: target)
        }

        var places: Folders {
            Folders(working: folder.path, executables: "\(folder.path)/bin", applications: "\(folder.path)/own")
        }

        /// The working folder is that of all tests, so a path is absolute.
        func load(_ name: String = "clone/app.yaml", _ environmentFiles: [String] = []) throws(ComposeError)
            -> Composition
        {
            try ComposeLoader(
                files: [FileLookup.isShortName(name) ? name : "\(folder.path)/\(name)"],
                environmentFiles: environmentFiles.map { "\(folder.path)/\($0)" },
                variables: { ["PATH": "/usr/bin:/bin"][$0] }, folders: places
            ).load()
        }

        func mistakes(_ name: String = "clone/app.yaml") -> [String] {
            do throws(ComposeError) {
                return ["loaded: \(try load(name).services.map(\.environment))"]
            } catch {
                return error.mistakes.map { "\($0)".replacing("\(folder.path)/", with: "") }
            }
        }
    }

    private static let environmentFile = "services:\n  a:\n    command: cat\n    env_file: x.env"
    private static let linked = "leads out of clone through a link; put the file itself in that folder"

    /// Regression: `config` printed what was in files outside the stranger's folder, and `extends` quoted /etc/passwd.
    @Test(arguments: [
        (environmentFile, ["clone/x.env": "../victim/creds"], 4),
        (environmentFile, ["clone/x.env": "@/victim/creds"], 4),
        (environmentFile, ["clone/x.env": "/proc/self/environ"], 4),
        (environmentFile, ["clone/x.env": "/proc/self/fd/0"], 4),
        (environmentFile, ["clone/x.env": "/dev/zero"], 4), (environmentFile, ["clone/x.env": "x.env"], 4),
        (environmentFile, ["clone/x.env": "real/y", "clone/real/y": "../../victim/creds"], 4),
        // Out and in again is out, too.
        (environmentFile, ["clone/x.env": "../clone/real/inside.env"], 4),
        ("services:\n  a: {command: cat, env_file: out/creds}", ["clone/out": "../victim"], 2),
        ("services:\n  a: {command: cat, env_file: {path: out/creds, required: false}}", ["clone/out": "@/victim"], 2),
        ("services:\n  a: {extends: {file: ./e.yaml, service: a}}", ["clone/e.yaml": "/etc/passwd"], 2),
        ("services:\n  a: {extends: {file: out/other.yaml, service: a}}", ["clone/out": "../victim"], 2),
        ("include: [./i.yaml]", ["clone/i.yaml": "../victim/other.yaml"], 1),
        ("include: [{path: real/b.yaml, env_file: x.env}]", ["clone/x.env": "../victim/creds"], 1),
        ("include: [{path: real/b.yaml, project_directory: out}]", ["clone/out": "../victim"], 1),
    ])
    func aStrangersFileReadsNoOther(_ yaml: String, _ links: [String: String], _ line: Int) throws {
        let mistakes = try Disk(yaml, links: links).mistakes()
        #expect(
            mistakes.contains { $0.hasPrefix("clone/app.yaml:\(line): ") && $0.contains(Self.linked) }, "\(mistakes)")
        #expect(!mistakes.contains { $0.contains("topsecret") || $0.contains("root:") }, "\(mistakes)")
    }

    @Test func anIncludedFileOfTheFolderReadsNoOtherEither() throws {
        let disk = try Disk("include: [real/b.yaml]", links: ["clone/real/x.env": "../../victim/creds"])
        let mistake = disk.mistakes().first ?? ""
        expect(mistake.hasPrefix("clone/real/b.yaml:1: ") && mistake.contains(Self.linked), "\(mistake)")
    }

    @Test(arguments: [
        (environmentFile, ["clone/x.env": "real/inside.env"]),
        (environmentFile, ["clone/x.env": "sub/y", "clone/sub/y": "../real/inside.env"]),
        ("services: {a: {command: cat, env_file: link/inside.env}}", ["clone/link": "real"]),
        ("include: [real/b.yaml]", ["clone/real/x.env": "inside.env"]),
        (
            "include: [other/b.yaml]",
            ["clone/other": "real", "clone/real/x.env": "../sub/up", "clone/sub/up": "../real/inside.env"]
        ),
        ("include: [{path: ./b.yaml}]", ["clone/b.yaml": "real/b.yaml", "clone/x.env": "real/inside.env"]),
    ])
    func aLinkWithinTheFolderWorks(_ yaml: String, _ links: [String: String]) throws {
        let composition = try Disk(yaml, links: links).load()
        expect(composition.services.first?.environment["INSIDE"], equals: "yes")
    }

    @Test(arguments: [
        ("x.env", environmentFile, "is not a regular file"), ("y.yaml", "include: [./y.yaml]", "is not a regular file"),
        (".env", "services: {a: {command: cat}}", "loaded: [[:]]"),
    ])
    func aPipeIsNotWaitedFor(_ name: String, _ yaml: String, _ expected: String) throws {
        let disk = try Disk(yaml)
        expect(mkfifo("\(disk.folder.path)/clone/\(name)", 0o600), equals: 0)
        expect(disk.mistakes().first?.contains(expected), equals: true, "\(disk.mistakes())")
    }

    /// The user has not named it.
    @Test func theStandardEnvironmentFileIsTheFoldersOwn() throws {
        let disk = try Disk(
            "services: {a: {command: cat, environment: {A: $AWS_SECRET}}}",
            links: ["clone/.env": "../victim/creds"])
        expect(disk.mistakes(), contains: "clone/.env: \(Self.linked), or name it with --env-file")
        let composition = try disk.load("clone/app.yaml", ["victim/creds"])
        expect(composition.services.first?.environment["A"], equals: "topsecret123")
    }

    /// The user answers for what she names, whatever leads there.
    @Test(arguments: [
        ("link.yaml", ["link.yaml": "victim/other.yaml"]), ("clone/l.yaml", ["clone/l.yaml": "@/victim/other.yaml"]),
        ("way/other.yaml", ["way": "victim"]),
    ])
    func whatTheUserNamesMayBeALink(_ name: String, _ links: [String: String]) throws {
        let composition = try Disk(links: links).load(name)
        expect(composition.services.first?.environment["A"], equals: "topsecret123")
    }

    /// As in Docker Compose, relative paths begin at the folder of the link, not of its target.
    @Test(arguments: [
        ("include: [b.yaml]", "service"), ("services: {a: {extends: {file: b.yaml, service: a}}}", "service"),
        ("services: {a: {command: cat, env_file: b.env}}", "file"),
    ])
    func aNamedLinksNeighboursAreBesideTheLink(_ yaml: String, _ expected: String) throws {
        let disk = try Disk(yaml, links: ["victim/link.yaml": "../clone/app.yaml", "way": "clone"])
        for (folder, place) in [("victim", "link"), ("clone", "target")] {
            try disk.folder.write(
                "services: {a: {command: cat, environment: {A: service of \(place)}}}", to: "\(folder)/b.yaml")
            try disk.folder.write("A=file of \(place)", to: "\(folder)/b.env")
        }
        for (name, place) in [("victim/link.yaml", "link"), ("way/app.yaml", "target")] {
            try expect(
                disk.load(name).services.first?.environment["A"], equals: "\(expected) of \(place)", "\(name)")
        }
    }

    /// Of a folder that she names, `compose.yaml` is the stranger's choice.
    @Test func theFileOfANamedFolderStaysInIt() throws {
        let disk = try Disk(links: ["clone/compose.yaml": "../victim/other.yaml", "way": "clone"])
        for name in ["clone/", "way/"] {
            let mistake = disk.mistakes(name).first ?? ""
            expect(mistake, contains: "leads out of \(name.dropLast()) through a link", "\(mistake)")
        }
        try expect(disk.load("clone/compose.yaml").services.first?.environment["A"], equals: "topsecret123")
    }

    /// An installation may consist of links.
    @Test func anInstalledFileMayBeALink() throws {
        let disk = try Disk(
            "services: {a: {extends: {file: inst, service: a}}}",
            links: [
                "share/viperline/compose/inst.yaml": "../../../victim/inst.yaml",
                "share/viperline/compose/base.yaml": "@/victim/other.yaml",
            ])
        try disk.folder.write("services: {a: {extends: {file: ./base.yaml, service: a}}}", to: "victim/inst.yaml")
        try expect(disk.load().services.first?.environment["A"], equals: "topsecret123")
        try expect(disk.load("inst").services.first?.environment["A"], equals: "topsecret123")
    }

    /// The user has not named what the loader finds by itself.
    @Test(arguments: [
        (ApplicationList.Origin.folder, ["found", "home"]), (.own, ["evil"]),
    ])
    func aListReadsNoOtherFileEither(_ origin: ApplicationList.Origin, _ names: [String]) throws {
        let disk = try Disk(links: ["found.yaml": "/etc/passwd", "compose.yaml": "victim/creds"])
        for name in ["own/evil", "here"] {
            try FileManager.default.createDirectory(
                atPath: "\(disk.folder.path)/\(name)", withIntermediateDirectories: true)
        }
        try disk.link("own/evil/compose.yaml", "/etc/passwd")
        try disk.link("own/mine.yaml", "../clone/app.yaml")
        try disk.link("here/found.yaml", "/etc/passwd")
        try disk.link("here/compose.yaml", "../victim/creds")
        var places = disk.places
        places.working += "/here"
        let list = ApplicationList(of: [origin], folders: places) { _ in nil }
        expect(list.entries.count, equals: names.count, "\(list.entries)")
        for entry in list.entries {
            expect(entry.mistake?.contains("through a link"), equals: true, "\(entry)")
            expect(entry.mistake?.contains("root:") == false && entry.description.isEmpty)
        }
    }

    /// Regression: an attacker who exchanged the file between the check and the reading chose what was read.
    @Test(arguments: ["x.env", "way/creds"]) func anExchangeDuringTheReadingChangesNothing(_ name: String) throws {
        let disk = try Disk()
        let clone = disk.folder.path + "/clone"
        try disk.folder.write("harmless", to: "clone/real/creds")
        let word = name.split(separator: "/").first.map(String.init) ?? name
        let targets = name == word ? ["real/creds", "../victim/creds"] : ["real", "../victim"]
        let exchange = try ChildProcess([
            "sh", "-c", #"while :; do for t in "$1" "$2"; do ln -sfn "$t" "$3.new" && mv -T "$3.new" "$3"; done; done"#,
            "sh", targets[0], targets[1], "\(clone)/\(word)",
        ])
        defer {
            kill(exchange.pid, SIGKILL)
            _ = exchange.wait()
        }
        let path = BoundPath("\(clone)/\(name)", in: clone, working: "/")
        var found: [String: Int] = [:]
        let hasSeenBoth = eventually {
            for _ in 0..<1000 {
                switch FileSystem.local.readBound(path) {
                case .success(let bytes): found[String(decoding: bytes, as: UTF8.self), default: 0] += 1
                case .failure(let failure): found["\(failure)", default: 0] += 1
                }
            }
            return found["harmless", default: 0] > 500 && found["outside", default: 0] > 500
        }
        #expect(hasSeenBoth, "\(found)")
        #expect(Set(found.keys).isSubset(of: ["harmless", "outside", "notFound"]), "\(found)")
    }

    /// Where the kernel has no openat2(2).
    @Test(
        arguments: [
            ("real/inside.env", nil), ("real/../real/inside.env", .outside), ("none/x", .notFound),
            ("real/none", .notFound), ("link/inside.env", .outside), ("file", .outside), ("out/creds", .outside),
            ("real/inside.env/x", .notFound),
        ] as [(String, FileSystem.ReadFailure?)])
    func withoutTheSystemCallNoLinkIsFollowed(_ path: String, _ failure: FileSystem.ReadFailure?) throws {
        let disk = try Disk(
            links: ["clone/link": "real", "clone/file": "real/inside.env", "clone/out": "../victim"])
        let folder = open(disk.folder.path + "/clone", O_RDONLY)
        defer { close(folder) }
        switch BoundFile.openedWithoutLinks(path, in: folder, O_RDONLY) {
        case .success(let number):
            expect(failure == nil && fcntl(number, F_GETFD) == FD_CLOEXEC)
            close(number)
        case .failure(let found): expect(found, equals: failure)
        }
    }
}
