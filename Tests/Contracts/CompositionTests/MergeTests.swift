import Composition
import TestSupport
import Testing
import Wire
import YAML

/// Merging several files (Compose Specification, "Merge").
@Suite struct MergeTests {
    struct Row: CustomTestStringConvertible {
        let base: String
        let later: String
        let expected: String

        init(_ base: String, _ later: String, _ expected: String) {
            self.base = base
            self.later = later
            self.expected = expected
        }

        var testDescription: String { "\(base) + \(later)" }
    }

    /// The definition of service `a` in two files, and a single file with the same meaning.
    @Test(arguments: [
        Row("command: cat x", "command: [sh]", "command: sh"),
        Row("command: cat", "tty: true", "command: cat\ntty: true"),
        Row("command: cat\ntty: true", "tty: false", "command: cat\ntty: false"),
        Row("command: cat\ntty: true", "tty: !reset null", "command: cat"),
        Row("command: cat\nstop_signal: INT", "stop_signal: KILL", "command: cat\nstop_signal: 9"),
        Row("command: cat\nreceives: [b.x, b.y]", "receives: [b.y, b.z]", "command: cat\nreceives: [b.x, b.y, b.z]"),
        Row("command: cat\nreceives: [b.x]", "receives: !override [b.z]", "command: cat\nreceives: [b.z]"),
        Row("command: cat\nreceives: [b.x]", "receives: !reset []", "command: cat"),
        Row("command: cat\ndepends_on: [b]", "depends_on: [c, b]", "command: cat\ndepends_on: [b, c]"),
        Row(
            "command: cat\ndepends_on: [b]", "depends_on: {b: {condition: service_healthy}}",
            "command: cat\ndepends_on: {b: {condition: service_healthy}}"),
        Row(
            "command: cat\ndepends_on: {b: {}, c: {}}", "depends_on: {b: !reset null}", "command: cat\ndepends_on: [c]"),
        Row(
            "command: cat\nenvironment: {A: 1, B: 2}", "environment: {B: 3}", "command: cat\nenvironment: {A: 1, B: 3}"),
        Row("command: cat\nenvironment: [A=1, B=2]", "environment: {B: x}", "command: cat\nenvironment: {A: 1, B: x}"),
        Row("command: cat\nenvironment: {A: 1}", "environment: [B=2=2]", "command: cat\nenvironment: {A: 1, B: '2=2'}"),
        Row(
            "command: cat\nenvironment: {A: 1, B: 2}", "environment: {A: !reset null}",
            "command: cat\nenvironment: {B: 2}"),
        Row("command: cat\nenvironment: {A: 1}", "environment: !override {B: 2}", "command: cat\nenvironment: {B: 2}"),
    ])
    func isTheSameAs(_ row: Row) throws {
        let merged = try FakeDisk.composition(file(row.base, withOthers: true), file(row.later, withOthers: false))
        let single = try FakeDisk.composition(file(row.expected, withOthers: true))
        expect(merged, equals: single)
    }

    private func file(_ service: String, withOthers: Bool) -> String {
        let lines = service.split(separator: "\n").map { "    \($0)\n" }.joined()
        let others = "  b: {command: cat, sends: [b.x, b.y, b.z]}\n  c: {command: cat, receives: [b]}\n"
        return "services:\n  a:\n\(lines)\(withOthers ? others : "")"
    }

    @Test func theTopLevelMergesToo() throws {
        let composition = try FakeDisk.composition(
            """
            name: one
            line_limit: 1kb
            services:
              a: {command: cat, sends: [a.b, a.c], receives: [a]}
            states: [a.b]
            """, "name: two\nstates: [a.c, a.b]\nservices: {b: {command: sh}}\n",
            "services: {a: !reset null, c: {command: cat, sends: [a], receives: [a]}}")
        expect(composition.name, equals: "two")
        expect(composition.lineLimit, equals: 1024)
        expect(composition.queueLimit, equals: 1 << 20)
        expect(composition.states.map(\.description), equals: ["a.b", "a.c"])
        expect(composition.services.map(\.name), equals: ["b", "c"])
    }

    /// A later file may mean a service by another name.
    @Test(arguments: [
        // One service, several, and none: then it is a service of its own.
        ("{a: {command: cat, aliases: [x]}}", ["a": "1"]),
        ("{a: {command: cat, aliases: [y, x]}, b: {command: cat, aliases: [x]}}", ["a": "1", "b": "1"]),
        ("{a: {command: cat}}", ["a": nil, "x": "1"]),
        // A service's own name goes before another one's alias.
        ("{a: {command: cat, aliases: [x]}, x: {command: cat}}", ["a": nil, "x": "1"]),
    ])
    func anAliasIsAnotherNameForLaterFiles(services: String, variables: [String: String?]) throws {
        let composition = try FakeDisk.composition(
            "services: \(services)",
            "services: {x: {command: cat, environment: {V: 1}, depends_on: [c]}, c: {command: cat}}")
        for (name, value) in variables {
            let service = try require(composition.services.first { $0.name == name })
            expect(service.environment["V"], equals: value)
            expect(service.dependsOn.map(\.service), equals: (value == nil ? [] : ["c"]))
        }
        expect(composition.services.count, equals: variables.count + 1)
    }

