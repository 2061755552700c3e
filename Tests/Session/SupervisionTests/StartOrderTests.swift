import Composition
import Processes
import TestSupport
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

    @Test(arguments: rows) func theNextStep(row: Row) { expect(StartOrder.nextStep(row.services), equals: row.step) }

    struct Stop: CustomStringConvertible {
        let description: String
        let services: [Standing]
        /// For each service, those that send to it.
        let senders: [[Int]]
        let stopped: [Int]
    }

    private static let chain = [[], [0], [1]]

    static let stops: [Stop] = [
        Stop(
            description: "the view, on which nothing depends",
            services: [
                standing("view", .running, needs: [Dependency(service: "presenter")]),
                standing("presenter", .running, needs: [Dependency(service: "fetcher")]), standing("fetcher", .running),
            ], senders: [[1], [0, 2], [1]], stopped: [0]),
        Stop(
            description: "a dependent that has not ended yet",
            services: [standing("a", .closing, needs: needsB), standing("b", .running)], senders: [[], []], stopped: []),
        Stop(
            description: "a dependent that has ended",
            services: [standing("a", .ended, needs: needsB), standing("b", .running)], senders: [[], []], stopped: [1]),
        Stop(
            description: "in a chain the sender",
            services: [standing("a", .running), standing("b", .running), standing("c", .running)], senders: chain,
            stopped: [0]),
        Stop(
            description: "then the next one, which may read slowly what is left of it",
            services: [
                standing("a", .ended, hasOutput: true), standing("b", .running), standing("c", .running),
            ], senders: chain, stopped: [1]),
        Stop(
            description: "a sender that never ran holds nobody up",
            services: [standing("a", .waiting), standing("b", .running)], senders: [[], [0]], stopped: [0, 1]),
        Stop(
            description: "a receiver that depends on its sender ends after it",
            services: [standing("a", .running), standing("b", .running, needs: [Dependency(service: "a")])],
            senders: [[], [0]], stopped: [0]),
        Stop(
            description: "also a circle of dependencies and wires, after what can end without it",
            services: [
                standing("a", .running), standing("b", .running, needs: [Dependency(service: "c")]),
                standing("c", .running, needs: [Dependency(service: "a")]), standing("d", .closing),
            ], senders: [[], [0], [], []], stopped: []),
        Stop(
            description: "also a circle of dependencies and wires",
            services: [
                standing("a", .running), standing("b", .running, needs: [Dependency(service: "c")]),
                standing("c", .running, needs: [Dependency(service: "a")]), standing("d", .ended),
            ], senders: [[], [0], [], []], stopped: [0, 2]),
        Stop(
            description: "a circle together, after those that send into it, before those that it sends to",
            services: [
                standing("in", .ended), standing("a", .running), standing("b", .running), standing("out", .running),
            ], senders: [[], [0, 2], [1], [2]], stopped: [1, 2]),
    ]

    @Test(arguments: stops) func senderThenReceiver(stop: Stop) {
        expect(StartOrder.stoppable(stop.services, after: WiringOrder(stop.senders).senders), equals: stop.stopped)
    }

    @Test(arguments: ServiceState.allCases) func eachIsAskedOnce(state: ServiceState) {
        let isAsked = [.waiting, .running, .notReading, .dismissed, .backingOff, .yielding, .retiring].contains(state)
        expect(StartOrder.stoppable([Self.standing("a", state)], after: [[]]), equals: (isAsked ? [0] : []))
    }

    /// Compared with the definition: two services are a circle if each reaches the other.
    @Test(arguments: 0..<30 as Range<UInt64>) func circlesAreAsDefined(seed: UInt64) {
        var random = Seeded(seed: seed)
        let senders = (0..<8).map { receiver in
            (0..<8).filter { $0 != receiver && Int.random(in: 0..<6, using: &random) == 0 }
        }
        func reached(backwardsFrom start: Int) -> Set<Int> {
            var found: Set = [start]
            while case let next = found.union(found.flatMap { senders[$0] }), next != found { found = next }
            return found
        }
        let order = WiringOrder(senders)
        for (one, other) in (0..<8).flatMap({ one in (0..<8).map { (one, $0) } }) {
            let isCircle = reached(backwardsFrom: one).contains(other) && reached(backwardsFrom: other).contains(one)
            expect(order.isCircle(one, other), equals: isCircle)
        }
    }
}
