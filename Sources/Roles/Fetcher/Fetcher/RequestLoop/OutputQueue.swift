package import HTTPTransfer
import Platform
package import Wire

/// Output that is written without blocking: while a program waits for a slow reader, its transfers would stand still and
/// time out.
package struct OutputQueue {
    package let descriptor: Int32
    package private(set) var count = 0
    /// Small answers are joined; large ones are pieces of their own, which avoids a copy.
    private var pieces: [[UInt8]] = []
    /// The number of pieces that are written, and of bytes of the next piece.
    private var wholes = 0
    private var done = 0
    private static let pieceSize = 1 << 16
    /// POSIX lets so many bytes into a pipe without blocking when it is writable. So the descriptor can stay blocking, which
    /// all processes that share it would notice.
    private static let chunk = Int(PIPE_BUF)

    /// Whether a write never blocks: true for a file.
    private let isAlwaysWritable: Bool

    package init(_ descriptor: Int32 = StandardStream.output) {
        self.descriptor = descriptor
        var status = stat()
        isAlwaysWritable = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    package mutating func append(_ more: [UInt8]) {
        guard !more.isEmpty else { return }
        count += more.count
        if let last = pieces.last, last.count + more.count <= Self.pieceSize {
            pieces[pieces.count - 1] += more
        } else {
            pieces.append(more)
        }
    }

    /// Writes what there is room for.
    package mutating func drain() throws(StandardStream.Failure) {
        while wholes < pieces.count, isWritable {
            let room = isAlwaysWritable ? Self.pieceSize : Self.chunk
            let end = min(done + room, pieces[wholes].count)
            try StandardStream.write(Array(pieces[wholes][done..<end]), to: descriptor)
            count -= end - done
            done = end
            if done == pieces[wholes].count { passOn() }
        }
    }

    private mutating func passOn() {
        // Its memory is released: the piece may have been large.
        pieces[wholes] = []
        wholes += 1
        done = 0
        guard wholes == pieces.count || wholes > 64 else { return }
        pieces.removeFirst(wholes)
        wholes = 0
    }

    /// Also true when the reader is gone: the write then fails.
    private var isWritable: Bool {
        isAlwaysWritable || PollSet.isReady(descriptor, for: .writing)
    }
}

/// Holds answers back until it is their turn, if they are wanted in the order of the input.
package struct AnswerOrder: Sendable {
    let isKept: Bool
    private var next: TransferID = 1
    private var waiting: [TransferID: [UInt8]] = [:]

    /// - Parameter isKept: if false, every answer passes at once.
    package init(isKept: Bool) {
        self.isKept = isKept
    }

    /// The request whose answer is next; nil if the order is not kept.
    var awaited: TransferID? { isKept ? next : nil }

    /// The number of answers that wait for an earlier one.
    package var count: Int { waiting.count }

    /// Bytes of the waiting answers.
    package private(set) var bytes = 0

    /// Takes the answer to the request with a number.
    /// - Returns: the answers that may be written now.
    package mutating func place(_ answer: [UInt8], of number: TransferID) -> [[UInt8]] {
        guard isKept else { return [answer] }
        guard number == next else {
            waiting[number] = answer
            bytes += answer.count
            return []
        }
        next += 1
        var answers = [answer]
        while let follower = waiting.removeValue(forKey: next) {
            answers.append(follower)
            bytes -= follower.count
            next += 1
        }
        return answers
    }
}
