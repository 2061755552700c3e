import Platform
package import Processes
import Wire

/// Copies the lines of a pipe into a cassette, until the pipe ends. It runs as a process of its own beside a session that
/// is recorded: a slow disk makes only this one wait, and what the session has said is written also when the session is
/// killed.
package struct CassetteFilter: ~Copyable {
    private static let turn = 1 << 18
    /// From so many bytes at once on there is no time to pause.
    private static let much = 1 << 16
    /// Milliseconds between two reads of little. A reader that waited for each event would have to be woken by the
    /// session, which costs that more than the event itself.
    private static let pause: Int32 = 50

    private let source: Int32
    private var writer: CassetteWriter
    /// Lines of any length: who writes the pipe has seen to that.
    private var lines = LineBuffer(limit: .max)

    package init(from source: Int32, to destination: Int32, compressing: Bool) throws(SystemError) {
        self.source = source
        writer = try CassetteWriter(to: destination, compressing: compressing)
    }

    /// Returns at the end of the pipe; half a line there is left out.
    package mutating func run() throws(SystemError) {
        while true {
            _ = try writer.wait(for: [source])
            let source = source
            let count = lines.fill(room: Self.turn) { space in read(source, space.baseAddress, space.count) }
            if count < 0, errno != EINTR { throw SystemError("read what is to be recorded") }
            if count == 0 { break }
            try passOn()
            if count < Self.much { rest() }
        }
        try writer.finish()
    }

    /// Nothing that comes ends the rest; the end of the pipe does.
    private func rest() {
        _ = PollSet.isReady(source, for: .hangUp, within: Self.pause)
    }

    private mutating func passOn() throws(SystemError) {
        var failure: SystemError?
        lines.consume { unread in
            guard let last = unread.lastIndex(of: 0x0A) else { return 0 }
            do throws(SystemError) { try writer.append(UnsafeRawBufferPointer(rebasing: unread[...last])) } catch {
                failure = error
            }
            return last + 1
        }
        if let failure { throw failure }
    }
}
