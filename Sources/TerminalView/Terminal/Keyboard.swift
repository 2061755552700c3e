import Wire

/// The keyboard of a terminal: bytes in, keys out. It waits for the rest of a sequence, and tells a lone ESC from one.
struct Keyboard: ~Copyable {
    private let input: Int32
    private let buffer = InputBuffer()
    private var decoder = KeyDecoder()
    private var escape = EscapeWait()
    private var mouse = MouseInput()
    /// Nil where the session is not recorded.
    private var entered: EnteredText?

    /// When the terminal was asked for its background, until it has answered.
    private var lastQuestion: Int?

    /// Milliseconds after which no answer is awaited any more.
    private static let longestAnswer = 1000
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
        /// What the terminal has said of its background.
        var isLight: Bool?
        /// Pictures that the terminal says it can show.
        var pictures: PictureFormat?
    }

    /// - Returns: nil when the terminal has hung up.
    mutating func read() -> Typed? {
        guard let bytes = try? buffer.read(input), !bytes.isEmpty else { return nil }
        return take(bytes)
    }

    mutating func take(_ bytes: some Collection<UInt8>) -> Typed {
        let keys = decoder.decode(bytes)
        escape.began(decoder.waiting, now: Readiness.now())
        // What only the terminal has said is no part of what the person did.
        let isTyped = keys.isEmpty || !keys.allSatisfy(\.isAnswer)
        let record = isTyped ? entered?.take(bytes) : nil
        var typed = Typed(keys: mouse.take(withoutAnswers(keys), now: Readiness.now()), record: record)
        for case .background(let isLight) in keys { typed.isLight = isLight }
        // It may say both; kitty's are the better ones.
        for case .pictures(let format) in keys where typed.pictures != .kitty { typed.pictures = format }
        return typed
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
        case .giveUp: return withoutAnswers(decoder.timeout())
        }
    }

    /// Takes what the terminal still has to say before the shell reads on: an answer that it owes, and reports of a mouse that
    /// was used just now. All that it says comes before its answer to one more question.
    mutating func takeLastAnswers(from terminal: borrowing Terminal) {
        let now = Readiness.now()
        let hasMouse = mouse.lastUse.map { now - $0 < Self.lastAnswer } ?? false
        let isAsked = lastQuestion.map { now - $0 < Self.longestAnswer } ?? false
        guard hasMouse || isAsked || escape.owesAnswer else { return }
        if hasMouse { terminal.write(Array((ControlSequence.ignoreMouse + ControlSequence.askForStatus).utf8)) }
        while case let left = now + Self.lastAnswer - Readiness.now(), left > 0,
            Readiness.wait([input], timeout: left) == [true], let bytes = try? buffer.read(input), !bytes.isEmpty
        {
            if decoder.decode(bytes).contains(.statusReport) { return }
        }
    }

    /// Asks what the terminal is like. Nothing waits for the answer, which may never come.
    mutating func ask(_ questions: String, on terminal: borrowing Terminal) {
        guard !questions.isEmpty else { return }
        lastQuestion = Readiness.now()
        terminal.write(Array((questions + ControlSequence.askForStatus).utf8))
    }

    private mutating func withoutAnswers(_ keys: [Key]) -> [Key] {
        if keys.contains(.statusReport) {
            escape.answered()
            lastQuestion = nil
        }
        return keys.filter { !$0.isAnswer }
    }
}
