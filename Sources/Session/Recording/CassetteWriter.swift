import Compression
import Platform
package import Processes

/// Writes a cassette, plain or compressed, that can be read at any moment: appended lines are in the file within a
/// second, whole.
package struct CassetteWriter: ~Copyable {
    /// Time until appended lines are flushed.
    private static let patience = Duration.seconds(1)
    private static let highWater = 1 << 16

    private let descriptor: Int32
    private let deflater: Deflater?
    /// Bytes to be written.
    private var pending: [UInt8] = []
    /// The time of the next flush; nil while there is nothing to flush.
    private var deadline: Instant?

    /// - Parameter descriptor: an open file, or a pipe.
    package init(to descriptor: Int32, compressing: Bool) throws(SystemError) {
        self.descriptor = descriptor
        guard compressing else {
            deflater = nil
            return
        }
        // The next event is waiting: speed before size.
        deflater = Deflater(.gzip, effort: .fastest)
        if deflater == nil { throw SystemError("compress the cassette", code: ENOMEM) }
    }

    /// - Parameter lines: whole lines, each with its LF.
    package mutating func append(_ lines: UnsafeRawBufferPointer) throws(SystemError) {
        guard !lines.isEmpty else { return }
        if let deflater {
            deflater.compress(lines, .none, onto: &pending)
        } else {
            // Much is written from where it is.
            if pending.isEmpty, lines.count >= Self.highWater { return try write(lines) }
            pending.append(contentsOf: lines)
        }
        deadline = deadline ?? Instant.now + Self.patience
        if pending.count >= Self.highWater { try write() }
    }

    package mutating func append(_ lines: [UInt8]) throws(SystemError) {
        try lines.withUnsafeBytes { bytes in Result { () throws(SystemError) in try append(bytes) } }.get()
    }

    /// Writes everything appended so far to the file.
    package mutating func flush() throws(SystemError) {
        deflater?.compress(UnsafeRawBufferPointer(start: nil, count: 0), .full, onto: &pending)
        try write()
        deadline = nil
    }

    /// Flushes and ends the stream; nothing may be appended afterwards.
    package mutating func finish() throws(SystemError) {
        deflater?.compress(UnsafeRawBufferPointer(start: nil, count: 0), .finish, onto: &pending)
        try write()
        deadline = nil
    }

    /// Waits until a descriptor is readable or closed, and flushes in the meantime when due.
    /// - Returns: for each descriptor, whether it is ready.
    package mutating func wait(for descriptors: [Int32]) throws(SystemError) -> [Bool] {
        while true {
            var pollSet = PollSet(reading: descriptors)
            let wakeup = pollSet.wait(until: deadline)
            if let deadline, deadline <= .now { try flush() }
            switch wakeup {
            case .ready: return descriptors.indices.map(pollSet.isReady)
            case .timedOut, .interrupted: continue
            case .failed(let code): throw SystemError("wait for events", code: code)
            }
        }
    }

    private mutating func write() throws(SystemError) {
        try pending.withUnsafeBytes { bytes in Result { () throws(SystemError) in try write(bytes) } }.get()
        pending.removeAll(keepingCapacity: true)
    }

    private func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
        let done = writeAll(bytes, to: descriptor)
        guard done < bytes.count else { return }
        let error = SystemError("write the cassette")
        if deflater == nil { cutOff(bytes[..<done]) }
        throw error
    }

    /// Truncates the file to whole lines after a failed write. Has no effect on a pipe.
    private func cutOff(_ written: Slice<UnsafeRawBufferPointer>) {
        let half = written.reversed().prefix { $0 != 0x0A }.count
        let length = lseek(descriptor, 0, SEEK_CUR)
        if length >= half { _ = ftruncate(descriptor, length - half) }
    }
}

/// A file opened for recording a cassette. While it is open, nobody else records into it.
package final class CassetteOutput {
    package let path: String
    package let descriptor: Descriptor

    /// Creates the file, readable by this user only, or empties the recording that it holds. Nothing else is replaced.
    package init(_ path: String) throws(SystemError) {
        guard let file = Descriptor(opening: path, O_WRONLY | O_CREAT) else {
            throw SystemError("make the cassette \(path)")
        }
        self.path = path
        descriptor = file
        try replaceRecording()
    }

    private func replaceRecording() throws(SystemError) {
        guard let status = FileStatus(of: descriptor.number), status.isRegular else { return }
        // The process that writes shares the lock, which lasts as long as the recording.
        guard flock(descriptor.number, LOCK_EX | LOCK_NB) == 0 else {
            throw SystemError(
                "record into \(path), where another process is recording (choose another file)", code: EBUSY)
        }
        guard status.size == 0 || CassetteReader.isRecording(path) else {
            throw SystemError(
                "record into \(path), which is not a recording (choose another name, or remove it)", code: EEXIST)
        }
        guard ftruncate(descriptor.number, 0) == 0 else { throw SystemError("empty the cassette \(path)") }
    }

    package var isCompressed: Bool { path.hasSuffix(".gz") }
}
