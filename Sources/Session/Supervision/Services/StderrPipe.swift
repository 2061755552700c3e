import Processes
import Wire

/// The stderr of a service, read as lines.
final class StderrPipe {
    /// A longer line is cut.
    private static let longestLine = 1 << 16
    private static let chunk = 1 << 14

    private var output = ChildOutput()
    private var buffer = LineBuffer(limit: longestLine)

    var descriptor: Int32? { output.descriptor }

    /// A new process writes into this pipe.
    func open(_ end: consuming Descriptor) {
        output = ChildOutput(end)
        buffer = LineBuffer(limit: Self.longestLine)
    }

    func processEnded() { output.childEnded() }

    func read() -> [String] {
        guard descriptor != nil else { return [] }
        _ = buffer.fill(room: Self.chunk) { output.read(into: $0) }
        let isAtEnd = descriptor == nil
        var lines: [String] = []
        while let line = buffer.next() ?? (isAtEnd ? buffer.last() : nil) { lines.append(text(of: line)) }
        return lines
    }

    private func text(of line: LineBuffer.Line) -> String {
        switch line {
        case .whole(let range): String(decoding: buffer.bytes[range], as: UTF8.self)
        case .tooLong(let bytes, let beginning):
            String(decoding: buffer.bytes[beginning.prefix(200)], as: UTF8.self) + "… (\(bytes) bytes)"
        }
    }
}
