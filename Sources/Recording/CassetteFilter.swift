import Platform
package import Processes
import Wire

/// Copies lines from a pipe into a cassette until the pipe ends. It runs in its own process beside the recorded
/// session, so a slow disk delays nothing else, and what was said is written even if the session is killed.
package struct CassetteFilter: ~Copyable {
    private static let turn = 1 << 18
    /// A read of this many bytes is followed by another at once, without a pause.
    private static let much = 1 << 16
    /// Milliseconds between two small reads. Waking the reader for each event would cost the session more than the
    /// event itself.
    private static let pause: Int32 = 50

    private let source: Int32
    private var writer: CassetteWriter
    /// Unlimited: the supervisor, which writes the pipe, has checked the lengths.
    private var lines = LineBuffer(limit: .max)

    package init(from source: Int32, to destination: Int32, compressing: Bool) throws(SystemError) {
        self.source = source
        writer = try CassetteWriter(to: destination, compressing: compressing)
    }

    /// Returns when the pipe ends, and drops an incomplete last line.
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

    /// Pauses; the end of the pipe wakes it, new data do not.
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
