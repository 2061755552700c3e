import Platform

/// Makes a stream non-blocking while it is used, if it is a pipe. Terminals and files stay unchanged, because another process may share
/// them.
struct NonBlockingPipe {
    private let descriptor: Int32
    private let flags: Int32?

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFIFO || status.st_mode & S_IFMT == S_IFSOCK
        else {
            flags = nil
            return
        }
        let flags = fcntl(descriptor, F_GETFL)
        self.flags = flags
        _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK)
    }

    func end() {
        if let flags { _ = fcntl(descriptor, F_SETFL, flags) }
    }
}
