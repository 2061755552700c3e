import JSON
import NATSBridge
import Wire

/// Turns a line into a bridge's input.
enum LineInput {
    /// The most bytes quoted of a refused line.
    private static let quoted = 200

    /// - Parameter child: the child that wrote it; nil for the bus.
    /// - Returns: nil for a blank line.
    static func read(_ line: LineBuffer.Line, in buffer: borrowing LineBuffer, of child: ChildID?) -> BridgeInput? {
        switch line {
        case .tooLong(let bytes, let beginning):
            return refused(.lineTooLong(bytes: bytes, limit: buffer.limit), buffer.bytes[beginning], child)
        case .whole(let range):
            guard !JSONScanner.isBlank(buffer.bytes.span.extracting(range)) else { return nil }
            do throws(EnvelopeError) {
                let line = try BusLine(Array(buffer.bytes[range]))
                return child.map { .childLine($0, line) } ?? .line(line)
            } catch {
                return refused(error, buffer.bytes[range], child)
            }
        }
    }

    private static func refused(_ error: EnvelopeError, _ line: ArraySlice<UInt8>, _ child: ChildID?) -> BridgeInput {
        let text = String(decoding: line.prefix(quoted), as: UTF8.self)
        return child.map { .childRefused($0, error, line: text) } ?? .refused(error, line: text)
    }
}
