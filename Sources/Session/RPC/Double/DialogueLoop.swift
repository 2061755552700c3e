import JSONRPC
import Platform
package import Processes
import Recording
import Wire

/// The other side of a dialogue: a program, or whoever has our standard streams. Nothing here waits.
package protocol DialoguePeer: AnyObject {
    /// The descriptor to poll for what it sends; nil after the end.
    var outputNumber: Int32? { get }
    /// The descriptor to poll for writing; nil if nothing waits.
    var writing: Int32? { get }
    var takesInput: Bool { get }
    /// True if so much waits until it reads that its own messages have to wait.
    var isFull: Bool { get }
    func readOutput() -> [UInt8]
    /// - Returns: false, and sends nothing, if there is no room or it reads no more.
    func give(_ bytes: [UInt8]) -> Bool
    func write()
    @discardableResult func reap() -> Outcome?
}

extension DialoguePeer {
    package var isFull: Bool { false }
    package func reap() -> Outcome? { nil }
}

extension PipedProcess: DialoguePeer {}

/// The loop around a double on real streams, until it ends, or the other side's messages do.
///
///     bytes of the other side       → FrameReader → DialogueDouble.receive → what it sends
///     something is due              → DialogueDouble.advance → what it sends
///     nothing has come for too long → DialogueDouble.giveUp → what is missing, and what it sends next
package struct DialogueLoop: ~Copyable {
    /// The program does not read what is sent.
    package struct Full: Error, CustomStringConvertible {
        package var description: String {
            "the program does not read: more than \(mostUnread >> 20) MiB wait for it"
        }
    }

    /// Bytes that may wait until the other side reads them. Its own messages wait then.
    package static let mostUnread = 64 << 20
    /// The longest recorded wait that is granted.
    package static let longestWait = Duration.seconds(300)

    package private(set) var double: DialogueDouble
    private let peer: any DialoguePeer
    private let patience: Duration
    private let report: (Discrepancy) -> Bool
    private var reader: FrameReader
    private let framing: Framing
    private var hasReceived = false
    private var lastInput = Instant.now
    /// The exit code, once it is to end.
    private var code: Int32?

    /// - Parameters:
    ///   - patience: the time that the other side may take beyond the recorded time.
    ///   - report: takes what is not as recorded. It returns whether to go on.
    package init(
        _ double: DialogueDouble, with peer: any DialoguePeer, patience: Duration,
        report: @escaping (Discrepancy) -> Bool
    ) {
        self.double = double
        self.peer = peer
        self.patience = patience
        self.report = report
        framing = double.script.framing
        reader = FrameReader(framing: framing)
    }

    /// - Returns: the exit code.
    package mutating func run() throws(Full) -> Int32 {
        StandardStream.ignoreBrokenPipes()
        try carryOut(double.start(at: .now))
        while code == nil, peer.outputNumber != nil { try turn() }
        if code == nil { try carryOut(double.finish()) }
        // A client that has sent everything may still be reading.
        while peer is ClientLink, peer.writing != nil { try turn() }
        return code ?? double.exitCode
    }

    private mutating func turn() throws(Full) {
        var set = PollSet()
        let input = set.add(isGoingOn && !peer.isFull ? peer.outputNumber : nil)
        set.add(peer.writing, for: .writing)
        set.wait(until: deadline)
        peer.write()
        if set.canRead(input) { try read() }
        guard isGoingOn else { return }
        if double.isBlocked, .now >= tiresAt {
            lastInput = .now
            try carryOut(double.giveUp(at: .now))
        } else {
            try carryOut(double.advance(at: .now))
        }
    }

    private var isGoingOn: Bool { code == nil && peer.outputNumber != nil }

    // MARK: Time

    /// When it gives up to wait. A program that has not sent anything may still be starting on a busy machine.
    private var tiresAt: Instant {
        lastInput + min(double.recordedWait, Self.longestWait) + (hasReceived ? patience : patience * 4)
    }

    /// When something is to be done without the other side.
    private var deadline: Instant? {
        isGoingOn ? double.nextDue ?? (double.isBlocked ? tiresAt : nil) : nil
    }

    // MARK: Streams

    private mutating func read() throws(Full) {
        let bytes = peer.readOutput()
        if bytes.isEmpty { peer.reap() }
        reader.append(bytes)
        while code == nil, let item = reader.next() ?? (peer.outputNumber == nil ? reader.last() : nil) {
            try take(item)
        }
    }

    private mutating func take(_ item: FrameReader.Item) throws(Full) {
        (lastInput, hasReceived) = (.now, true)
        switch item {
        case .message(let bytes, wrapping: _): try carryOut(double.receive(bytes, at: .now))
        case .tooLong(let count): try carryOut(double.receive(noise: "a message of \(count) bytes or more is too long"))
        case .noise(let bytes, let problem):
            let text = Excerpt.beginning(of: String(decoding: bytes, as: UTF8.self))
            try carryOut(double.receive(noise: "\(problem): \(text)"))
        }
    }

    private mutating func carryOut(_ effects: [DialogueDouble.Effect]) throws(Full) {
        for effect in effects where code == nil {
            switch effect {
            case .send(let message):
                if !peer.give(framing.frame(message)), peer.takesInput { throw Full() }
            case .report(let finding): if !report(finding) { code = double.exitCode }
            case .end(let code): self.code = code
            }
        }
        peer.write()
    }
}
