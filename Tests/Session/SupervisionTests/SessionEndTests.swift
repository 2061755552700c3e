import Processes
import TestSupport
import Testing
import Wire

@testable import Supervision

/// The session's exit code, and the reason for its end.
@Suite struct SessionEndTests {
    typealias Services = [(outcome: Outcome?, endsSession: Bool)]

    @Test(
        arguments: [
            ([], 0), ([(.exited(0), false)], 0), ([(.exited(2), false), (.exited(0), false)], 2),
            ([(.exited(2), false), (.exited(3), false)], 3), ([(.exited(2), false), (.exited(0), true)], 0),
            ([(.killed(signal: 9), true)], 137), ([(.notStarted, false)], 127),
            ([(nil, true), (.exited(4), false)], 4),
        ] as [(Services, Int32)])
    func theServicesDecide(services: Services, code: Int32) {
        expect(SessionEnd().exitCode(of: services), equals: code)
    }

    @Test func aSignalDecidesBeforeTheServices() {
        let end = SessionEnd()
        #expect(!end.isUnderWay)
        #expect(!end.requested(by: 15))
        #expect(end.isUnderWay)
        #expect(end.requested(by: 2), "whoever asks again is in a hurry")
        expect(end.exitCode(of: [(.exited(3), true)]), equals: 143)
    }

    /// The first signal does not hurry a session that is already ending.
    @Test func theFirstSignalIsNoHurry() {
        let end = SessionEnd()
        end.begin()
        #expect(!end.requested(by: 2))
        #expect(end.requested(by: 2))
    }

    @Test func theFirstFailureDecidesBeforeAll() {
        let end = SessionEnd()
        _ = end.requested(by: 15)
        end.failed(.unavailable, "first")
        end.failed(.defect, "second")
        #expect(end.isUnderWay)
        expect(end.reason, equals: "first")
        expect(end.exitCode(of: [(.exited(3), true)]), equals: 69)
    }
}
