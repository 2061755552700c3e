import Platform

/// Hands a request's body to libcurl piece by piece, so that libcurl needs no copy of it.
final class RequestBodyReader {
    let count: Int
    private let bytes: [UInt8]
    /// -1 where the body is in ``bytes``.
    private let descriptor: Int32
    private var done = 0
    private(set) var failure: TransferError?

    init(_ body: RequestBody) throws(TransferError) {
        switch body {
        case .bytes(let bytes, _):
            (self.bytes, count, descriptor) = (bytes, bytes.count, -1)
        case .file(let path, _):
            let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
            guard descriptor >= 0 else { throw .file("read \(path): \(LocalFailure.words())") }
            // Its length is announced, so it must have one.
            guard let status = FileStatus(of: descriptor), status.isRegular else {
                close(descriptor)
                throw .file("read \(path): it is not a regular file")
            }
            (bytes, count, self.descriptor) = ([], status.size, descriptor)
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// - Returns: the number of bytes; 0 at the end, nil where they cannot be read.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        let wanted = min(buffer.count, count - done)
        guard wanted > 0 else { return 0 }
        if descriptor < 0 {
            bytes[done..<done + wanted].withUnsafeBytes { buffer.copyMemory(from: $0) }
            done += wanted
            return wanted
        }
        let got = pread(descriptor, buffer.baseAddress, wanted, off_t(done))
        guard got > 0 else {
            failure = .file(
                "read the body's file: \(got == 0 ? "it is shorter than it was" : LocalFailure.words())")
            return nil
        }
        done += got
        return got
    }

    /// libcurl begins again, as it does where a connection turns out to be closed.
    func rewind(to offset: Int) -> Bool {
        guard 0...count ~= offset else { return false }
        done = offset
        return true
    }
}
