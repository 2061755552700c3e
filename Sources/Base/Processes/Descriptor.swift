import Platform

/// An open file descriptor. It is closed when its owner is.
package struct Descriptor: ~Copyable, Sendable {
    package let number: Int32

    package init(owning number: Int32) {
        self.number = number
    }

    deinit { close(number) }
}

extension Descriptor {
    /// Opens a file; nil where that fails, with the reason in `errno`.
    /// - Parameters:
    ///   - flags: besides that for close-on-exec.
    ///   - mode: the permissions of a new file, before the umask.
    package init?(opening path: String, _ flags: Int32, mode: UInt32 = 0o600) {
        let number = open(path, flags | O_CLOEXEC, mode)
        guard number >= 0 else { return nil }
        self.init(owning: number)
    }

    /// A duplicate of a descriptor, from 10 up and close-on-exec.
    package static func lifted(_ number: Int32) throws(SystemError) -> Descriptor {
        let lifted = fcntl(number, F_DUPFD_CLOEXEC, 10)
        guard lifted >= 0 else {
            // Invalid is what the system calls a number above the limit of descriptors.
            throw SystemError("duplicate a descriptor", code: errno == EINVAL ? EMFILE : errno)
        }
        return Descriptor(owning: lifted)
    }

    /// Makes reads and writes return at once.
    package func setNonBlocking() {
        _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
    }

    /// The same descriptor, after ``setNonBlocking()``.
    package consuming func nonBlocking() -> Descriptor {
        setNonBlocking()
        return self
    }

    /// Unread bytes in the pipe of which this is an end; nil if the system does not report them.
    package var unread: Int? { Self.unread(in: number) }

    package static func unread(in number: Int32) -> Int? {
        var count: Int32 = 0
        return ioctl(number, UInt(FIONREAD), &count) == 0 ? Int(count) : nil
    }

    /// A reading end of the pipe of which this is the writing end, even if it has no other; nil if the system does not give
    /// it (without /proc). While it is open, what is unread in the pipe stays, and no writer learns that there is no reader.
    package var reader: Descriptor? { Descriptor(opening: "/proc/self/fd/\(number)", O_RDONLY | O_NONBLOCK) }

    /// True if a process has a writing end of the pipe of which this is the reading end.
    package var hasWriter: Bool {
        var set = pollfd(fd: number, events: 0, revents: 0)
        return poll(&set, 1, 0) >= 0 && set.revents & Int16(POLLHUP) == 0
    }

    /// True if the pipe of which this is an end is empty.
    package var isEmptyPipe: Bool { unread == 0 }

    /// True if a writer may have to wait for the pipe's reader. The system counts pages, which need not be full, so half the
    /// capacity is enough.
    package var isHalfFullPipe: Bool {
        let capacity = Int(fcntl(number, F_GETPIPE_SZ))
        return unread.map { 2 * $0 >= max(1, capacity) } ?? true
    }

    /// Enlarges the pipe, for fewer switches between processes. The system may refuse.
    package func widen(to bytes: Int) {
        _ = fcntl(number, F_SETPIPE_SZ, Int32(bytes))
    }
}

/// The ends of a new pipe, close-on-exec. They are numbered from 10 up, so that giving a child its descriptors 0 to 5 never overwrites an
/// end that is still needed. Frozen, so that other targets may take an end out of it.
@frozen package struct Pipe: ~Copyable {
    package let reader: Descriptor
    package let writer: Descriptor

    package static func open() throws(SystemError) -> Pipe {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw SystemError("open a pipe") }
        let reader = Descriptor(owning: ends[0])
        let writer = Descriptor(owning: ends[1])
        return Pipe(reader: try lift(reader), writer: try lift(writer))
    }

    private static func lift(_ low: consuming Descriptor) throws(SystemError) -> Descriptor {
        try Descriptor.lifted(low.number)
    }
}
