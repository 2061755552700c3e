import Platform
import Processes
import Wire

/// A log in a file, or on stderr. With a limit it alternates between two files, so that its size is bounded and the
/// last lines are always there.
///
/// No write waits: a reader that stops, or a full disk, must not stop the session. Lines wait in a queue, and beyond
/// its limit they are counted in their place.
final class LogFile {
    /// Bytes that may wait for the log's reader, or for room on the disk.
    static let mostWaiting = 1 << 20

    /// Nil for stderr.
    let path: String?
    /// Bytes of each of the two files; nil for one file without a limit.
    private let limit: Int?
    /// The file, closed with the log; nil for a stream that belongs to others.
    private var file: Descriptor?
    private var number: Int32
    private let isRegular: Bool
    private var written = 0
    private var queue: OutputQueue
    /// Lines that were left out since the last one that was queued.
    private var missing = 0
    /// Why the last write failed.
    private var trouble: Int32?
    /// The log's reader has closed its end.
    private var isClosed = false

    init(_ path: String, limit: Int?) throws(SystemError) {
        self.path = path
        self.limit = limit
        let opened = try Self.open(path, O_APPEND)
        number = opened.number
        isRegular = Self.isRegular(opened.number)
        // Only this process uses the flags of this descriptor.
        if !isRegular { opened.setNonBlocking() }
        file = consume opened
        queue = OutputQueue(limit: Self.mostWaiting)
    }

    /// A log on a stream that other processes share.
    init(stream: Int32) {
        path = nil
        limit = nil
        let own = StandardStream.reopened(stream)
        file = own.map { Descriptor(owning: $0) }
        number = own ?? stream
        isRegular = Self.isRegular(stream)
        queue = OutputQueue(limit: Self.mostWaiting, for: own == nil ? stream : nil)
    }

    /// - Parameter gap: a line with the number of missing ones.
    func append(_ line: [UInt8], gap: (Int) -> [UInt8] = { _ in [] }) {
        guard !isClosed else { return }
        write()
        if let limit, written > 0, written + line.count > limit { rotate() }
        // Lines wait until half of the queue is free again: gaps are few then.
        let hasRoom = missing == 0 || queue.count <= Self.mostWaiting / 2
        guard hasRoom, queue.offer((missing > 0 ? gap(missing) : []) + line) else {
            missing += 1
            return
        }
        missing = 0
        written += line.count
        write()
    }

    /// The descriptor to poll for writing; nil if nothing waits. A file that takes no more is tried again with the next line.
    var writing: Int32? { queue.isEmpty || isRegular || trouble != nil ? nil : number }

    /// Writes what the reader, or the disk, takes.
    func write() {
        do throws(OutputQueue.Failure) {
            try queue.write(to: number)
            trouble = nil
        } catch {
            switch error {
            case .closed:
                isClosed = true
                queue.removeAll()
            case .system(let code): trouble = code
            }
        }
    }

    /// Waits for the reader, as long as it reads something in that time.
    /// - Returns: why the log is incomplete; nil if it is complete, or nobody reads it.
    func finish(patience: Duration, gap: (Int) -> [UInt8]) -> String? {
        write()
        while let writing, !isClosed, PollSet.isReady(writing, for: .writing, until: .now + patience) { write() }
        if queue.isEmpty, missing > 0, !isClosed {
            queue.append(gap(missing))
            missing = 0
            write()
        }
        let lost = missing + queue.lines
        guard lost > 0, !isClosed else { return nil }
        let reason = trouble.map { String(cString: strerror($0)) } ?? "its reader has stopped"
        return "\(lost == 1 ? "1 line is" : "\(lost) lines are") missing: \(reason)"
    }

    /// Writes all that is in it to a descriptor, as long as that takes something in that time.
    func copy(to descriptor: Int32, patience: Duration) {
        for path in paths {
            guard let file = Descriptor(opening: path, O_RDONLY) else { continue }
            var chunk = [UInt8](repeating: 0, count: 1 << 16)
            while case let count = read(file.number, &chunk, chunk.count), count > 0 {
                StandardStream.write(Array(chunk[..<count]), to: descriptor, patience: patience)
            }
        }
    }

    /// The files of the log, the oldest lines first.
    var paths: [String] { path.map { [Self.previous($0), $0] } ?? [] }

    static func previous(_ path: String) -> String { "\(path).1" }

    private func rotate() {
        // A full disk may take the new file.
        missing += queue.lines
        queue.removeAll()
        written = 0
        guard let path, rename(path, Self.previous(path)) == 0, let next = try? Self.open(path, O_TRUNC) else {
            // An empty file is better than a full disk.
            ftruncate(number, 0)
            return
        }
        number = next.number
        file = consume next
    }

    private static func isRegular(_ number: Int32) -> Bool {
        FileStatus(of: number)?.isRegular ?? false
    }

    private static func open(_ path: String, _ flag: Int32) throws(SystemError) -> Descriptor {
        guard let file = Descriptor(opening: path, O_WRONLY | O_CREAT | flag) else {
            throw SystemError("open the log \(path)")
        }
        return file
    }
}
