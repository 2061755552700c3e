import Platform

/// Keeps what a library opens from the programs that we start: FlyingFox opens its sockets without O_CLOEXEC, and
/// whoever held the listening one would look like a server that lives.
package struct OpenDescriptors {
    private let before: Set<Int32>

    /// Notes what is open now.
    package init() {
        before = Set(Self.all)
    }

    /// What has been opened since then closes when another program takes over.
    package func closeNewOnExec() {
        for descriptor in Self.all where !before.contains(descriptor) {
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
    }

    /// The server has opened a handful when this is asked; they get the lowest numbers that are free.
    private static var all: [Int32] { (0..<256).filter { fcntl($0, F_GETFD) != -1 } }
}
