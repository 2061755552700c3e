import Composition
import TestSupport
import Testing
import Wire
import YAML

/// `extends`: a service that starts as a copy of another one.
@Suite struct ExtendsTests {
    private static let roles = """
        x-note: {a: 1}
        services:
          base:
            command: [cat, base]
            tty: true
            environment: {A: "1", B: "${SET}"}
            receives: [a.input]
            sends: [a.output]
            restart: always
          derived: {extends: base, environment: [C=3]}
        states: [a.output]
        """

    private func load(_ text: String, with files: [String: String] = ["roles.yaml": roles]) throws -> Composition {
        try FakeDisk(files: files.merging(["a.yaml": text]) { $1 }).load(["a.yaml"])
    }

    /// The loader's mistakes for a file that can extend other files.
    private func mistakes(_ text: String, with files: [String: String] = ["roles.yaml": roles]) -> [String] {
        do throws(ComposeError) {
            _ = try FakeDisk(files: files.merging(["a.yaml": text]) { $1 }).load(["a.yaml"])
            return []
        } catch {
            return error.mistakes.map(\.description)
        }
    }

    @Test func ownKeysAreMergedOverThoseOfTheBase() throws {
        let composition = try load(
            """
            services:
              a:
                extends: {file: roles.yaml, service: base}
                command: [sh]
                environment: {B: own}
                receives: [b.output]
                sends: [b.input]
                tty: !reset
              b: {command: cat, receives: [a.output, b.input], sends: [a.input, b.output]}
            """)
        expect(composition.services.map(\.name), equals: ["a", "b"], "nothing else of the other file is taken over")
        expect(composition.states, equals: [])
        let service = try require(composition.services.first)
        expect(service.command, equals: ["/usr/bin/sh"])
        expect(service.environment, equals: ["A": "1", "B": "own"])
        expect(service.receives.map(\.description), equals: ["a.input", "b.output"])
        expect(service.sends.map(\.description), equals: ["a.output", "b.input"])
        #expect(!service.tty)
        expect(service.restart, equals: .always(limit: RestartMode.standardLimit))
    }

    private static let passive = """
        services:
          view: {command: cat, receives: [view.input]}
          presenter: {command: cat, sends: [view.input]}
        forbids:
          - {service: [view, presenter], sends: model.input, because: "passive"}
          - {service: presenter, receives: model.input, because: "no model"}
        """

    /// The rules for a service bind the services that are built on it.
    @Test(arguments: [
        ("screen: {extends: {file: passive.yaml, service: view}}", "screen sends model.input: passive"),
        (
            "screen: {extends: {file: passive.yaml, service: presenter}}",
            "screen sends model.input: passive, screen receives model.input: no model"
        ),
        ("screen: {extends: {file: chain.yaml, service: middle}}", "screen sends model.input: passive"),
        (
            "screen: {extends: base}\n  base: {extends: {file: passive.yaml, service: view}}",
            "screen sends model.input: passive, base sends model.input: passive"
        ),
    ]) func rulesGoWithTheirServices(services: String, rules: String) throws {
        let text = """
            services:
              \(services)
              rest: {command: cat, sends: [view.input], receives: [view.input]}
            """
        let files = [
            "passive.yaml": Self.passive,
            "chain.yaml": "services: {middle: {extends: {file: passive.yaml, service: view}}}",
        ]
        let told = try load(text, with: files).rules.map {
            "\($0.services.joined(separator: "+")) \($0.side.rawValue) \($0.patterns[0]): \($0.because)"
        }
        expect(told.joined(separator: ", "), equals: rules)
    }

    @Test func anInheritedRuleIsKeptUnlessTheFileRemovesIt() throws {
        let text = """
            services:
              screen:
                extends: {file: passive.yaml, service: view}
                sends: [model.input]
              model: {command: cat, receives: [model.input], sends: [view.input]}

            """
        let files = ["passive.yaml": Self.passive]
        expect(
            mistakes(text, with: files),
            equals: [
                #"a.yaml:4: services.screen.sends: screen sends "model.input", which passive.yaml:5 forbids: passive"#
            ])
        expect(mistakes(text + "forbids: [{service: model, sends: x, because: why}]", with: files).count, equals: 1)
        let own = try load(text + "forbids: !override [{service: model, sends: x, because: why}]", with: files)
        expect(own.rules, equals: [WiringRule(["model"], .sends, [MessagePattern("x")], because: "why")])
    }

