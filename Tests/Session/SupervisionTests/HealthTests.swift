import Platform
import Composition
import TestSupport
import Testing

@testable import Supervision

/// When a service is checked, and what the results mean; without a process or a clock.
@Suite struct HealthTests {
    private static let start = Instant.now

    private static func health(startPeriod: Duration = .zero) -> Health {
        var check = HealthCheck(command: ["check"])
        check.interval = .seconds(10)
        check.timeout = .seconds(5)
        check.retries = 2
        check.startPeriod = startPeriod
        check.startInterval = .seconds(1)
        var health = Health(check)
        health.serviceStarted(at: start)
        return health
    }

    @Test(arguments: HealthState.allCases)
    func everyStateKnowsEveryResult(_ state: HealthState) {
        expect(state.after(.succeeded), equals: .healthy)
        expect(state.after(.failedTooOften), equals: .unhealthy)
        expect(state.after(.failed), equals: state)
        expect(state.after(.failedEarly), equals: state)
    }

    struct Row: CustomStringConvertible, Sendable {
        let description: String
        var startPeriod = Duration.zero
        /// Results of the checks, each a second after its beginning.
        let results: [Bool]
        /// What each of them changes.
        let changes: [Health.Change]
        let state: HealthState
        /// When the next check begins, in seconds after the start.
        let next: Int
    }

    @Test(arguments: [
        Row(
            description: "healthy at once", results: [true], changes: [.becameHealthy], state: .healthy, next: 11),
        Row(
            description: "one failure is none", results: [true, false, true],
            changes: [.becameHealthy, .failed(1, of: 2), .none], state: .healthy, next: 33),
        Row(
            description: "failures in a row", results: [true, false, false],
            changes: [.becameHealthy, .failed(1, of: 2), .becameUnhealthy], state: .unhealthy, next: 33),
        Row(
            description: "told once", results: [false, false, false, false],
            changes: [.failed(1, of: 2), .becameUnhealthy, .none, .none], state: .unhealthy, next: 44),
        Row(
            description: "well again", results: [false, false, true, false],
            changes: [.failed(1, of: 2), .becameUnhealthy, .recovered, .failed(1, of: 2)], state: .healthy, next: 44),
        Row(
            description: "the start is forgiven, and checked often", startPeriod: .seconds(4), results: [false, false],
            changes: [.none, .none], state: .starting, next: 4),
        Row(
            description: "but not for ever", startPeriod: .seconds(4), results: [false, false, false, false],
            changes: [.none, .none, .failed(1, of: 2), .becameUnhealthy], state: .unhealthy, next: 26),
        Row(
            description: "failures count after the first success", startPeriod: .seconds(100), results: [true, false],
            changes: [.becameHealthy, .failed(1, of: 2)], state: .healthy, next: 22),
    ])
    func results(_ row: Row) throws {
        var health = Self.health(startPeriod: row.startPeriod)
        var changes: [Health.Change] = []
        for succeeds in row.results {
            let due = try require(health.deadline)
            expect(health.step(at: due - .milliseconds(1)), equals: nil)
            expect(health.step(at: due), equals: .startCheck)
            expect(health.step(at: due), equals: nil, "one at a time")
            changes.append(health.checkEnded(succeeded: succeeds, at: due + .seconds(1)))
        }
        expect(changes, equals: row.changes)
        expect(health.state, equals: row.state)
        expect(health.deadline, equals: Self.start + .seconds(row.next))
    }

    @Test func aCheckThatTakesTooLongIsKilledOnce() {
        var health = Self.health()
        expect(health.step(at: Self.start), equals: .startCheck)
        expect(health.deadline, equals: Self.start + .seconds(5))
        expect(health.step(at: Self.start + .seconds(5)), equals: .killCheck)
        #expect(health.isOverdue)
        expect(health.step(at: Self.start + .seconds(50)), equals: nil)
        expect(health.checkEnded(succeeded: false, at: Self.start + .seconds(6)), equals: .failed(1, of: 2))
        expect(health.step(at: Self.start + .seconds(16)), equals: .startCheck)
        #expect(!health.isOverdue)
    }

    @Test func withoutAProcessNothingIsChecked() {
        var health = Self.health()
        health.serviceEnded()
        expect(health.deadline, equals: nil)
        expect(health.step(at: Self.start + .seconds(100)), equals: nil)
    }

    /// A result of a check of the process before does not count for this one.
    @Test func aSuccessorIsCheckedAnew() {
        var health = Self.health()
        _ = health.step(at: Self.start)
        _ = health.checkEnded(succeeded: true, at: Self.start)
        expect(health.step(at: Self.start + .seconds(10)), equals: .startCheck)
        health.serviceEnded()
        health.serviceStarted(at: Self.start + .seconds(11))
        expect(health.state, equals: .starting)
        expect(health.checkEnded(succeeded: true, at: Self.start + .seconds(12)), equals: .none)
        expect(health.state, equals: .starting)
        expect(health.step(at: Self.start + .seconds(12)), equals: .startCheck)
    }

    @Test func aCheckThatOutlivesItsServiceIsForgotten() {
        var health = Self.health()
        _ = health.step(at: Self.start)
        health.serviceEnded()
        expect(health.checkEnded(succeeded: true, at: Self.start), equals: .none)
        expect(health.state, equals: .starting)
        expect(health.deadline, equals: nil)
    }
}
