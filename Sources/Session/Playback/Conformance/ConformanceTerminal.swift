import Platform
import Processes

/// The session's own streams, which a view has as descriptors 3, 4 and 5: pipes, as in a script.
final class ConformanceTerminal {
    /// The last bytes that a view has drawn are kept.
    private static let mostDrawn = 1 << 20

    private let input: Descriptor
    private let output: Descriptor
    /// The view's ends.
    private var reader: Descriptor?
    private var writer: Descriptor?
    private var bytes: [UInt8] = []

    init() throws(SystemError) {
        let commands = try Pipe.open()
        let drawing = try Pipe.open()
        reader = Self.owned(commands.reader)
        writer = Self.owned(drawing.writer)
        input = commands.writer.nonBlocking()
        output = drawing.reader.nonBlocking()
    }

    private static func owned(_ end: consuming Descriptor) -> Descriptor { end }

    var descriptors: [(ours: Int32, theirs: Int32)] { [(writer?.number ?? -1, 4), (reader?.number ?? -1, 3)] }

    /// The view has been started, and only it has its ends.
    func begin() {
        reader = nil
        writer = nil
    }

    /// Can be read when the view has drawn something.
    var drawing: Int32 { output.number }
    var drawn: String { String(decoding: bytes, as: UTF8.self) }

    func type(_ text: String) {
        let bytes = Array(text.utf8)
        // A pipe holds thousands of commands; a view that has gone reads none.
        _ = write(input.number, bytes, bytes.count)
    }

    func look() {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(output.number, &chunk, chunk.count)
            guard count > 0 else { break }
            bytes += chunk[..<count]
        }
        if bytes.count > Self.mostDrawn { bytes.removeFirst(bytes.count - Self.mostDrawn) }
    }
}
