import Platform

/// The file in which a session leaves what was chosen for whoever has started it. Writing the same again changes nothing.
package struct ResultFile {
    private let descriptor: Int32

    package init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    package func write(_ result: SessionResult) {
        let bytes = result.encoded
        ftruncate(descriptor, 0)
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, off_t(done)) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            done += count
        }
    }

    /// Nil before anything was written, and for half a result.
    package func read() -> SessionResult? {
        var all: [UInt8] = []
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = pread(descriptor, &bytes, bytes.count, off_t(all.count))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return SessionResult(all) }
            all += bytes[..<count]
        }
    }
}
