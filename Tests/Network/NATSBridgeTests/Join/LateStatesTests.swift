import Testing

@testable import NATSBridge

struct LateStatesTests {
    private static func stamp(_ incarnation: String, _ position: UInt64) -> LineStamp {
        LineStamp(
            sender: SenderID(name: "b", incarnation: incarnation) ?? .unknown, service: "net", position: position,
            stored: 0,
            previous: 0)
    }

    private static func states(_ states: [(incarnation: String, position: UInt64, key: String, time: Int)]) -> (
        LateStates, [String]
    ) {
        var late = LateStates()
        for state in states {
            _ = late.take(
                LateStates.State(
                    stamp: stamp(state.incarnation, state.position), type: "show", key: state.key,
                    line: Array("\(state.key)\(state.position)".utf8), time: state.time))
        }
        let lines = late.takeLines().map { String(decoding: $0, as: UTF8.self) }
        return (late, lines)
    }

    @Test func `The newest states are written, and those of a process that is no more are not`() {
        let (_, lines) = Self.states([("1", 90, "a", 1), ("2", 5, "b", 2), ("2", 7, "a", 3)])
        #expect(lines == ["b5", "a7"])
    }

    @Test(
        arguments: [
            ("2", 7, "a", 3, true), ("2", 6, "a", 3, true), ("2", 8, "a", 4, false), ("2", 6, "b", 3, false),
            ("2", 3, "c", 2, false), ("1", 900, "c", 1, true), ("3", 1, "a", 4, false),
        ] as [(String, UInt64, String, Int, Bool)])
    func `An older state never comes after a newer one`(
        incarnation: String, position: UInt64, key: String, time: Int, isOld: Bool
    ) {
        var (late, _) = Self.states([("2", 5, "b", 2), ("2", 7, "a", 3)])
        #expect(late.isOld(Self.stamp(incarnation, position), type: "show", key: key, time: time) == isOld)
        late.forget { $0 == "show" }
        #expect(late.isPast)
        #expect(!late.isOld(Self.stamp(incarnation, position), type: "show", key: key, time: time))
    }

    @Test func `There is so much room`() {
        var late = LateStates()
        let large = LateStates.State(
            stamp: nil, type: "t", key: nil, line: [UInt8](repeating: 0, count: 9 << 20), time: 0)
        #expect(late.take(large) == true)
        #expect(late.take(large) == false)
    }
}
