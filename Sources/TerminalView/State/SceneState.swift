package import ViewMessages

/// One scene: its newest screen, and what the person has done with it that nobody else needs to know.
package struct SceneState: Sendable {
    package private(set) var screen: Screen
    package var viewport = Viewport()
    package private(set) var prompt: PromptField
    package private(set) var isEditing: Bool
    /// The alert's button that Enter presses.
    package private(set) var chosenButton = 0
    /// That the end was reached is said once for each content.
    package var hasReportedEnd = false
    private var laidOut: Content?

    /// An empty search field is there to be typed into.
    package init(_ screen: Screen) {
        self.screen = screen
        prompt = PromptField(screen.prompt?.text ?? "")
        isEditing = screen.prompt?.text == "" && !screen.isSelectable
    }

    package mutating func show(_ new: Screen) {
        let old = screen
        screen = new
        if new.parts != old.parts { laidOut = nil }
        if !new.hasSameContent(as: old) { hasReportedEnd = false }
        if new.alert != old.alert { chosenButton = 0 }
        guard let newPrompt = new.prompt else { return isEditing = false }
        guard newPrompt.text != old.prompt?.text else { return }
        // Other words were searched: these are other results.
        viewport = Viewport()
        if !isEditing { prompt = PromptField(newPrompt.text) }
    }

    /// The parts as lines of that width; kept, because frames are painted more often than screens change.
    package mutating func content(width: Int) -> Content {
        if let laidOut, laidOut.width == width { return laidOut }
        let content = Content(screen.parts, width: width)
        laidOut = content
        return content
    }

    package mutating func adapt(to size: Size) {
        viewport.adapt(to: content(width: size.columns), height: Regions(screen, size).content.count)
    }

    package mutating func editPrompt() { isEditing = screen.prompt != nil }

    /// - Parameter keepingText: what was typed stands until the answer comes; else what was last searched stands again.
    package mutating func leavePrompt(keepingText: Bool) {
        isEditing = false
        prompt = PromptField(keepingText ? prompt.text : screen.prompt?.text ?? "")
    }

    package mutating func edit(_ change: (inout PromptField) -> Void) { change(&prompt) }

    package mutating func chooseButton(by step: Int) {
        guard let count = screen.alert?.buttons.count, count > 0 else { return }
        chosenButton = (chosenButton + step + count) % count
    }
}
