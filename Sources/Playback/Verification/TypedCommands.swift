import Platform
package import Processes

/// Types commands at a view in linear mode. Its descriptor 3 is a pipe; its output on descriptor 4 is discarded.
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

    /// The pipe's descriptors have high numbers. The other may be 3 itself, so it comes first.
    package var descriptors: [(ours: Int32, theirs: Int32)] {
        [(nowhere?.number ?? -1, 4), (reader?.number ?? -1, 3)]
    }

    /// Closes our reading end: the view is the only reader now.
    package func begin() {
        reader = nil
        nowhere = nil
    }

    /// A pipe holds thousands of commands.
    package func type(_ text: String) -> Bool {
        guard let number = writer?.number else { return false }
        let bytes = Array(text.utf8)
        return write(number, bytes, bytes.count) == bytes.count
    }

    package var hasBeenRead: Bool { writer?.isEmptyPipe ?? true }

    package func look() {}

    package func end() { writer = nil }
}
