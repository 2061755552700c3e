import FlyingFox
import FlyingSocks

/// A body that is declared whole and breaks off in its middle: FlyingFox closes a connection whose body throws.
struct BrokenOffBody: AsyncBufferedSequence {
    typealias Element = UInt8

    struct BrokenOff: Error {}

    struct Iterator: AsyncBufferedIteratorProtocol {
        var rest: ArraySlice<UInt8>

        mutating func next() async throws -> UInt8? {
            guard let byte = rest.popFirst() else { throw BrokenOff() }
            return byte
        }

        mutating func nextBuffer(suggested count: Int) async throws -> ArraySlice<UInt8>? {
            guard !rest.isEmpty else { throw BrokenOff() }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }
    }

    let bytes: [UInt8]

    func makeAsyncIterator() -> Iterator { Iterator(rest: bytes.prefix(bytes.count / 2)) }

    var declaredWhole: HTTPBodySequence { HTTPBodySequence(from: self, count: bytes.count) }
}
