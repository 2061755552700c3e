import Platform
package import Processes
package import Recording

/// Acts as the user of a verified view.
package protocol Typist: AnyObject {
    /// The view's descriptors 3 and 4.
    var descriptors: [(ours: Int32, theirs: Int32)] { get }
    /// The descriptor from which the view's drawing has to be drained; nil if there is none.
    var drawing: Int32? { get }
    /// True if the view has read everything typed.
    var hasBeenRead: Bool { get }
    /// True if keys that follow at once would be taken as part of the last ones.
    var needsPause: Bool { get }

    /// The view has been started.
    func begin()
    /// - Returns: whether there was room for everything.
    func type(_ text: String) -> Bool
    /// Drains what the view has drawn.
    func look()
    func end()
}

/// Types commands at a view in linear mode. Its descriptor 3 is a pipe; its output on descriptor 4 is discarded, or kept.
package final class TypedCommands: Typist {
    /// The last bytes of the output are kept.
    private static let mostDrawn = 1 << 20

    private var reader: Descriptor?
    private var canvas: Descriptor?
    private var writer: Descriptor?
    private var output = ChildOutput()
    private var bytes: [UInt8] = []

    package init(keepsDrawing: Bool = false) throws(SystemError) {
        let pipe = try Pipe.open()
        if keepsDrawing {
            let drawing = try Pipe.open()
            canvas = Self.owned(drawing.writer)
            output = ChildOutput(drawing.reader)
        } else {
            guard let null = Descriptor(opening: "/dev/null", O_WRONLY) else { throw SystemError("open /dev/null") }
            canvas = consume null
        }
        reader = Self.owned(pipe.reader)
        // One command fits: those of agents and of pages have up to 256 KiB.
        pipe.writer.widen(to: 1 << 20)
        writer = pipe.writer.nonBlocking()
    }

    private static func owned(_ end: consuming Descriptor) -> Descriptor { end }

    package var drawing: Int32? { output.descriptor }
    var drawn: String { String(decoding: bytes, as: UTF8.self) }
    package var needsPause: Bool { false }

    /// The pipe's descriptors have high numbers. The other may be 3 itself, so it comes first.
    package var descriptors: [(ours: Int32, theirs: Int32)] {
        [(canvas?.number ?? -1, 4), (reader?.number ?? -1, 3)]
    }

    /// Closes our copies of the view's ends: only the view has them now.
    package func begin() {
        reader = nil
        canvas = nil
    }

    package func type(_ text: String) -> Bool {
        guard let number = writer?.number else { return false }
        let bytes = Array(text.utf8)
        return write(number, bytes, bytes.count) == bytes.count
    }

    package var hasBeenRead: Bool { writer?.isEmptyPipe ?? true }

    package func look() {
        while case let chunk = output.read(most: PipedProcess.chunk), !chunk.isEmpty {
            bytes = (bytes + chunk).suffix(Self.mostDrawn)
        }
    }

    package func end() { writer = nil }
}

/// Types keys at a full-screen view on a pseudo-terminal.
package final class TypedKeys: Typist {
    private let terminal: PseudoTerminal
    /// True if the last keys ended with ESC, which might begin a sequence.
    package private(set) var needsPause = false

    package init(_ screen: CassetteHeader.Screen) throws(SystemError) {
        terminal = try PseudoTerminal.open(columns: screen.columns, rows: screen.rows)
        terminal.ours.setNonBlocking()
    }

    package var descriptors: [(ours: Int32, theirs: Int32)] {
        [(terminal.theirs.number, 3), (terminal.theirs.number, 4)]
    }
    package var drawing: Int32? { terminal.ours.number }

    /// The count of unread bytes is known at the view's end, which therefore stays open here. The kernel passes keys on
    /// later, when it has time; a poll of that end waits until it has done so.
    package var hasBeenRead: Bool {
        var flushing = PollSet(reading: [terminal.theirs.number])
        flushing.wait(for: .zero)
        var count: Int32 = 0
        return ioctl(terminal.theirs.number, UInt(FIONREAD), &count) != 0 || count == 0
    }

    package func begin() {}

    package func type(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        needsPause = bytes.last == 0x1B
        return write(terminal.ours.number, bytes, bytes.count) == bytes.count
    }

    package func look() {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        while read(terminal.ours.number, &bytes, bytes.count) > 0 {}
    }

    package func end() {}
}
