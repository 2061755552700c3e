import TestSupport
import Testing

@testable import NATSBridge

struct LateStatesTests {
    private static func stamp(_ incarnation: String, _ position: UInt64) -> LineStamp {
        LineStamp(incarnation: incarnation, position: position, previous: 0, number: 0, bus: "b", service: "net")
    }

    private static func states(_ states: [(incarnation: String, position: UInt64, key: String)]) -> (
        LateStates, [String]
    ) {
        var late = LateStates()
        for state in states {
            _ = late.append(
                LateStates.State(
                    stamp: stamp(state.incarnation, state.position), type: "show", key: state.key,
                    line: Array("\(state.key)\(state.position)".utf8)))
        }
        let lines = late.takeLines().map { String(decoding: $0, as: UTF8.self) }
        return (late, lines)
    }

    @Test func `The newest states are written, and those of a process that is no more are not`() {
        let (_, lines) = Self.states([("1", 90, "a"), ("2", 5, "b"), ("2", 7, "a")])
        expect(lines, equals: ["b5", "a7"])
    }

    @Test(
        arguments: [
            ("2", 7, "a", true), ("2", 6, "a", true), ("2", 8, "a", false), ("2", 6, "b", false), ("2", 3, "c", false),
            ("1", 900, "c", true), ("3", 1, "a", false),
        ] as [(String, UInt64, String, Bool)])
    func `An older state never comes after a newer one`(
        incarnation: String, position: UInt64, key: String, isOld: Bool
    ) {
        var (late, _) = Self.states([("1", 90, "a"), ("2", 5, "b"), ("2", 7, "a")])
        expect(late.isOld(Self.stamp(incarnation, position), type: "show", key: key), equals: isOld)
        late.forget()
        #expect(late.isPast)
        #expect(!late.isOld(Self.stamp(incarnation, position), type: "show", key: key))
    }

    @Test func `There is so much room`() {
        var late = LateStates()
        let large = LateStates.State(
            stamp: Self.stamp("1", 1), type: "t", key: nil, line: [UInt8](repeating: 0, count: 9 << 20))
        expect(late.append(large), equals: true)
        expect(late.append(large), equals: false)
    }
}
