#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// An open file descriptor, closed once, when its owner lets go of it.
package struct Descriptor: ~Copyable, Sendable {
    package let number: Int32

    package init(owning number: Int32) {
        self.number = number
    }

    deinit { close(number) }
}

/// Both ends of a new pipe, close-on-exec, and numbered from 10 up: so that giving a child its descriptors 0 to 4
/// never overwrites an end that is still needed.
struct Pipe: ~Copyable {
    let reader: Descriptor
    let writer: Descriptor

    static func open() throws(SystemError) -> Pipe {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw SystemError("open a pipe") }
        let reader = Descriptor(owning: ends[0])
        let writer = Descriptor(owning: ends[1])
        return Pipe(reader: try lift(reader), writer: try lift(writer))
    }

    private static func lift(_ low: consuming Descriptor) throws(SystemError) -> Descriptor {
        let lifted = fcntl(low.number, F_DUPFD_CLOEXEC, 10)
        guard lifted >= 0 else { throw SystemError("duplicate a descriptor") }
        return Descriptor(owning: lifted)
    }
}

extension Descriptor {
    /// Makes reads and writes on this end return at once.
    func setNonBlocking() {
        _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
    }

    /// A wider pipe means fewer switches between processes; where the system refuses, the standard width does.
    func widen(to bytes: Int) {
        #if os(Linux)
            // F_SETPIPE_SZ, a GNU extension that the importer does not show.
            _ = fcntl(number, 1031, Int32(bytes))
        #endif
    }
}
