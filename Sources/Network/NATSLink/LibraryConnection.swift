import CNATS
import Platform
import Processes
import Synchronization

/// One connection of libnats, from the attempt to make it to its loss. libnats waits for each server, so the attempt has a thread of its
/// own; libnats's threads report here what the loop has to know. Messages are read and written only on the loop's thread.
final class LibraryConnection: Sendable {
    struct Handle: @unchecked Sendable {
        let pointer: OpaquePointer

        /// Destroys the connection on a thread: with an event loop, libnats takes half a second to close it.
        func destroy() { _ = DetachedThread.start { natsConnection_Destroy(pointer) } }
    }

    private struct State {
        /// The result of the attempt, until the loop takes it.
        var outcome: Result<Handle, LinkError>?
        /// Nobody wants the attempt's connection any more.
        var isAbandoned = false
        /// The socket to watch; nil while there is none.
        var socket: Int32?
        var wantsWriting = false
        /// Anything that libnats reads after that is unreliable.
        var isLost = false
        /// The newest refusals of the server.
        var complaints: [String] = []
    }

    private let state = Mutex(State())
    private let wakeup: Wakeup
    /// Complaints that wait; the oldest are forgotten.
    private static let mostComplaints = 16

    /// Begins an attempt, and wakes the loop when ``takeOutcome()`` has something.
    init(_ settings: ConnectionSettings, _ wakeup: Wakeup) {
        self.wakeup = wakeup
        let hasStarted = DetachedThread.start {
            self.finish(Result { () throws(LinkError) in try self.connect(settings) })
        }
        if !hasStarted { finish(.failure(LinkError("start a thread that connects"))) }
    }

    private func connect(_ settings: ConnectionSettings) throws(LinkError) -> Handle {
        let options = try NATSOptions(settings, self)
        var pointer: OpaquePointer?
        let status = natsConnection_Connect(&pointer, options.handle)
        guard status == NATS_OK, let pointer else { throw LinkError(connecting: settings.publicServers, status) }
        return Handle(pointer: pointer)
    }

    private func finish(_ outcome: Result<Handle, LinkError>) {
        state.withLock { $0.outcome = outcome }
        if state.withLock({ $0.isAbandoned }) { abandon() }
        wakeup.wake()
    }

    /// The outcome, once; nil while the attempt lasts.
    func takeOutcome() -> Result<Handle, LinkError>? { state.withLock { $0.outcome.take() } }

    /// Gives the attempt up.
    func abandon() {
        state.withLock { $0.isAbandoned = true }
        try? takeOutcome()?.get().destroy()
    }

    // MARK: - What libnats reports

    func watch(_ socket: Int32) {
        state.withLock { $0.socket = socket }
        wakeup.wake()
    }

    func setWriting(_ wants: Bool) {
        state.withLock { $0.wantsWriting = wants }
        if wants, !wakeup.isOwnThread { wakeup.wake() }
    }

    func lose() {
        state.withLock { state in (state.socket, state.isLost) = (nil, true) }
        wakeup.wake()
    }

    func complain(_ text: String) {
        state.withLock { $0.complaints = $0.complaints.suffix(Self.mostComplaints - 1) + [text] }
        wakeup.wake()
    }

    func takeComplaints() -> [String] {
        state.withLock { state in
            defer { state.complaints.removeAll() }
            return state.complaints
        }
    }

    var isLost: Bool { state.withLock { $0.isLost } }
    /// The socket to watch, and whether to watch it for writing.
    var interest: (socket: Int32?, writes: Bool) { state.withLock { ($0.socket, $0.socket != nil && $0.wantsWriting) } }
}

final class Wakeup: Sendable {
    private let pipe: Pipe
    /// The loop's thread; while it runs, it needs no waking.
    private let owner = pthread_self()
    /// Wakeups taken at once; more are taken in later rounds.
    private static let mostAtOnce = 64

    init() throws(SystemError) {
        pipe = try Pipe.open()
        pipe.reader.setNonBlocking()
        pipe.writer.setNonBlocking()
    }

    var descriptor: Int32 { pipe.reader.number }
    var isOwnThread: Bool { pthread_equal(owner, pthread_self()) != 0 }

    func take() {
        withUnsafeTemporaryAllocation(byteCount: Self.mostAtOnce, alignment: 1) { bytes in
            _ = read(pipe.reader.number, bytes.baseAddress, bytes.count)
        }
    }

    func wake() {
        var byte: UInt8 = 0
        // If the pipe is full, the loop wakes up anyway.
        _ = write(pipe.writer.number, &byte, 1)
    }
}
