import JSONRPC
import Platform
package import Processes
import Recording
import Wire

/// Runs a double on real streams, until it ends, or the other side's messages do.
///
///     bytes of the other side       → FrameReader → DialogueDouble.receive → what it sends
///     something is due              → DialogueDouble.advance → what it sends
///     nothing has come for too long → DialogueDouble.giveUp → what is missing, and what it sends next
package struct DialogueLoop: ~Copyable {
    /// The other side.
    package enum Peer {
        /// It has our standard streams.
        case streams(input: Int32, output: Int32)
        case process(PipedProcess)
    }

    package enum Failure: Error, Equatable, CustomStringConvertible {
        case system(errno: Int32)
        /// The process does not read what is sent.
        case full

        package var description: String {
            switch self {
            case .system(let code): SystemError("read or write the dialogue", code: code).description
            case .full: "the program does not read: more than \(mostUnread >> 20) MiB wait for it"
            }
        }
    }

    /// Bytes that may wait until the other side reads them. Its own messages wait then.
    package static let mostUnread = 64 << 20
    /// The longest recorded wait that is granted.
    package static let longestWait = Duration.seconds(300)

    package private(set) var double: DialogueDouble
    private let peer: Peer
    private let patience: Duration
    private let report: (Discrepancy) -> Bool
    private var reader: FrameReader
    private let framing: Framing
    private var unsent: OutputQueue
    private var inputHasEnded = false
    private var hasHeard = false
    private var lastInput = Instant.now
    /// The exit code, once it is to end.
    private var code: Int32?

    /// - Parameters:
    ///   - patience: the time that the other side may take beyond the recorded time.
    ///   - report: takes what is not as recorded. It returns whether to go on.
    package init(
        _ double: DialogueDouble, with peer: Peer, patience: Duration, report: @escaping (Discrepancy) -> Bool
    ) {
        self.double = double
        self.peer = peer
        self.patience = patience
        self.report = report
        framing = double.script.framing
        reader = FrameReader(framing: framing)
        unsent =
            switch peer {
            case .streams(_, let output): OutputQueue(limit: Self.mostUnread, for: output)
            case .process: OutputQueue(limit: Self.mostUnread)
            }
    }

    /// - Returns: the exit code.
    package mutating func run() throws(Failure) -> Int32 {
        StandardStream.ignoreBrokenPipes()
        try carryOut(double.start(at: .now))
        while code == nil, !inputHasEnded { try turn() }
        if code == nil { try carryOut(double.finish()) }
        // A client that has sent everything may still be reading.
        while !unsent.isEmpty { try turn() }
        return code ?? double.exitCode
    }

    private mutating func turn() throws(Failure) {
        var set = PollSet()
        let isReading = !unsent.isFull && code == nil && !inputHasEnded
        let input = isReading ? inputNumber.map { set.add($0) } : nil
        if !unsent.isEmpty, case .streams(_, let output) = peer { set.add(output, for: .writing) }
        if case .process(let process) = peer, let writing = process.writing { set.add(writing, for: .writing) }
        guard !set.isEmpty else { return inputHasEnded = true }
        switch set.wait(until: deadline) {
        case .failed(let code): throw .system(errno: code)
        case .interrupted, .timedOut: break
        case .ready:
            try write()
            if let input, set.canRead(input) { try read() }
        }
        guard code == nil, !inputHasEnded else { return }
        if mayTire, .now >= tiresAt {
            lastInput = .now
            try carryOut(double.giveUp(at: .now))
        } else {
            try carryOut(double.advance(at: .now))
        }
    }

    private var inputNumber: Int32? {
        switch peer {
        case .streams(let input, _): input
        case .process(let process): process.outputNumber
        }
    }

    // MARK: Time

    private var mayTire: Bool { double.isBlocked && !inputHasEnded }
    /// A program that has not sent anything may still be starting on a busy machine.
    private var tiresAt: Instant {
        lastInput + min(double.recordedWait, Self.longestWait) + (hasHeard ? patience : patience * 4)
    }

    /// When something is to be done without the other side.
    private var deadline: Instant? {
        guard code == nil, !inputHasEnded else { return nil }
        return double.nextDue ?? (mayTire ? tiresAt : nil)
    }

    // MARK: Streams

    private mutating func read() throws(Failure) {
        var bytes: [UInt8] = []
        switch peer {
        case .streams(let input, _):
            var space = [UInt8](repeating: 0, count: PipedProcess.chunk)
            let count = Platform.read(input, &space, space.count)
            if count < 0, errno == EINTR || errno == EAGAIN { return }
            guard count >= 0 else { throw .system(errno: errno) }
            bytes = Array(space[..<count])
            inputHasEnded = count == 0
        case .process(let process):
            bytes = process.readOutput()
            if bytes.isEmpty {
                process.reap()
                inputHasEnded = process.outputNumber == nil
            }
        }
        reader.append(bytes)
        while code == nil, let item = reader.next() ?? (inputHasEnded ? reader.last() : nil) { try take(item) }
    }

    private mutating func take(_ item: FrameReader.Item) throws(Failure) {
        (lastInput, hasHeard) = (.now, true)
        switch item {
        case .message(let bytes, wrapping: _): try carryOut(double.receive(bytes, at: .now))
        case .tooLong(let count): try carryOut(double.receive(noise: "a message of \(count) bytes or more is too long"))
        case .noise(let bytes, let problem):
            let text = Excerpt.beginning(of: String(decoding: bytes, as: UTF8.self))
            try carryOut(double.receive(noise: "\(problem): \(text)"))
        }
    }

    private mutating func carryOut(_ effects: [DialogueDouble.Effect]) throws(Failure) {
        for effect in effects where code == nil {
            switch effect {
            case .send(let message): try send(framing.frame(message))
            case .report(let finding): if !report(finding) { code = double.exitCode }
            case .end(let code): self.code = code
            }
        }
        try write()
    }

    private mutating func send(_ bytes: [UInt8]) throws(Failure) {
        switch peer {
        case .streams: unsent.append(bytes)
        case .process(let process): if !process.give(bytes), process.takesInput { throw .full }
        }
    }

    private mutating func write() throws(Failure) {
        switch peer {
        case .process(let process): process.write()
        case .streams(_, let output):
            do throws(OutputQueue.Failure) { try unsent.write(to: output) } catch {
                // The other side has gone.
                guard error == .closed else { throw .system(errno: errno) }
                unsent.removeAll()
                inputHasEnded = true
            }
        }
    }
}
