import Platform
import Processes
import Wire

/// A cassette's bytes, decompressed if needed. The content decides, not the file's name.
struct CassetteBytes: ~Copyable {
    /// A problem found while reading.
    enum Trouble: Equatable {
        /// The following bytes come from behind the damage.
        case damaged
        case truncated
    }

    private static let turn = 1 << 16
    private let descriptor: Descriptor
    private var inflater: RecoveringInflater?
    /// The file's first bytes, which tell its format.
    private var beginning: [UInt8] = []
    private var isKnown = false
    private(set) var isAtEnd = false

    init(_ descriptor: consuming Descriptor) {
        self.descriptor = descriptor
    }

    /// Appends the next bytes to `lines`.
    /// - Returns: a problem that occurred, if any.
    mutating func read(into lines: inout LineBuffer) throws(SystemError) -> Trouble? {
        if !isKnown { try find() }
        guard let inflater else {
            let bytes = try chunk()
            bytes.withUnsafeBytes { lines.append($0) }
            isAtEnd = bytes.isEmpty
            return nil
        }
        if inflater.isHungry {
            let bytes = try chunk()
            isAtEnd = bytes.isEmpty
            if isAtEnd { return inflater.isAtMemberEnd ? nil : .truncated }
            inflater.feed(bytes)
        }
        var progress = RecoveringInflater.Progress.decompressed
        _ = lines.fill(room: Self.turn) { space in
            let (reached, count) = inflater.decompress(into: space)
            progress = reached
            return count
        }
        return progress == .damaged ? .damaged : nil
    }

    /// Checks for gzip's magic number.
    private mutating func find() throws(SystemError) {
        while beginning.count < 2 {
            let bytes = try readSome()
            if bytes.isEmpty { break }
            beginning += bytes
        }
        isKnown = true
        guard beginning.starts(with: [0x1F, 0x8B]) else { return }
        inflater = RecoveringInflater()
        if inflater == nil { throw SystemError("decompress the cassette", code: ENOMEM) }
    }

    private mutating func chunk() throws(SystemError) -> [UInt8] {
        guard beginning.isEmpty else {
            defer { beginning = [] }
            return beginning
        }
        return try readSome()
    }

    private func readSome() throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Self.turn)
        while true {
            let count = Platform.read(descriptor.number, &bytes, bytes.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw SystemError("read the cassette") }
            bytes.removeLast(bytes.count - count)
            return bytes
        }
    }
}
