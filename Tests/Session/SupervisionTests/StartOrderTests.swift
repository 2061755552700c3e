import Composition
import Processes
import Testing

@testable import Supervision

/// Which service starts or stops next.
@Suite struct StartOrderTests {
    struct Row: CustomStringConvertible {
        let description: String
        let services: [Standing]
        let step: StartOrder.Step?
    }

    private static func standing(
        _ name: String, _ state: ServiceState = .waiting, needs: [Dependency] = [], isReady: Bool = false,
        isUnhealthy: Bool = false, outcome: Outcome? = nil, hasOutput: Bool = false
    ) -> Standing {
        Standing(
            name: name, dependsOn: needs, state: state, isReady: isReady, isUnhealthy: isUnhealthy, outcome: outcome,
            hasOutput: hasOutput)
    }

    private static let needsB = [Dependency(service: "b")]
    private static let needsHealthyB = [Dependency(service: "b", condition: .healthy)]
    private static let needsDoneB = [Dependency(service: "b", condition: .completedSuccessfully)]

    static let rows: [Row] = [
        Row(description: "no services", services: [], step: nil),
        Row(description: "the first that can", services: [standing("a"), standing("b")], step: .start(0)),
        Row(description: "all run", services: [standing("a", .running)], step: nil),
        Row(
            description: "a dependency first", services: [standing("a", needs: needsB), standing("b")], step: .start(1)),
        Row(
            description: "a dependency that runs", services: [standing("a", needs: needsB), standing("b", .running)],
            step: .start(0)),
        Row(
            description: "one that has ended did start",
            services: [standing("a", needs: needsB), standing("b", .ended, outcome: .exited(1))], step: .start(0)),
        Row(
            description: "not healthy yet", services: [standing("a", needs: needsHealthyB), standing("b", .running)],
            step: nil),
        Row(
            description: "healthy",
            services: [standing("a", needs: needsHealthyB), standing("b", .running, isReady: true)], step: .start(0)),
        Row(
            description: "unhealthy",
            services: [standing("a", needs: needsHealthyB), standing("b", .running, isUnhealthy: true)],
            step: .giveUp(0, missing: 1)),
        Row(
            description: "unhealthy is no matter to who needs its start only",
            services: [standing("a", needs: needsB), standing("b", .running, isUnhealthy: true)], step: .start(0)),
        Row(
            description: "never healthy", services: [standing("a", needs: needsHealthyB), standing("b", .ended)],
            step: .giveUp(0, missing: 1)),
        Row(
            description: "may have said so before it ended",
            services: [standing("a", needs: needsHealthyB), standing("b", .ended, hasOutput: true)], step: nil),
        Row(
            description: "has done its work",
            services: [standing("a", needs: needsDoneB), standing("b", .ended, outcome: .exited(0))], step: .start(0)),
        Row(
            description: "has failed",
            services: [standing("a", needs: needsDoneB), standing("b", .ended, outcome: .exited(1))],
            step: .giveUp(0, missing: 1)),
        Row(
            description: "a predecessor's output is read first", services: [standing("a", hasOutput: true)], step: nil),
        Row(
            description: "a service that is not there holds nobody up",
            services: [standing("a", needs: [Dependency(service: "z", condition: .healthy)])], step: .start(0)),
        Row(
            description: "a circle waits",
            services: [standing("a", needs: needsB), standing("b", needs: [Dependency(service: "a")])], step: nil),
    ]

    @Test(arguments: rows) func theNextStep(row: Row) { #expect(StartOrder.nextStep(row.services) == row.step) }

    @Test func whatOthersNeedIsStoppedLast() {
        let services = [
            Self.standing("view", .running, needs: [Dependency(service: "presenter")]),
            Self.standing("presenter", .running, needs: [Dependency(service: "fetcher")]),
            Self.standing("fetcher", .running),
        ]
        #expect(StartOrder.stoppable(services) == [0])
        var later = services
        later[0].state = .closing
        #expect(StartOrder.stoppable(later) == [])
        later[0].state = .ended
        #expect(StartOrder.stoppable(later) == [1])
    }

    @Test(arguments: ServiceState.allCases) func eachIsAskedOnce(state: ServiceState) {
        let isAsked = [.waiting, .running, .notReading, .backingOff, .yielding].contains(state)
        #expect(StartOrder.stoppable([Self.standing("a", state)]) == (isAsked ? [0] : []))
    }
}
