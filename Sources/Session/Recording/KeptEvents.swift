import Platform
package import Processes

/// The number of a recording's events that a program keeps in memory, and their bytes. A file may be endless, such as a FIFO.
package struct KeptEvents: Sendable {
    package static let most = 1_000_000
    package static let mostBytes = 1 << 30
    private let most: Int
    private var count = 0
    private var bytes = 0

    package init(most: Int = most) { self.most = most }

    /// Notes an event of so many bytes that will be kept.
    package mutating func add(_ size: Int) throws(SystemError) {
        count += 1
        bytes += size
        guard count <= most, bytes <= Self.mostBytes else {
            throw SystemError("keep more than \(most) events or 1 GiB of a recording in memory", code: EFBIG)
        }
    }
}
