import Composition
import TestSupport
import Testing

/// `profiles`: services that are part of some sessions only.
@Suite struct ProfileTests {
    private static let text = """
        services:
          app: {command: cat, depends_on: {debug: {required: false}}}
          debug: {command: cat, profiles: [debug, all]}
          test: {command: cat, profiles: [test], depends_on: [debug]}
        forbids: [{service: [app, debug], sends: a.x, because: why}, {service: debug, sends: b.x, because: why}]
        """

    @Test(arguments: [
        ([], nil, ["app"]), (["debug"], nil, ["app", "debug"]), (["all"], nil, ["app", "debug"]),
        (["*"], nil, ["app", "debug", "test"]), ([], "debug", ["app", "debug"]),
        ([], "all, test", ["app", "debug", "test"]),
        (["test"], "debug,nothing", ["app", "debug", "test"]), ([], "", ["app"]),
    ])
    func whoIsActive(_ profiles: [String], _ variable: String?, _ names: [String]) throws {
        var variables = FakeDisk.variables
        variables["COMPOSE_PROFILES"] = variable
        let composition = try FakeDisk(files: ["a.yaml": Self.text])
            .load(["a.yaml"], profiles: profiles, variables: variables)
        expect(composition.services.map(\.name), equals: names)
        expect(composition.services[0].dependsOn.map(\.service), equals: (names.contains("debug") ? ["debug"] : []))
        expect(composition.rules.count, equals: (names.contains("debug") ? 2 : 1))
    }

    @Test func theVariableMayBeInTheFileBesideIt() throws {
        let disk = FakeDisk(files: ["a.yaml": Self.text, "./.env": "COMPOSE_PROFILES=debug"])
        try expect(disk.load(["a.yaml"]).services.count, equals: 2)
    }

    @Test(arguments: [
        (
            ["test"], text,
            #"a.yaml:4: services.test.depends_on: "debug" is not active; --profile debug or --profile all makes it so"#
        ),
        (["dbug"], text, #"--profile dbug: no service has the profile "dbug" (did you mean "debug"?)"#),
        ([], "services: {a: {command: cat, profiles: [b]}}", "a.yaml: no service is active; try --profile b"),
        (
            [], "services:\n  a: {command: cat, sends: [x.y]}\n  b: {command: cat, receives: [x], profiles: [p]}",
            #"a.yaml:2: services.a.sends: "x.y" is sent, but no service receives it; "b" does, with --profile p"#
        ),
        (
            [], "services: {a: {command: cat, profiles: b}}",
            #"a.yaml:1: services.a.profiles: expected a list of names, found "b""#
        ),
        (
            [], "services: {c: {command: cat}, a: {command: cat, profiles: [b, b, 'c d']}}",
            #"a.yaml:1: services.a.profiles: "b" is listed twice"#
        ),
        (
            [], "services: {b: {command: cat}, a: {command: cat, depends_on: {b: {restart: true}}}}",
            #"a.yaml:1: services.a.depends_on.b: Compose has "restart" here, Viperline does not; a service that comes back regains what it needs (recovery)"#
        ),
    ])
    func mistakes(_ profiles: [String], _ text: String, _ expected: String) {
        expect(FakeDisk(files: ["a.yaml": text]).mistakes("a.yaml", profiles: profiles).first, equals: expected)
    }

    @Test func whatIsNotActiveCannotBeReplaced() {
        let error = #expect(throws: ComposeError.self) {
            try FakeDisk(files: ["a.yaml": Self.text]).load(["a.yaml"], replacing: ["debug": ["sh"]])
        }
        expect(
            error?.description,
            equals: #"--replace debug: "debug" is not active; --profile debug or --profile all makes it so"#)
    }
}
