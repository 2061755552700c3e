import Composition
import TestSupport
import Testing
import Wire

/// `include`: the services of other files, as they are.
@Suite struct IncludeTests {
    private static let part = """
        name: part
        description: A part
        services:
          base: {command: [cat, "${PART:-none}"], receives: [a.input], sends: [a.output]}
          other: {extends: base, receives: !override [a.output], sends: !override [a.input], environment: [PART]}
        states: [a.output]
        forbids: [{service: base, sends: b.x, because: why}]
        """

    private func disk(_ files: [String: String]) -> FakeDisk {
        var disk = FakeDisk(files: files.merging(["sub/part.yaml": Self.part]) { own, _ in own })
        disk.folders += ["/home/sub/data"]
        return disk
    }

    @Test(arguments: ["[sub/part.yaml]", "[{path: sub/part.yaml}]", "[{path: [./sub/part.yaml]}]"])
    func everythingButTheNameIsTakenOver(_ include: String) throws {
        let own =
            "include: \(include)\nname: whole\nservices: {own: {command: cat, receives: [c.x], sends: [c.x]},"
            + " peer: {command: cat, receives: [c.x], sends: [c.x]}}\nstates: [c.x, a.output]"
        let composition = try disk(["a.yaml": own]).load(["a.yaml"])
        expect(composition.name, equals: "whole")
        expect(composition.description, equals: nil)
        expect(composition.services.map(\.name), equals: ["base", "other", "own", "peer"])
        expect(composition.services.map(\.workingDirectory), equals: ["/home/sub", "/home/sub", nil, nil])
        expect(composition.states.map(\.description), equals: ["a.output", "c.x"])
        expect(composition.rules.map(\.because), equals: ["why", "why"], "one for each of the two")
    }

    @Test func anIncludedServiceIsExtendedUnderAnotherName() throws {
        let text = """
            include: [sub/part.yaml]
            services: {own: {extends: other, command: tool, environment: {OWN: "1"}}}
            """
        var disk = disk(["a.yaml": text])
        disk.programs += ["/usr/bin/tool"]
        let service = try disk.load(["a.yaml"]).services.last
        expect(service?.command, equals: ["/usr/bin/tool"])
        expect(service?.receives.map(\.description), equals: ["a.output"])
    }

    /// As in Compose, a file that is merged later may change what was included.
    @Test func aLaterFileMayChangeIt() throws {
        let disk = disk(["a.yaml": "include: [sub/part.yaml]", "b.yaml": "services: {base: {command: sh}}"])
        try expect(disk.load(["a.yaml", "b.yaml"]).services.first?.command, equals: ["/usr/bin/sh"])
    }

    @Test func severalPathsOfOneItemAreMerged() throws {
        let disk = disk([
            "a.yaml": "include: [{path: [sub/part.yaml, b.yaml]}]", "b.yaml": "services: {base: {command: sh}}",
        ])
        try expect(disk.load(["a.yaml"]).services.first?.command, equals: ["/usr/bin/sh"])
    }

    @Test func theSameFileTwiceDoesNotConflict() throws {
        let disk = disk([
            "a.yaml": "include: [b.yaml, c.yaml]", "b.yaml": "include: [sub/part.yaml]",
            "c.yaml": "include: [sub/part.yaml]",
        ])
        try expect(disk.load(["a.yaml"]).services.map(\.name), equals: ["base", "other"])
    }

    /// An included application has its own `.env`, which ranks below the variables of the including file.
    @Test(arguments: [
        ("[sub/part.yaml]", [:], "sub"), ("[sub/part.yaml]", ["PART": "shell"], "shell"),
        ("[{path: sub/part.yaml, env_file: own.env}]", [:], "own"),
        ("[{path: sub/part.yaml, env_file: [own.env, sub/.env]}]", [:], "sub"),
        ("[{path: sub/part.yaml, env_file: []}]", [:], "none"),
        ("[{path: sub/part.yaml, project_directory: sub/data}]", [:], "data"),
    ])
    func variables(_ include: String, _ variables: [String: String], _ value: String) throws {
        let files = [
            "a.yaml": "include: \(include)\nservices: {own: {command: [cat, '${PART:-outside}']}}",
            "sub/.env": "PART=sub", "/home/sub/.env": "PART=sub", "/home/own.env": "PART=own",
            "/home/sub/data/.env": "PART=data",
        ]
        let composition = try disk(files).load(["a.yaml"], variables: variables.merging(["PATH": "/usr/bin"]) { $1 })
        expect(composition.services.map { $0.command.last }, equals: [value, value, variables["PART"] ?? "outside"])
        expect(composition.services[1].environment["PART"], equals: (value == "none" ? nil : value))
        expect(
            composition.services[0].workingDirectory,
            equals: (include.contains("data") ? "/home/sub/data" : "/home/sub"))
    }

