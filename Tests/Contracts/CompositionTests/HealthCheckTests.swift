import Composition
import TestSupport
import Testing

/// `healthcheck` in compose files.
@Suite struct HealthCheckTests {
    private func check(_ texts: String...) throws -> HealthCheck? {
        let names = ["a.yaml", "b.yaml"]
        let files = zip(names, texts).map { ($0, "services: {a: {command: cat, healthcheck: \($1)}}") }
        return try FakeDisk(files: Dictionary(uniqueKeysWithValues: files)).load(Array(names.prefix(texts.count)))
            .services.first?.healthCheck
    }

    @Test func theDefaultsAreComposes() throws {
        let check = try require(check("{test: [CMD, cat, x]}"))
        expect(check, equals: HealthCheck(command: ["/usr/bin/cat", "x"]))
        expect(check.interval == .seconds(30) && check.timeout == .seconds(30) && check.retries == 3)
    }

    @Test func everyKeyIsRead() throws {
        var expected = HealthCheck(command: ["/home/bin/tool"])
        (expected.interval, expected.timeout, expected.retries) = (.seconds(1), .milliseconds(10), 5)
        (expected.startPeriod, expected.startInterval) = (.zero, .seconds(2))
        try expect(
            check(
                "{test: [CMD, bin/tool], interval: 1s, timeout: 10ms, retries: 5, start_period: 0s, start_interval: 2s}"
            ), equals: expected)
    }

    @Test(arguments: ["{disable: true}", "{test: [NONE]}", "{test: !override [NONE], interval: 1s}"])
    func aLaterFileTurnsItOff(_ text: String) throws {
        try expect(check("{test: [CMD, cat]}", text), equals: nil)
    }

    @Test func aLaterFileChangesAKey() throws {
        try expect(check("{test: [CMD, cat], retries: 5}", "{retries: 6}")?.retries, equals: 6)
        try expect(check("{test: [CMD, cat, a]}", "{test: [CMD, cat, b]}")?.command.last, equals: "b")
    }

    /// A double does not do what the check tests, so no service waits for that.
    @Test func amongDoublesOnlyTheRealServiceIsChecked() throws {
        let text = """
            services:
              a: {command: cat, sends: [x.y], healthcheck: {test: [CMD, cat]}}
              b: {command: cat, receives: [x.y], depends_on: {a: {condition: service_healthy}}, healthcheck: {test: [CMD, cat]}}
            """
        let isolated = try FakeDisk(files: ["a.yaml": text]).load(["a.yaml"]).isolating("b")
        expect(isolated.services.map { $0.healthCheck == nil }, equals: [true, false])
        expect(isolated.services[1].dependsOn, equals: [Dependency(service: "a")])
    }
}
