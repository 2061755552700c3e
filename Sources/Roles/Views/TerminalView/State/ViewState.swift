import Platform
import Languages
package import ScreenModel
package import TerminalText
import ViewMessages
package import Wire

/// The passive view as a value: events and keys in, events out. It knows no terminal, no clock and no bus.
package struct ViewState: Sendable {
    package var session: SizedSession { didSet { keys = nil } }
    /// Characters that the terminal can show. The names of keys are written out where it has no signs for them.
    package var repertoire = Repertoire.unicode
    package var keySettings = KeySettings() { didSet { keys = nil } }
    /// Help or palette, while the user has one of them open.
    var opened: Overlay? { didSet { keys = nil } }
    /// A failure that is scrolled, where the terminal is too small for all of it.
    private var scrolledFailure: ScrolledFailure?
    var typeAhead = TypeAhead() { didSet { keys = nil } }
    /// The keys that hold, kept from a frame to the next key; nil after a change.
    private(set) var keys: [KeyBinding]?
    var pointer = Pointer()
    /// Steps that are made as soon as the rows are those of what was typed, such as choosing one.
    var awaitedSteps: AwaitedSteps?
    /// Number of times that the next movement is made, as in vi; nil for once.
    package internal(set) var count: Int?
    var history = History()
    /// The earlier text in the prompt; nil while it has the user's own.
    var recalled: Recalled?
    /// Steps of the throbber so far.
    package private(set) var ticks = 0

    package init(stamp: EventStamp, size: Size, drawsPictures: Bool = true) {
        session = SizedSession(stamp: stamp, size: size, drawsPictures: drawsPictures)
    }

    package var top: SceneState? { session.top }
    package var size: Size { session.size }
    package var isSettled: Bool { session.isSettled }
    package var notice: Notice? {
        get { session.notice }
        set { session.notice = newValue }
    }
    var words: Words { session.words }

    /// Draws the frame that the user sees next, and keeps what its keys and its places for clicks mean.
    /// - Parameter buffer: a blank one of the state's size.
    package mutating func draw(on buffer: consuming CellBuffer) -> Frame {
        keys = KeyMap.bindings(for: self)
        let frame = Layout.frame(of: self, on: buffer)
        pointer.targets = frame.targets
        return frame
    }

    package mutating func tick() { ticks += 1 }

    /// The rows that would show all of the screen.
    var neededRows: Int { 2 + (top.map { $0.head.lines + $0.content.lines.count } ?? 0) }

    // MARK: In front of the screen

    var overlay: Overlay? {
        if case .help = opened { return opened }
        if let failure = session.failure {
            return .failure(failure, top: scrolledFailure.map { $0.failure == failure ? $0.top : 0 } ?? 0)
        }
        return opened ?? top?.screen.alert.map { .alert($0) }
    }

    var palette: CommandPalette? {
        get { if case .palette(let palette) = opened { palette } else { nil } }
        set { opened = newValue.map { .palette($0) } }
    }

    /// The view as it is once the user has closed help and palette.
    var behind: ViewState {
        var behind = self
        behind.opened = nil
        return behind
    }

    /// Entries that Enter and the arrows choose from while the palette is open.
    var paletteEntries: [KeyBinding] {
        guard let palette else { return [] }
        guard let name = palette.optionsOf else {
            return palette.entries(
                of: KeyMap.bindings(for: behind), recent: history.texts(of: CommandPalette.historyName))
        }
        return palette.entries(of: top?.options(of: name) ?? [], recent: [])
    }

    /// Takes away what is in front of the screen, but for its alert.
    mutating func uncoverScreen() {
        opened = nil
        closeFailure()
    }

    mutating func closeFailure() {
        guard session.failure != nil else { return }
        notice = nil
        scrolledFailure = nil
    }

    mutating func scrollOverlay(by step: Int) {
        switch overlay {
        case .help(let top): opened = .help(top: max(0, min(top + step, HelpBox.end(for: self))))
        case .failure(let failure, let top):
            let end = FailureBox.end(for: failure, in: size)
            scrolledFailure = ScrolledFailure(failure: failure, top: max(0, min(top + step, end)))
        case .palette, .alert, nil: break
        }
    }

    /// Keys move the selection or the text: no field takes them, and nothing is in front of the screen.
    var takesMotions: Bool {
        guard let top else { return false }
        return overlay == nil && top.fields.focus == nil && top.screen.wholeScreenPart == nil
    }

    // MARK: Memory

    /// Memory that a successor of this view receives.
    package var memory: ViewMemory {
        ViewMemory(
            pending: session.pending.ids, scenes: session.scenesMemory(), failure: session.failure, history: history,
            lost: session.lostLine, panes: session.panes)
    }

    package mutating func restore(_ memory: ViewMemory) {
        history = memory.history.bounded
        session.restore(memory)
    }

    // MARK: Events

    /// - Returns: a refusal when the view cannot use the line.
    package mutating func receive(_ incoming: EventReader.Incoming) -> [Event] {
        guard case .event(let event) = incoming else { return session.receive(incoming) }
        do throws(PayloadError) {
            try receive(event)
            return []
        } catch {
            return [session.refuse(event, because: error)]
        }
    }

    package mutating func receive(_ event: Event) throws(PayloadError) {
        if event.type == ProcessInput.Restore.type { return restore(try event.decode(ViewMemory.self)) }
        let before = session.topID
        let isSeen = try session.receive(event)
        if session.topID != before { opened = nil }
        if isSeen { session.openForm() }
    }

    // MARK: Typed ahead, and secrets

    /// The keys that were pressed before the first screen act on it, and are recorded.
    package mutating func handleTypeAhead() -> [KeyEffect] {
        guard top != nil, !typeAhead.isOver else { return [] }
        return typeAhead.end().flatMap { piece in
            let record = piece.record.flatMap { entersSecret(piece.keys) ? nil : KeyEffect.send($0) }
            return [record].compactMap(\.self) + piece.keys.flatMap { handle($0) }
        }
    }

    /// - Parameters:
    ///   - record: the event that records these keys.
    ///   - keys: the keys that came, before the view acts on them.
    /// - Returns: the record, unless it may have a piece of a secret; nil also where that is not known yet.
    package mutating func recorded(_ record: Event, of keys: [Key]) -> Event? {
        guard entersSecret(keys) else { return record }
        if top == nil { typeAhead.begin(record) }
        return keys.count == 1 && top != nil ? withheld(record, of: keys[0]) : nil
    }

    /// The record of one key at a secret: the key itself if it types nothing; else a key that makes the field of a verified view empty
    /// or not, as this one is. So a recording does not show how long the secret is.
    private func withheld(_ record: Event, of key: Key) -> Event? {
        var next = self
        _ = next.handle(key)
        if let before = top?.fields, let after = next.top?.fields, before.isSecretFocused, before.focus == after.focus,
            let old = before.focused?.text, let new = after.focused?.text, old != new
        {
            return old.isEmpty == new.isEmpty ? nil : EnteredText.event(new.isEmpty ? "\u{7F}" : "x")
        }
        return switch key {
        case .text, .paste: nil
        default: record
        }
    }

    /// True if any of these keys may be a part of a secret, or what follows them. Without a screen, every key may be that has
    /// no meaning of its own.
    func entersSecret(_ keys: [Key]) -> Bool {
        guard let top else { return keys.isEmpty || keys.contains { KeyMap.action(for: $0, in: self) == nil } }
        guard top.screen.hasSecretField || top.fields.hasSecrets else { return false }
        var next = self
        for key in keys {
            if next.top?.fields.isSecretFocused == true { return true }
            _ = next.handle(key)
        }
        return next.top?.fields.isSecretFocused == true
    }

    /// Does what the user has asked for, such as choosing the selected row, if the rows are loaded.
    package mutating func takeChoice() -> [KeyEffect] {
        guard let awaited = awaitedSteps, session.isCurrent else { return [] }
        awaitedSteps = nil
        return perform(awaited.steps, of: awaited.control)
    }

    // MARK: Filtering

    /// True if there are rows that the filter has not been compared with.
    package var isFiltering: Bool { top?.filter?.isComplete == false }

    package mutating func continueFiltering() { session.updateTop { $0.continueFiltering() } }
}

/// A failure that does not fit, and its first line in sight.
struct ScrolledFailure: Equatable, Sendable {
    let failure: Failure
    let top: Int
}
