import Platform
package import Processes

/// Types commands at a view in linear mode: its descriptor 3 is a pipe; what it prints on descriptor 4 goes nowhere.
package final class TypedCommands: Typist {
    private var reader: Descriptor?
    private var nowhere: Descriptor?
    private var writer: Descriptor?

    package init() throws(SystemError) {
        let pipe = try Pipe.open()
        let null = open("/dev/null", O_WRONLY | O_CLOEXEC)
        guard null >= 0 else { throw SystemError("open /dev/null") }
        nowhere = Descriptor(owning: null)
        reader = Self.owned(pipe.reader)
        writer = Self.nonBlocking(pipe.writer)
    }

    private static func owned(_ end: consuming Descriptor) -> Descriptor { end }

    private static func nonBlocking(_ end: consuming Descriptor) -> Descriptor {
        end.setNonBlocking()
        return end
    }

    package var drawing: Int32? { nil }
    package var needsPause: Bool { false }

    /// The pipe's ends have high numbers; the other may be 3 itself, and comes first.
    package var descriptors: [(ours: Int32, theirs: Int32)] {
        [(nowhere?.number ?? -1, 4), (reader?.number ?? -1, 3)]
    }

    /// From now on the view is the only one that reads.
    package func begin() {
        reader = nil
        nowhere = nil
    }

    /// The pipe holds some thousand commands.
    package func type(_ text: String) -> Bool {
        guard let number = writer?.number else { return false }
        let bytes = Array(text.utf8)
        return write(number, bytes, bytes.count) == bytes.count
    }

    package var hasBeenRead: Bool { writer?.isEmptyPipe ?? true }

    package func look() {}

    package func end() { writer = nil }
}