    /// A rule for both is not repeated for one of them.
    @Test func aRuleOfTheSameFileIsNotRepeated() throws {
        let composition = try load(
            """
            services:
              a: {command: cat, sends: [x]}
              b: {extends: a, receives: [x]}
              c: {extends: a}
            forbids: [{service: [a, b], sends: y, because: why}]
            """)
        expect(composition.rules.map(\.services), equals: [["a", "b"], ["c"]])
    }

    private static let bases: KeyValuePairs = [
        "a file beside it": "{file: roles.yaml, service: base}",
        "a path that begins with a dot": "{file: ./roles.yaml, service: base}",
        "a folder below": "{file: sub/roles.yaml, service: base}",
        "an installed file": "{file: shared, service: base}",
        "a service that extends another": "{file: roles.yaml, service: derived}",
        "through two files": "{file: chain.yaml, service: base}",
        "the same file": "base",
        "the same file, in the long form": "{service: base}",
        "later in the same file": "last",
    ]

    @Test(arguments: bases.map(\.key))
    func whereTheBaseIs(_ name: String) throws {
        let extends = try require(Self.bases.first { $0.key == name }?.value)
        let files = [
            "roles.yaml": Self.roles, "sub/roles.yaml": Self.roles,
            "/app/share/viperline/compose/shared.yaml": Self.roles,
            "chain.yaml": "services: {base: {extends: {file: ./sub/chain.yaml, service: base}}}",
            "sub/chain.yaml": "services: {base: {extends: {file: roles.yaml, service: base}}}",
        ]
        let text = """
            services:
              base: {command: [cat, base], environment: {B: value}, receives: [a.input], sends: [a.output]}
              a: {extends: \(extends), sends: !reset , receives: !reset }
              b: {command: cat, receives: [a.output], sends: [a.input]}
              last: {extends: base}
            """
        let service = try load(text, with: files).services.first { $0.name == "a" }
        expect(service?.command, equals: ["/usr/bin/cat", "base"])
        expect(service?.environment["B"], equals: "value", "variables of the other file are put in")
    }

    @Test func anOverridingFileIsMergedAfterwards() throws {
        let disk = FakeDisk(files: [
            "roles.yaml": "services: {base: {command: [cat, base], environment: {A: base}}}",
            "a.yaml": "services: {a: {extends: {file: roles.yaml, service: base}}}",
            "b.yaml": "services: {a: {environment: {A: later}}}",
        ])
        let service = try disk.load(["a.yaml", "b.yaml"]).services.first
        expect(service?.command, equals: ["/usr/bin/cat", "base"])
        expect(service?.environment, equals: ["A": "later"])
    }

