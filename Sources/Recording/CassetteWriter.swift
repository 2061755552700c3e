import Platform
package import Processes

/// Writes a cassette, plain or compressed, so that it can be read at any moment: all that was appended is in the file a
/// second later, in whole lines.
package struct CassetteWriter: ~Copyable {
    /// Milliseconds that something appended may stay out of the file.
    private static let patience: Int32 = 1000
    private static let highWater = 1 << 16

    private let descriptor: Int32
    private let deflater: Deflater?
    /// What is to be written next.
    private var pending: [UInt8] = []
    /// When the next flush is due; nil while there is nothing to flush.
    private var deadline: ContinuousClock.Instant?

    /// - Parameter descriptor: an open file, or a pipe.
    package init(to descriptor: Int32, compressing: Bool) throws(SystemError) {
        self.descriptor = descriptor
        guard compressing else {
            deflater = nil
            return
        }
        deflater = Deflater()
        if deflater == nil { throw SystemError("compress the cassette", code: ENOMEM) }
    }

    /// - Parameter lines: whole ones, each with its LF.
    package mutating func append(_ lines: UnsafeRawBufferPointer) throws(SystemError) {
        guard !lines.isEmpty else { return }
        if let deflater {
            deflater.compress(lines, .none, onto: &pending)
        } else {
            pending.append(contentsOf: lines)
        }
        deadline = deadline ?? ContinuousClock.now + .milliseconds(Int(Self.patience))
        if pending.count >= Self.highWater { try write() }
    }

    package mutating func append(_ lines: [UInt8]) throws(SystemError) {
        try lines.withUnsafeBytes { bytes in Result { () throws(SystemError) in try append(bytes) } }.get()
    }

    /// Puts all that was appended into the file.
    package mutating func flush() throws(SystemError) {
        deflater?.compress(UnsafeRawBufferPointer(start: nil, count: 0), .full, onto: &pending)
        try write()
        deadline = nil
    }

    /// Nothing more will be appended.
    package mutating func finish() throws(SystemError) {
        deflater?.compress(UnsafeRawBufferPointer(start: nil, count: 0), .finish, onto: &pending)
        try write()
        deadline = nil
    }

    /// Waits until one of the descriptors can be read or has ended, and flushes what is due in the meantime.
    /// - Returns: for each descriptor, whether it is ready.
    package mutating func wait(for descriptors: [Int32]) throws(SystemError) -> [Bool] {
        while true {
            var pollSet = PollSet(reading: descriptors)
            let wakeup = pollSet.wait(milliseconds: remainingPatience)
            if let deadline, deadline <= .now { try flush() }
            switch wakeup {
            case .ready: return descriptors.indices.map(pollSet.isReady)
            case .timedOut, .interrupted: continue
            case .failed(let code): throw SystemError("wait for events", code: code)
            }
        }
    }

    /// In milliseconds; -1 for as long as it takes.
    private var remainingPatience: Int32 {
        guard let deadline else { return -1 }
        return Int32(clamping: Int((deadline - .now) / .milliseconds(1)) + 1).clamped(to: 0...Self.patience)
    }

    private mutating func write() throws(SystemError) {
        var done = 0
        while done < pending.count {
            let count = pending[done...].withUnsafeBytes { rest in
                Platform.write(descriptor, rest.baseAddress, rest.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                let error = SystemError("write the cassette")
                if deflater == nil { cutOff(pending[..<done]) }
                throw error
            }
            done += count
        }
        pending.removeAll(keepingCapacity: true)
    }

    /// Takes half a line from the end of the file, which no more can be written to. (Not so from a pipe.)
    private func cutOff(_ written: ArraySlice<UInt8>) {
        let half = written.reversed().prefix { $0 != 0x0A }.count
        let length = lseek(descriptor, 0, SEEK_CUR)
        if length >= half { _ = ftruncate(descriptor, length - half) }
    }
}

extension Comparable {
    fileprivate func clamped(to range: ClosedRange<Self>) -> Self { min(max(self, range.lowerBound), range.upperBound) }
}
