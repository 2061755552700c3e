import TestSupport
import Testing

@testable import Supervision

/// Every pair of state and event has a row: the next state, or none.
@Suite struct TransitionTests {
    struct Row: CustomStringConvertible {
        let state: ServiceState, event: ServiceEvent, next: ServiceState, actions: [ServiceAction]
        var description: String { "\(state) × \(event)" }
    }

    static let changes: [Row] = [
        Row(state: .waiting, event: .started, next: .running, actions: []),
        Row(state: .waiting, event: .startFailed, next: .ended, actions: []),
        Row(state: .waiting, event: .died, next: .backingOff, actions: [.startBackoff]),
        Row(state: .waiting, event: .stopRequested, next: .ended, actions: []),
        Row(state: .waiting, event: .hurryRequested, next: .ended, actions: []),
        Row(state: .running, event: .exited, next: .ended, actions: []),
        Row(state: .running, event: .stopRequested, next: .closing, actions: [.closeInput, .startFarewell]),
        Row(state: .running, event: .hurryRequested, next: .killing, actions: [.kill]),
        Row(state: .running, event: .died, next: .backingOff, actions: [.startBackoff]),
        Row(state: .running, event: .inputClosed, next: .notReading, actions: [.startGrace]),
        Row(
            state: .notReading, event: .graceElapsed, next: .dismissed, actions: [.sendStopSignal, .startGrace]),
        Row(state: .dismissed, event: .graceElapsed, next: .dismissed, actions: [.kill]),
        Row(state: .dismissed, event: .died, next: .backingOff, actions: [.startBackoff]),
        Row(state: .dismissed, event: .exited, next: .ended, actions: []),
        Row(state: .dismissed, event: .swapRequested, next: .retiring, actions: [.yieldInput, .startGrace]),
        Row(state: .dismissed, event: .stopRequested, next: .terminating, actions: [.closeInput, .startGrace]),
        Row(state: .dismissed, event: .hurryRequested, next: .killing, actions: [.kill]),
        Row(state: .notReading, event: .died, next: .backingOff, actions: [.startBackoff]),
        Row(state: .notReading, event: .exited, next: .ended, actions: []),
        Row(state: .notReading, event: .swapRequested, next: .yielding, actions: [.yieldInput, .startFarewell]),
        Row(state: .notReading, event: .stopRequested, next: .closing, actions: [.closeInput, .startFarewell]),
        Row(state: .notReading, event: .hurryRequested, next: .killing, actions: [.kill]),
        Row(state: .backingOff, event: .backoffElapsed, next: .waiting, actions: []),
        Row(state: .backingOff, event: .stopRequested, next: .ended, actions: []),
        Row(state: .backingOff, event: .hurryRequested, next: .ended, actions: []),
        Row(state: .running, event: .swapRequested, next: .yielding, actions: [.yieldInput, .startFarewell]),
        Row(state: .backingOff, event: .swapRequested, next: .waiting, actions: []),
        Row(state: .ended, event: .swapRequested, next: .waiting, actions: []),
        Row(state: .yielding, event: .exited, next: .waiting, actions: []),
        Row(state: .yielding, event: .graceElapsed, next: .retiring, actions: [.sendStopSignal, .startGrace]),
        Row(state: .retiring, event: .graceElapsed, next: .retiring, actions: [.kill]),
        Row(state: .retiring, event: .exited, next: .waiting, actions: []),
        Row(state: .retiring, event: .stopRequested, next: .terminating, actions: [.closeInput, .startGrace]),
        Row(state: .retiring, event: .hurryRequested, next: .killing, actions: [.kill]),
        Row(state: .yielding, event: .stopRequested, next: .closing, actions: [.closeInput, .startFarewell]),
        Row(state: .yielding, event: .hurryRequested, next: .killing, actions: [.kill]),
        Row(state: .closing, event: .exited, next: .ended, actions: []),
        Row(state: .closing, event: .graceElapsed, next: .terminating, actions: [.sendStopSignal, .startGrace]),
        Row(state: .closing, event: .hurryRequested, next: .killing, actions: [.kill]),
        Row(state: .terminating, event: .exited, next: .ended, actions: []),
        Row(state: .terminating, event: .graceElapsed, next: .killing, actions: [.kill]),
        Row(state: .terminating, event: .hurryRequested, next: .killing, actions: [.kill]),
        Row(state: .killing, event: .exited, next: .ended, actions: []),
    ]

    @Test(arguments: ServiceState.allCases, ServiceEvent.allCases)
    func everyPairHasItsRow(state: ServiceState, event: ServiceEvent) {
        let row = Self.changes.first { $0.state == state && $0.event == event }
        let transition = Transition.from(state, on: event)
        expect(transition.state, equals: row?.next ?? state)
        expect(transition.actions, equals: row?.actions ?? [])
    }
}