    @Test(arguments: [
        ("[a.yaml]", "a.yaml:1: include: a cycle: a.yaml → a.yaml"),
        ("[b.yaml]", "b.yaml:1: include: a cycle: a.yaml → b.yaml → a.yaml"),
        ("b.yaml", #"a.yaml:1: include: expected a list of files, found "b.yaml""#),
        ("[[b.yaml]]", "a.yaml:1: include: expected a path, or a mapping with \"path\", found a list"),
        (
            "[{file: b.yaml}]",
            #"a.yaml:1: include: unknown key "file"; the keys here are env_file, path, project_directory"#
        ),
        ("[{path: []}]", "a.yaml:1: include: an empty list; name a file"),
        ("[{path: [{}]}]", "a.yaml:1: include.path: expected a path, found a mapping"),
        ("[none.yaml]", #"a.yaml:1: include: "none.yaml" not found; looked for none.yaml"#),
        (
            "[../b.yaml]",
            #"a.yaml:1: include: "../b.yaml" is outside the folder of this file; name a file in it, or an installed application"#
        ),
        ("[own]", #"a.yaml:1: include: "own" not found; looked for /app/share/viperline/compose/own.yaml"#),
        (
            "[{path: b.yaml, env_file: ../x}]",
            #"a.yaml:1: include.env_file: "../x" is outside the folder of this file; name a file in it"#
        ),
        ("[{path: c.yaml, env_file: x}]", #"a.yaml:1: include.env_file: "x" not found; looked for /home/x"#),
        (
            "[{path: c.yaml, project_directory: ..}]",
            #"a.yaml:1: include.project_directory: ".." is outside the folder of this file; name a folder in it"#
        ),
        ("[{path: c.yaml, project_directory: none}]", #"a.yaml:1: include.project_directory: no folder "/home/none""#),
        ("[many.yaml]", "many.yaml:1: include: more than 200 files are included"),
        ("[large.yaml, large.yaml, larger.yaml, c.yaml]", "a.yaml:1: include: more than 10000 values are included"),
    ])
    func mistakes(_ include: String, _ expected: String) {
        let values = (0..<2400).map { "A\($0): x" }.joined(separator: ", ")
        let disk = disk([
            "a.yaml": "include: \(include)", "b.yaml": "include: [a.yaml]", "c.yaml": "services: {c: {command: cat}}",
            "many.yaml": "include: [\(Array(repeating: "c.yaml", count: 300).joined(separator: ", "))]",
            "large.yaml":
                "services: {a: {command: cat, environment: {\(values)}}, b: {command: cat, environment: {\(values)}}}",
            "larger.yaml": "services: {d: {command: cat, environment: {\(values)}}}",
            "/home/.config/viperline/apps/own.yaml": "services: {a: {command: cat}}",
        ])
        expect(disk.mistakes("a.yaml").first, equals: expected)
    }

    @Test func theIncludingFileCannotChangeIt() {
        let disk = disk(["a.yaml": "include: [sub/part.yaml]\nservices:\n  base: {command: sh}\n"])
        expect(
            disk.mistakes("a.yaml"),
            equals: [
                #"a.yaml:3: services: "base" is a service that sub/part.yaml:4 includes; what is included cannot be changed here: "#
                    + "give this one another name, perhaps with extends, or change that one with -f"
            ])
    }

    @Test func aLongChainEnds() {
        var files = ["f40.yaml": "services: {a: {command: cat}}"]
        for index in 0..<40 { files["f\(index).yaml"] = "include: [f\(index + 1).yaml]" }
        expect(disk(files).mistakes("f0.yaml").first?.hasSuffix("more than 32 files include one another"), equals: true)
    }
}
