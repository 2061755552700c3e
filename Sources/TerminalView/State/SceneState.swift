package import ViewMessages

/// One scene: its newest screen, and what the person has done with it that nobody else needs to know.
package struct SceneState: Sendable {
    /// In its pictures, what stands for the image is the ``ImageFile/key``.
    package private(set) var screen: Screen
    package var viewport = Viewport()
    package private(set) var prompt: PromptField
    package private(set) var isEditing: Bool
    /// The alert's button that Enter presses; nil while that would be one that destroys.
    package private(set) var chosenButton: Int?
    /// That the end was reached is said once for each content.
    package var hasReportedEnd = false
    /// The pictures that can be drawn, by their keys.
    package private(set) var images: [String: ImageFile]
    private var unfolded: Set<Fold.ID> = []
    private var laidOut: Content?

    /// An empty search field is there to be typed into.
    package init(_ screen: Screen, images: [String: ImageFile] = [:]) {
        self.screen = screen
        self.images = images
        prompt = PromptField(screen.prompt?.text ?? "")
        isEditing = screen.prompt?.text == "" && !screen.isSelectable
        chosenButton = screen.alert?.defaultButton
    }

    package var memory: ViewMemory.OfScene {
        .init(
            viewport: viewport, prompt: prompt, isEditing: isEditing, chosenButton: chosenButton,
            hasReportedEnd: hasReportedEnd,
            unfolded: unfolded.sorted { ($0.heading, $0.occurrence) < ($1.heading, $1.occurrence) })
    }

    package mutating func restore(_ memory: ViewMemory.OfScene) {
        viewport = memory.viewport
        prompt = memory.prompt
        isEditing = memory.isEditing && screen.prompt != nil
        hasReportedEnd = memory.hasReportedEnd
        unfolded = Set(memory.unfolded)
        laidOut = nil
        if let chosen = memory.chosenButton, screen.alert?.buttons.indices.contains(chosen) == true {
            chosenButton = chosen
        }
    }

    package mutating func show(_ new: Screen, images newImages: [String: ImageFile] = [:]) {
        let old = screen
        screen = new
        if new.parts != old.parts || newImages.count != images.count { laidOut = nil }
        images = newImages
        if !new.hasSameContent(as: old) { hasReportedEnd = false }
        if new.alert != old.alert { chosenButton = new.alert?.defaultButton }
        guard let newPrompt = new.prompt else { return isEditing = false }
        guard newPrompt.text != old.prompt?.text else { return }
        // Other words were searched: these are other results.
        viewport = Viewport()
        if !isEditing { prompt.begin(newPrompt.text) }
    }

    /// The parts as lines of that width; kept, because frames are painted more often than screens change.
    package mutating func content(width: Int) -> Content {
        if let laidOut, laidOut.width == width { return laidOut }
        let content = Content(screen.parts, width: width, unfolded: unfolded, images: images)
        laidOut = content
        return content
    }

    package mutating func adapt(to size: Size) {
        viewport.adapt(to: content(width: size.columns), height: height(in: size))
    }

    /// How many lines of content are seen.
    package func height(in size: Size) -> Int { Regions(screen, size, isEditing: isEditing).content.count }

    /// What `m` folds or unfolds: the first text on screen that is folded, else the first that was unfolded, else the one
    /// that is nearest to what is on screen.
    package mutating func toggleFold(in size: Size) {
        let folds = content(width: size.columns).folds
        let seen = viewport.top..<viewport.top + max(height(in: size), 1)
        let onScreen = folds.filter { $0.lines.overlaps(seen) }
        func distance(_ fold: Fold) -> Int {
            max(fold.lines.lowerBound - seen.upperBound, seen.lowerBound - fold.lines.upperBound)
        }
        let nearest = onScreen.first { $0.isFolded } ?? onScreen.first
        guard let fold = nearest ?? folds.min(by: { distance($0) < distance($1) }) else { return }
        if fold.isFolded { unfolded.insert(fold.id) } else { unfolded.remove(fold.id) }
        laidOut = nil
    }

    /// A picture turned out to be none.
    package mutating func forgetImage(_ key: String) {
        guard images.removeValue(forKey: key) != nil else { return }
        laidOut = nil
    }

    /// What was searched last is replaced by what is typed next; what was begun and left is gone on with.
    package mutating func editPrompt() {
        guard let shown = screen.prompt else { return }
        isEditing = true
        if prompt.text == shown.text { prompt.replaceAll() }
    }

    /// What was typed stays, whether it is searched or left for later.
    package mutating func leavePrompt() {
        isEditing = false
        prompt.begin(prompt.text)
    }

    package mutating func edit(_ change: (inout PromptField) -> Void) { change(&prompt) }

    package mutating func chooseButton(by step: Int) {
        guard let count = screen.alert?.buttons.count, count > 0 else { return }
        guard let chosen = chosenButton else { return chosenButton = step > 0 ? 0 : count - 1 }
        chosenButton = (chosen + step + count) % count
    }
}
