import Platform

/// Both ends of a new pipe, close-on-exec. They are numbered from 10 up, so that giving a child its descriptors 0 to 5 never
/// overwrites an end that is still needed. Frozen, so that other targets may take an end out of it.
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
        let lifted = fcntl(low.number, F_DUPFD_CLOEXEC, 10)
        guard lifted >= 0 else { throw SystemError("duplicate a descriptor") }
        return Descriptor(owning: lifted)
    }
}