    @Test(arguments: [
        (
            "extends: {file: roles.yml, service: base}",
            #"a.yaml:3: services.a.extends.file: "roles.yml" not found; looked for roles.yml"#
        ),
        (
            "extends: {file: role.yaml, service: base}",
            #"a.yaml:3: services.a.extends.file: "role.yaml" not found (did you mean "roles.yaml"?); looked for role.yaml"#
        ),
        (
            "extends: {file: roles, service: base}",
            #"a.yaml:3: services.a.extends.file: "roles" not found (did you mean "./roles.yaml"?); looked for /app/share/viperline/compose/roles.yaml"#
        ),
        (
            "extends: {file: /etc/passwd, service: base}",
            #"a.yaml:3: services.a.extends.file: "/etc/passwd" is outside the folder of this file; name a file in it, or an installed application"#
        ),
        (
            "extends: {file: sub/../../roles.yaml, service: base}",
            #"a.yaml:3: services.a.extends.file: "sub/../../roles.yaml" is outside the folder of this file; name a file in it, or an installed application"#
        ),
        (
            "extends: {file: ./sub, service: base}",
            #"a.yaml:3: services.a.extends.file: "./sub" is not a regular file"#
        ),
        (
            "extends: {file: roles.yaml, service: bas}",
            #"a.yaml:3: services.a.extends.service: no service "bas" in roles.yaml (did you mean "base"?)"#
        ),
        ("extends: nobody", #"a.yaml:3: services.a.extends: no service "nobody""#),
        ("extends: a", "a.yaml:3: services.a.extends: a cycle: a → a"),
        ("extends: {file: a.yaml, service: a}", "a.yaml:3: services.a.extends.service: a cycle: a → a"),
        ("extends: {file: roles.yaml}", #"a.yaml:3: services.a.extends: no "service"; name the service to extend"#),
        (
            "extends: {files: roles.yaml, service: b}",
            #"a.yaml:3: services.a.extends: unknown key "files" (did you mean "file"?)"#
        ),
        (
            "extends: [b]",
            #"a.yaml:3: services.a.extends: expected the name of a service, or a mapping with "service" and "file", found a list"#
        ),
        (
            "extends: {service: [b]}",
            "a.yaml:3: services.a.extends.service: expected the name of a service, found a list"
        ),
        (
            "extends: {file: {}, service: b}",
            "a.yaml:3: services.a.extends.file: expected the path of a compose file, or the name of an installed one, found a mapping"
        ),
        ("extends: {file: empty.yaml, service: b}", "empty.yaml: the file is empty"),
    ])
    func isReported(_ line: String, _ expected: String) {
        var disk = FakeDisk(files: [
            "roles.yaml": Self.roles, "empty.yaml": "", "sub": "",
            "a.yaml": "services:\n  a:\n    \(line)\n    command: cat\n  b: {command: cat}\n",
        ])
        disk.files["sub"] = nil
        disk.folders.append("sub")
        do throws(ComposeError) {
            _ = try disk.load(["a.yaml"])
            Issue.record("loaded")
        } catch {
            expect(error.mistakes.map(\.description), equals: [expected])
        }
    }

    @Test func anErrorInTheOtherFileIsReportedThereAndOnce() {
        let expected = [#"roles.yaml:2: services.base: unknown key "comand" (did you mean "command"?)"#]
        let found = mistakes(
            """
            services:
              a: {extends: {file: roles.yaml, service: base}, command: cat}
              b: {extends: {file: ./roles.yaml, service: base}, command: cat}
            """, with: ["roles.yaml": "services:\n  base: {comand: cat}\n"])
        expect(found, equals: expected)
    }

    @Test func aCycleThroughFilesIsReportedOnce() {
        let found = mistakes(
            "services:\n  a: {extends: {file: b.yaml, service: b}, command: cat}\n",
            with: [
                "b.yaml": "services:\n  b: {extends: {file: c.yaml, service: c}}\n",
                "c.yaml": "services:\n  c: {extends: {file: b.yaml, service: b}}\n",
            ])
        expect(found, equals: ["c.yaml:2: services.c.extends.service: a cycle: b → c → b"])
    }

    /// Hostile files are reported as mistakes, using little memory and time.
    @Test func chainsAndSizesAreBounded() throws {
        let chain =
            "services:\n  s0: {command: cat}\n" + (1...200).map { "  s\($0): {extends: s\($0 - 1)}\n" }.joined()
        let first = try require(mistakes(chain).first)
        expect(first, equals: "a.yaml:3: services.s1.extends: more than 32 services extend one another")
        let members = (0..<2000).map { "V\($0): v" }.joined(separator: ", ")
        let wide =
            "services:\n  s0: {command: cat, environment: {\(members)}}\n"
            + (1...200).map { "  s\($0): {extends: s0, environment: {A: b}}\n" }.joined()
        expect(mistakes(wide), equals: ["a.yaml:7: services.s5.extends: more than 10000 values by extending"])
    }

    @Test func aPipeIsNotReadForAStrangersFile() throws {
        var disk = FakeDisk(files: ["a.yaml": "services: {a: {extends: {file: ./pipe, service: b}}}"]).fileSystem
        disk.kindOfBound = { _ in .success(.other) }
        disk.readBound = { _ in
            Issue.record("it is read")
            return .failure(.notRegular)
        }
        let folders = Folders(working: "/home", executables: "/app/bin")
        let loader = ComposeLoader(files: ["a.yaml"], variables: { _ in nil }, folders: folders, fileSystem: disk)
        let error = #expect(throws: ComposeError.self) { try loader.load() }
        expect(error?.description, equals: #"a.yaml:1: services.a.extends.file: "./pipe" is not a regular file"#)
    }
}
