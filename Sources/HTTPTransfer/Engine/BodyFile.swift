import Platform

/// A file that takes a body as it comes. It gets its name once it is whole; what is not kept is removed.
final class BodyFile {
    let path: String
    private let part: String
    private let descriptor: Int32
    private var isKept = false

    init(_ path: String) throws(TransferError) {
        self.path = path
        part = path + ".part"
        descriptor = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw .file("write \(part): \(LocalFailure.words())") }
    }

    deinit {
        guard descriptor >= 0 else { return }
        close(descriptor)
        if !isKept { unlink(part) }
    }

    func append(_ bytes: UnsafeRawBufferPointer) throws(TransferError) {
        var done = 0
        while done < bytes.count {
            let count = write(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .file("write \(path): \(LocalFailure.words())") }
            done += count
        }
    }

    /// Gives the file its name.
    func keep() throws(TransferError) {
        guard rename(part, path) == 0 else { throw .file("write \(path): \(LocalFailure.words())") }
        isKept = true
    }
}
