import Wire

/// The keyboard of a terminal: bytes in, keys out. It waits for the rest of a sequence, and tells a lone ESC from one.
struct Keyboard: ~Copyable {
    private let input: Int32
    private let buffer = InputBuffer()
    private var decoder = KeyDecoder()
    private var escape = EscapeWait()
    /// Nil where the session is not recorded.
    private var entered: EnteredText?

    /// How long an answer that the terminal owes is waited for at the end, in milliseconds.
    private static let lastAnswer = 300

    init(_ input: Int32, isRecorded: Bool) {
        self.input = input
        entered = isRecorded ? EnteredText() : nil
    }

    /// What was typed: its keys, and the event that records it.
    struct Typed {
        var keys: [Key]
        var record: Event?
    }

    /// - Returns: nil when the terminal has hung up.
    mutating func read() -> Typed? {
        guard let bytes = try? buffer.read(input), !bytes.isEmpty else { return nil }
        return take(bytes)
    }

    mutating func take(_ bytes: some Collection<UInt8>) -> Typed {
        let record = entered?.take(bytes)
        let keys = decoder.decode(bytes)
        escape.began(decoder.waiting, now: Readiness.now())
        return Typed(keys: withoutReports(keys), record: record)
    }

    /// Milliseconds until ``wait(on:)`` has something to do; nil while nothing is awaited.
    func timeout(now: Int) -> Int? { escape.remaining(now: now) }

    /// Nothing has come: asks the terminal whether a sequence goes on, or takes its beginning for keys.
    mutating func wait(on terminal: borrowing Terminal) -> [Key] {
        guard let step = escape.step(now: Readiness.now()) else { return [] }
        decoder.separate()
        switch step {
        case .ask:
            terminal.write(Array(ControlSequence.askForStatus.utf8))
            return []
        case .giveUp: return withoutReports(decoder.timeout())
        }
    }

    /// Takes an answer that is still owed: it must not be typed into the shell.
    func takeLastAnswer() {
        guard escape.owesAnswer, Readiness.wait([input], timeout: Self.lastAnswer) == [true] else { return }
        _ = try? buffer.read(input)
    }

    private mutating func withoutReports(_ keys: [Key]) -> [Key] {
        if keys.contains(.statusReport) { escape.answered() }
        return keys.filter { $0 != .statusReport }
    }
}
