import TestSupport
import Testing

@testable import Supervision

@Suite struct HolesTests {
    @Test(arguments: [
        ([0..<5, 10..<15], [0..<5, 10..<15]),
        ([10..<15, 0..<5], [0..<5, 10..<15]),
        ([0..<5, 5..<10], [0..<10]),
        ([5..<10, 0..<5], [0..<10]),
        ([0..<5, 10..<15, 5..<10], [0..<15]),
        ([0..<5, 20..<25, 10..<15, 15..<20], [0..<5, 10..<25]),
    ])
    func rangesThatTouchAreOne(inserted: [Range<Int>], expected: [Range<Int>]) {
        var holes = Holes()
        for range in inserted { holes.insert(range) }
        expect(Array(holes.all), equals: expected)
        expect(holes.bytes, equals: expected.reduce(0) { $0 + $1.count })
        expect(holes.first, equals: expected.first)
    }

    @Test func theFirstIsTakenOut() {
        var holes = Holes()
        expect(holes.first, equals: nil)
        for number in 0..<1000 { holes.insert(number * 10..<number * 10 + 5) }
        for number in 0..<999 {
            expect(holes.first?.lowerBound, equals: number * 10)
            holes.passFirst()
        }
        // A hole next to a removed one is not joined with it.
        holes.insert(9985..<9990)
        expect(Array(holes.all), equals: [9985..<9995])
        expect(holes.passed.count, equals: 999)
        holes.forget(before: 9000)
        expect(holes.passed.count == 99 && holes.first == 9985..<9995)
        expect(holes.rewind(to: 9970), equals: 10, "and those before it stay passed")
        expect(holes.first == 9970..<9975 && holes.bytes == 20)
        holes.removeRest()
        expect(holes.all.isEmpty && holes.bytes == 0 && holes.passed.count == 97)
        holes.removeAll()
        #expect(holes.passed.isEmpty)
    }

    /// Compared with a set of offsets.
    @Test(arguments: 0..<20 as Range<UInt64>) func agreesWithTheModel(seed: UInt64) {
        var random = Seeded(seed: seed)
        var holes = Holes()
        var model: Set<Int> = []
        var free = Array(0..<300).shuffled(using: &random)
        while let place = free.popLast() {
            holes.insert(place * 4..<place * 4 + 4)
            for offset in place * 4..<place * 4 + 4 { model.insert(offset) }
            if Int.random(in: 0..<10, using: &random) == 0, let first = holes.first {
                holes.passFirst()
                for offset in first { model.remove(offset) }
                // Nothing is inserted before bytes that have been written.
                free.removeAll { $0 * 4 < first.upperBound }
            }
            expect(holes.all.flatMap { Array($0) }, equals: model.sorted())
            expect(holes.bytes, equals: model.count)
        }
    }
}
