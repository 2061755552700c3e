/// The calls of the program: the one under way, and what it has printed so far.
struct ProgramCalls: Sendable {
    struct Running: Sendable {
        let call: ProgramCall
        let scene: String
        /// True if it has printed a screen, and may print others.
        var hasAnswered = false
        /// True if it refreshes the screen without a user action.
        var isSilent = false
        /// The activity of its newest report of progress, until it is shown.
        var unshown: String?
    }

    private(set) var running: Running?
    /// The last event for a program that keeps running, until it answers with a screen.
    var fed: Running?
    var output = ProgramOutput()
    /// The program has printed screens, so its plain text is not a list.
    var hasScreens = false
    /// Calls get their context on standard input.
    var wantsContext: Bool
    /// Members of screens that mean nothing, and that the log has.
    private var known: Set<String> = []

    init(wantsContext: Bool) { self.wantsContext = wantsContext }

    /// The program keeps running, and reads user actions.
    var isStreaming: Bool { running?.hasAnswered == true }

    /// A call that any other one ends: the one for a preview.
    var isFree: Bool { running == nil || running?.call.verb == "highlight" }

    mutating func begin(_ call: ProgramCall, for scene: String, isSilent: Bool = false) {
        running = Running(call: call, scene: scene, isSilent: isSilent)
        output = ProgramOutput()
    }

    /// The call ends; its output stays.
    mutating func end() { running = nil }

    mutating func answer() { running?.hasAnswered = true }

    /// Notes a report, until it is shown. A call without a user action changes nothing on screen before its answer.
    mutating func note(_ progress: CallProgress?) {
        guard let progress, running?.isSilent == false, running?.call.verb != "highlight" else { return }
        running?.unshown = progress.activity
    }

    mutating func takeProgress() -> String? {
        defer { running?.unshown = nil }
        return running?.unshown
    }

    /// Looks again at what looks like JSON: options, or text that follows, may show that these are lines.
    mutating func takeForLines(_ settings: AppSettings) {
        let isOpen = running?.call.words.isEmpty == true && !isStreaming && !hasScreens
        let isText = settings.hasOnlyLines || isOpen && output.isText(mayRepeat: settings.hasProgram)
        if output.format == .json, isText { output.becomeLines() }
    }

    /// Going back on a scene stops the call for a user action there, instead of leaving the scene.
    func mayCancel(on scene: String) -> Bool {
        guard let running, running.scene == scene, !running.isSilent, !isStreaming else { return false }
        return [.search, .select, .press, .submit, .sort].contains(running.call.context.reason)
    }

    /// Lines for the log about members without a meaning, once each.
    mutating func remark(on unknown: [String]) -> [AppEffect] {
        let new = unknown.filter { !known.contains($0) }
        if known.count < 100 { known.formUnion(new) }
        return new.map { .remark($0) }
    }
}
