import Platform
import Processes
import Wire

/// The session's input in linear mode, read one command at a time.
///
/// This process may be killed at any moment, and its successor cannot read again what it has read. So wherever the system
/// allows, a command is looked at, sent to the supervisor, and only then read.
struct CommandInput: ~Copyable {
    private enum Kind {
        /// Input that can be read again from any position.
        case file
        /// A pipe, whose content can be copied to another one and looked at there.
        case pipe(PipeCopy)
        case socket
        /// A read brings one line at most.
        case terminal
        case other
    }

    let descriptor: Int32
    private let kind: Kind
    private static let chunk = 4096

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        kind = Self.kind(of: descriptor)
    }

    /// Bytes of a file that have been read; nil for other kinds of input.
    var position: Int? {
        guard case .file = kind, case let offset = lseek(descriptor, 0, SEEK_CUR), offset >= 0 else { return nil }
        return Int(offset)
    }

    func go(to position: Int) {
        if case .file = kind { lseek(descriptor, off_t(max(position, 0)), SEEK_SET) }
    }

    /// Looks at what the next ``take(_:)`` will read.
    /// - Returns: as much of a line as there is; empty at the end of the input; nil where looking is impossible.
    func peek() -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: Self.chunk)
        var count: Int
        repeat { count = bytes.withUnsafeMutableBytes { peek(into: $0) } } while count < 0 && errno == EINTR
        guard count >= 0 else { return nil }
        bytes.removeLast(bytes.count - count)
        if let end = bytes.firstIndex(of: 0x0A) { bytes.removeLast(bytes.count - end - 1) }
        return bytes
    }

    /// - Returns: -1 where looking is impossible.
    private func peek(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        switch kind {
        case .file: return pread(descriptor, buffer.baseAddress, buffer.count, off_t(position ?? 0))
        case .pipe(let copy): return copy.look(into: descriptor, buffer)
        case .socket: return recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_PEEK))
        case .terminal, .other: return -1
        }
    }

    /// - Parameter count: the bytes that ``peek()`` has found; without it, a terminal's line or one byte is read.
    func take(_ count: Int?) throws(StandardStream.Failure) -> [UInt8] {
        if let count { return try StandardStream.read(descriptor, atMost: count) }
        if case .terminal = kind { return try StandardStream.read(descriptor, atMost: Self.chunk) }
        return try StandardStream.read(descriptor, atMost: 1)
    }

    private static func kind(of descriptor: Int32) -> Kind {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return .other }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return .file
        case S_IFSOCK: return .socket
        case S_IFIFO:
            return PipeCopy().map { .pipe($0) } ?? .other
        default: return isatty(descriptor) == 1 ? .terminal : .other
        }
    }
}

extension StandardStream {
    /// - Returns: the bytes that there are, after the first has come; empty at the end of the input.
    static func read(_ descriptor: Int32, atMost limit: Int = 1 << 16) throws(Failure) -> [UInt8] {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: limit, alignment: 1)
        defer { memory.deallocate() }
        return Array(memory[..<(try read(descriptor, into: memory))])
    }
}

/// Looks at the content of a pipe without reading it.
final class PipeCopy {
    private let copy: Pipe
    private static let nonBlocking: UInt32 = 2  // SPLICE_F_NONBLOCK

    init?() {
        guard let pipe = try? Pipe.open() else { return nil }
        copy = pipe
    }

    /// - Returns: the bytes found; 0 at the end of the pipe, -1 on failure.
    func look(into pipe: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = tee(pipe, copy.writer.number, buffer.count, Self.nonBlocking)
        return count > 0 ? read(copy.reader.number, buffer.baseAddress, count) : count
    }
}
