package import Processes

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The place of the person at a view: what is typed goes into its descriptor 3, a pipe, so that it is in linear mode;
/// what it prints on descriptor 4 is nobody's.
package final class TypedInput {
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

    /// What the view is started with. The pipe's ends have high numbers; the other may be 3 itself, and comes first.
    package var descriptors: [(ours: Int32, theirs: Int32)] {
        [(nowhere?.number ?? -1, 4), (reader?.number ?? -1, 3)]
    }

    /// The view has been started; so it is the only one that reads.
    package func letGoOfReader() {
        reader = nil
        nowhere = nil
    }

    /// - Returns: whether all of it fits into the pipe, which holds some thousand commands.
    package func type(_ text: String) -> Bool {
        guard let number = writer?.number else { return false }
        let bytes = Array(text.utf8)
        return write(number, bytes, bytes.count) == bytes.count
    }

    package var hasBeenRead: Bool { writer?.isEmptyPipe ?? true }

    package func end() { writer = nil }
}
