import Platform
import Wire

/// The keyboard of a terminal: bytes in, keys out. It waits for the rest of a sequence, and distinguishes a lone ESC from one.
struct Keyboard: ~Copyable {
    private let input: Int32
    private var decoder = KeyDecoder()
    private var escape = EscapeWait()
    private var mouse = MouseInput()
    /// Nil where the session is not recorded.
    private var entered: EnteredText?

    /// The time when the view requested the background, until the terminal has replied.
    private var lastQuestion: Instant?

    /// Time after which the view stops waiting for a reply.
    private static let longestAnswer = Duration.seconds(1)
    /// Time to wait at the end for an answer that the terminal owes.
    private static let lastAnswer = Duration.milliseconds(300)
    /// Time in which what looks like an answer is one: over a slow link it may come late.
    private static let latestAnswer = Duration.seconds(5)

    init(_ input: Int32, isRecorded: Bool) {
        self.input = input
        entered = isRecorded ? EnteredText() : nil
    }

    /// Typed text: its keys, and the event that records it.
    struct Typed {
        var keys: [Key]
        var record: Event?
        /// The background that the terminal has reported.
        var isLight: Bool?
        /// The format of pictures that the terminal has reported.
        var pictures: PictureFormat?
    }

    /// - Returns: nil when the terminal has hung up.
    mutating func read() -> Typed? {
        guard let bytes = try? StandardStream.read(input), !bytes.isEmpty else { return nil }
        return take(bytes)
    }

    mutating func take(_ bytes: some Collection<UInt8>) -> Typed {
        decoder.expectsAnswer = expectsAnswer
        let keys = decoder.decode(bytes)
        escape.began(decoder.waiting, decoder.beginnings, now: Instant.now)
        // Reports of the terminal are not part of what the user typed.
        let isTyped = keys.isEmpty || !keys.allSatisfy(\.isAnswer)
        let record = isTyped ? entered?.take(bytes) : nil
        var typed = Typed(keys: mouse.take(withoutAnswers(keys), now: Instant.now), record: record)
        guard keys.contains(where: \.isAnswer) else { return typed }
        for case .background(let isLight) in keys { typed.isLight = isLight }
        // It may report both; kitty's are better.
        for case .pictures(let format) in keys where typed.pictures != .kitty { typed.pictures = format }
        return typed
    }

    /// Time until ``wait(on:)`` has something to do; nil while the view waits for nothing.
    func timeout(now: Instant) -> Duration? { escape.remaining(now: now) }

    /// Asks the terminal whether a sequence continues, or takes its beginning for keys: no input has arrived.
    mutating func wait(on terminal: borrowing Terminal) -> [Key] {
        guard let step = escape.step(now: Instant.now) else { return [] }
        decoder.separate()
        decoder.expectsAnswer = expectsAnswer
        switch step {
        case .ask:
            terminal.write(Array(ControlSequence.askForStatus.utf8))
            return []
        case .giveUp: return withoutAnswers(decoder.timeout())
        }
    }

    private var expectsAnswer: Bool {
        lastQuestion.map { Instant.now - $0 < Self.latestAnswer } ?? false
    }

    /// Drains late replies and mouse reports, so that the shell does not read them as input. Sends one more status request first:
    /// everything older arrives before its reply.
    mutating func takeLastAnswers(from terminal: borrowing Terminal) {
        let now = Instant.now
        let hasMouse = mouse.lastUse.map { now - $0 < Self.lastAnswer } ?? false
        let isAsked = lastQuestion.map { now - $0 < Self.longestAnswer } ?? false
        guard hasMouse || isAsked || escape.owesAnswer else { return }
        if hasMouse { terminal.write(Array((ControlSequence.ignoreMouse + ControlSequence.askForStatus).utf8)) }
        while PollSet.isReady(input, until: now + Self.lastAnswer), let bytes = try? StandardStream.read(input),
            !bytes.isEmpty
        {
            if decoder.decode(bytes).contains(.statusReport) { return }
        }
    }

    /// Asks what the terminal is like. Nothing waits for the answer, which may never come.
    mutating func ask(_ questions: String, on terminal: borrowing Terminal) {
        guard !questions.isEmpty else { return }
        lastQuestion = Instant.now
        terminal.write(Array((questions + ControlSequence.askForStatus).utf8))
    }

    private mutating func withoutAnswers(_ keys: [Key]) -> [Key] {
        guard keys.contains(where: \.isAnswer) else { return keys }
        if keys.contains(.statusReport) {
            escape.answered()
            lastQuestion = nil
        }
        return keys.filter { !$0.isAnswer }
    }
}

/// Text that a user types, as events for the recording of the session. A character is held back until all of its bytes have
/// been read.
struct EnteredText {
    private var pending: [UInt8] = []

    /// - Returns: the event for the whole characters so far; nil when there are none.
    mutating func take(_ bytes: some Sequence<UInt8>) -> Event? {
        pending += bytes
        let whole = pending.count - Self.begunCharacter(at: pending)
        guard whole > 0 else { return nil }
        defer { pending.removeFirst(whole) }
        return Self.event(String(decoding: pending[..<whole], as: UTF8.self))
    }

    static func event(_ text: String) -> Event {
        Event(ProcessOutput.Entered.type, ProcessOutput.Entered(text: text))
    }

    /// The number of bytes at the end that are the beginning of an unfinished character.
    private static func begunCharacter(at bytes: [UInt8]) -> Int {
        guard let lead = bytes.indices.suffix(3).last(where: { !(0x80...0xBF ~= bytes[$0]) }) else { return 0 }
        // As many ones as the character has bytes.
        let (length, count) = ((~bytes[lead]).leadingZeroBitCount, bytes.count - lead)
        return 2...4 ~= length && count < length ? count : 0
    }
}
