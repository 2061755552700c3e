import Platform
import Processes
import Wire

/// Our own stdin and stdout, whose other ends a client or a server has. Nothing here waits.
package final class ClientLink {
    /// The descriptor to poll for reading; nil after the end.
    private(set) var input: Int32? = StandardStream.input
    /// Nil once the client does not read any more.
    private var output: Int32?
    private var unread: OutputQueue
    private let stdout: Descriptor

    /// - Parameter limit: bytes at which ``isFull`` begins.
    package init(limit: Int) {
        let again = Self.reopened()
        stdout = Descriptor(owning: again ?? fcntl(StandardStream.output, F_DUPFD_CLOEXEC, 10))
        output = stdout.number
        unread = OutputQueue(limit: limit, for: again == nil ? stdout.number : nil)
    }

    /// The pipe again, for writes that do not wait. Stdout itself has to stay as it is, because other processes may share it.
    private static func reopened() -> Int32? {
        guard FileStatus(of: StandardStream.output)?.isPipe == true else { return nil }
        let number = open("/proc/self/fd/\(StandardStream.output)", O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        return number < 0 ? nil : number
    }

    /// True if bytes wait until the client reads.
    var isBehind: Bool { !unread.isEmpty }
    /// The descriptor to poll for writing; nil if nothing waits.
    package var writing: Int32? { unread.isEmpty ? nil : output }
    /// The descriptor to poll for the client's end.
    var listening: Int32? { output }

    /// Reads what is there; waits if nothing is, so poll first.
    /// - Returns: the number of bytes; 0 at the end.
    func read(into space: UnsafeMutableRawBufferPointer) -> Int {
        guard let input else { return 0 }
        let count = (try? StandardStream.read(input, into: space)) ?? 0
        if count == 0 { closeInput() }
        return count
    }

    /// The client's next write fails, as it would if the server had closed its stdin.
    func closeInput() {
        guard let number = input else { return }
        input = nil
        if let null = Descriptor(opening: "/dev/null", O_RDONLY) { dup2(null.number, number) }
    }

    /// Queues bytes for the client, and writes what it takes.
    /// - Returns: false if it reads no more.
    @discardableResult
    package func give(_ bytes: [UInt8]) -> Bool {
        guard output != nil else { return false }
        unread.append(bytes)
        write()
        return true
    }

    /// Writes bytes at once as far as the client takes them, and queues the rest.
    func pass(_ bytes: UnsafeRawBufferPointer) {
        guard let number = output else { return }
        do throws(OutputQueue.Failure) { try unread.write(bytes, to: number) } catch { closeOutput() }
    }

    package func write() {
        guard let number = output else { return }
        do throws(OutputQueue.Failure) { try unread.write(to: number) } catch { closeOutput() }
    }

    func closeOutput() {
        unread.removeAll()
        output = nil
    }

    /// True if the client reads no more, and will send nothing.
    var isGone: Bool {
        guard output == nil else { return false }
        return input.map { PollSet.isReady($0, for: .hangUp) } ?? true
    }
}

extension ClientLink: DialoguePeer {
    /// Nobody wants the messages of a client that reads no more.
    package var outputNumber: Int32? { output == nil ? nil : input }
    package var takesInput: Bool { output != nil }
    package var isFull: Bool { unread.isFull }

    package func readOutput() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: PipedProcess.chunk) { $1 = read(into: UnsafeMutableRawBufferPointer($0)) }
    }
}
