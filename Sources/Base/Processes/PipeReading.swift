package import Platform

/// Finds out if a process waits for input from a certain pipe. The system reports (proc(5)) the system call in which each of its
/// threads sleeps, and the descriptors that the call names. A process that only holds the pipe open, such as a shell
/// that waits for its child, does not.
package struct PipeReading: Sendable {
    /// Identifies the pipe; each process has its own number for it.
    private let pipe: FileStatus

    /// The most threads of a process that are examined.
    private static let mostThreads = 256
    /// The most descriptors of one `poll` or `select` that are examined.
    private static let mostDescriptors = 1024

    /// Nil if the descriptor is not open.
    package init?(ofPipe descriptor: Int32) {
        guard let pipe = FileStatus(of: descriptor) else { return nil }
        self.pipe = pipe
    }

    /// Nil if the system does not report it.
    package func isAwaited(by pid: pid_t) -> Bool? {
        let threads = ProcFile.threads(of: pid, most: Self.mostThreads)
        let calls = threads.compactMap { ProcFile.text("task/\($0)/syscall", of: pid) }
        guard SleepingCall.canBeRead, !calls.isEmpty else { return nil }
        return calls.compactMap(SleepingCall.init).contains { isNamed(in: $0, of: pid) }
    }

    private func isNamed(in call: SleepingCall, of pid: pid_t) -> Bool {
        switch call {
        case .read(let descriptor): isPipe(descriptor, of: pid)
        case .poll(let list, let count): isPolled(list, count, of: pid)
        case .select(let bits, let count): isSelected(bits, count, of: pid)
        case .epoll(let descriptor): isInInterestList(descriptor, of: pid)
        }
    }

    private func isPipe(_ descriptor: Int32, of pid: pid_t) -> Bool {
        descriptor >= 0 && FileStatus(at: "/proc/\(pid)/fd/\(descriptor)")?.isSame(as: pipe) ?? false
    }

    /// - Parameter list: the address of the `struct pollfd`s.
    private func isPolled(_ list: UInt64, _ count: Int, of pid: pid_t) -> Bool {
        let size = MemoryLayout<pollfd>.stride
        guard let bytes = ProcFile.memory(of: pid, at: list, count: min(count, Self.mostDescriptors) * size) else {
            return false
        }
        return bytes.withUnsafeBytes { bytes in
            stride(from: 0, through: bytes.count - size, by: size).contains { place in
                let entry = bytes.loadUnaligned(fromByteOffset: place, as: pollfd.self)
                return entry.events & Int16(POLLIN) != 0 && isPipe(entry.fd, of: pid)
            }
        }
    }

    /// - Parameter bits: the address of the set of descriptors to be read.
    private func isSelected(_ bits: UInt64, _ count: Int, of pid: pid_t) -> Bool {
        let limit = min(count, Self.mostDescriptors)
        guard let bytes = ProcFile.memory(of: pid, at: bits, count: (limit + 7) / 8) else { return false }
        return (0..<limit).contains { number in
            let bit = UInt8(1) << UInt8(number % 8)
            return bytes[number / 8] & bit != 0 && isPipe(Int32(number), of: pid)
        }
    }

    /// The lines of an epoll descriptor: `tfd: 0 events: 1 data: 0  pos:0 ino:ff sdev:e`, numbers in hexadecimal.
    private func isInInterestList(_ descriptor: Int32, of pid: pid_t) -> Bool {
        guard let text = ProcFile.text("fdinfo/\(descriptor)", of: pid, limit: 1 << 16) else { return false }
        let wanted = "ino:" + String(pipe.system.st_ino, radix: 16)
        return text.split(separator: "\n").contains { line in
            let words = line.split(separator: " ")
            guard words.count > 3, words[0] == "tfd:", words.contains(where: { $0 == wanted }),
                let number = Int32(words[1]), let events = UInt32(words[3], radix: 16)
            else { return false }
            return events & 1 != 0 && isPipe(number, of: pid)
        }
    }
}

/// The system call in which a thread sleeps, if it is one that waits for something to read.
enum SleepingCall: Equatable {
    case read(Int32)
    case poll(UInt64, count: Int)
    case select(UInt64, count: Int)
    case epoll(Int32)

    /// - Parameter text: of `/proc/PID/syscall`: the call's number, then its six arguments in hexadecimal, and two more numbers.
    init?(_ text: String) {
        let words = text.split(whereSeparator: \.isWhitespace)
        guard words.count > 6, let number = Int(words[0]), let kind = Self.numbers[number] else { return nil }
        let arguments = words[1...6].compactMap { UInt64($0.dropFirst(2), radix: 16) }
        guard arguments.count == 6 else { return nil }
        let descriptor = Int32(truncatingIfNeeded: arguments[0])
        switch kind {
        case .read: self = .read(descriptor)
        case .poll: self = .poll(arguments[0], count: Int(clamping: arguments[1]))
        case .select: self = .select(arguments[1], count: Int(clamping: arguments[0]))
        case .epoll: self = .epoll(descriptor)
        }
    }

    /// True if the numbers of this machine's system calls are known.
    static var canBeRead: Bool { !numbers.isEmpty }

    private enum Kind { case read, poll, select, epoll }

    /// `read`, `readv`; `poll`, `ppoll`; `select`, `pselect6`; `epoll_wait`, `epoll_pwait`, `epoll_pwait2`.
    private static let numbers: [Int: Kind] = {
        #if arch(x86_64)
            [
                0: .read, 19: .read, 7: .poll, 271: .poll, 23: .select, 270: .select, 232: .epoll, 281: .epoll,
                441: .epoll,
            ]
        #elseif arch(arm64)
            [63: .read, 65: .read, 73: .poll, 72: .select, 22: .epoll, 441: .epoll]
        #else
            [:]
        #endif
    }()
}