    @Test(arguments: ["[x]", "{x: {condition: service_healthy}}"])
    func aDependencyMayBeNamedByItsAlias(dependsOn: String) throws {
        let composition = try FakeDisk.composition(
            "services: {a: {command: cat, aliases: [x]}}", "services: {b: {command: cat, depends_on: \(dependsOn)}}")
        expect(composition.services.last?.dependsOn.map(\.service), equals: ["a"])
    }

    @Test func rulesAreUnited() throws {
        let base = """
            services: {a: {command: cat}, b: {command: cat}}
            forbids:
              - {service: a, sends: x, because: "one"}
              - {service: [a, b], receives: [y, z], because: "two"}
            """
        let one = WiringRule(["a"], .sends, [MessagePattern("x")], because: "one")
        let two = WiringRule(["a", "b"], .receives, [MessagePattern("y"), MessagePattern("z")], because: "two")
        try expect(FakeDisk.composition(base).rules, equals: [one, two])
        try expect(FakeDisk.composition(base, base).rules, equals: [one, two], "a rule that appears twice counts once")
        let more = "forbids: [{service: b, sends: x, because: three}]"
        let three = WiringRule(["b"], .sends, [MessagePattern("x")], because: "three")
        try expect(FakeDisk.composition(base, more).rules, equals: [one, two, three])
        try expect(FakeDisk.composition(base, more.replacing("[{", with: "!override [{")).rules, equals: [three])
        try expect(FakeDisk.composition(base, "forbids: !reset []").rules, equals: [])
    }

    /// A rule of one file binds what another one adds.
    @Test func aLaterFileCannotBreakARule() {
        let mistakes = FakeDisk.mistakes(
            """
            services:
              view: {command: cat, receives: [view.input]}
              presenter: {command: cat, sends: [view.input]}
            forbids:
              - {service: view, sends: model.input, because: "the view is passive"}
            """,
            """
            services:
              view:
                sends: [model.input.search]
              model: {command: cat, receives: [model.input]}
            """, "forbids: [{service: veiw, receives: x, because: slip}]")
        expect(
            mistakes,
            equals: [
                #"b.yaml:3: services.view.sends: view sends "model.input.search", which a.yaml:5 forbids: the view is passive"#,
                #"c.yaml:1: forbids: unknown service "veiw" (did you mean "view"?)"#,
            ])
    }

    @Test func mistakesKeepTheirFileAndLine() {
        let mistakes = FakeDisk.mistakes(
            "services:\n  a: {command: cat, sends: [a.x]}\n",
            "services:\n  a:\n    sends: [a.y]\n    tyt: true\n    sends: []\n",
            "services:\n  a:\n    depends_on:\n      - d\n  e: {}\n")
        expect(
            mistakes,
            equals: [
                #"b.yaml:4: services.a: unknown key "tyt" (did you mean "tty"?)"#,
                #"b.yaml:5: services.a: duplicate key "sends"; it is already in line 3"#,
                #"c.yaml:4: services.a.depends_on: unknown service "d""#,
                "c.yaml:5: services.e: no command, and a.yaml has no service e that this file could change; leave this file "
                    + "out, or give the service a command",
            ])
    }

    @Test func aFileThatIsMissingHidesWhatMayBeInIt() {
        let disk = FakeDisk(files: ["b.yaml": "services:\n  a: {depends_on: [c], sends: [x.y], tty: 5}\n"])
        let error = #expect(throws: ComposeError.self) {
            try disk.load(["a.yaml", "b.yaml"], replacing: ["d": ["cat"]])
        }
        expect(
            error?.mistakes.map(\.description),
            equals: [
                #"b.yaml:2: services.a.tty: expected true or false, found "5""#,
                #"a.yaml: not found; looked for a.yaml"#,
            ])
    }

    @Test func anchorsAndMergeKeysAreYAMLs() throws {
        let composition = try FakeDisk.composition(
            """
            x-base: &base
              command: cat
              stop_grace_period: 5s
              environment: &environment {A: "1"}
            services:
              a:
                <<: *base
                environment: {<<: *environment, B: "2"}
              b:
                <<: [{command: sh}, *base]
                x-note: whatever
            """)
        expect(composition.services.map(\.command), equals: [["/usr/bin/cat"], ["/usr/bin/sh"]])
        expect(composition.services.map(\.environment), equals: [["A": "1", "B": "2"], ["A": "1"]])
        expect(composition.services.map(\.stopGracePeriod), equals: [.seconds(5), .seconds(5)])
    }
}
