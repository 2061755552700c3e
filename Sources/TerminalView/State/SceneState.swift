package import ViewMessages

/// One scene: its newest screen, and what the person has done there that only the view knows.
package struct SceneState: Sendable {
    /// Each image in it is replaced by its ``ImageFile/key``.
    package private(set) var screen: Screen
    package private(set) var viewport = Viewport()
    package private(set) var fields = InputFields()
    /// The alert's button that Enter presses; nil while only a destructive one could be.
    package private(set) var chosenButton: Int?
    /// Each content reports its end once.
    package private(set) var hasReportedEnd = false
    /// A part moves by itself.
    package private(set) var hasMovingBars: Bool
    /// The pictures that can be drawn, by key.
    package private(set) var images: [String: ImageFile]
    private var unfolded: Set<Fold.ID> = []
    private var laidOut: Content?
    private var laidOutPreview: Content?
    private var previewTop = 0
    /// The person looks at the preview where it has no room of its own.
    private(set) var isPreviewOpen = false
    /// The row that was reported last as the one where the selection rests.
    private var highlighted: String?
    /// How many screens the scene has shown.
    private var shown = 0
    /// The rows that were asked for last.
    private var asked: RowQuestion?

    package init(_ screen: Screen, images: [String: ImageFile] = [:]) {
        self.screen = screen
        self.images = images
        hasMovingBars = screen.hasMovingBars
        for (name, text) in screen.fieldTexts { fields.show(text, in: name) }
        // An empty search field is there to be typed into.
        if screen.prompt?.text == "", !screen.isSelectable { fields.setFocus(InputFields.prompt) }
        chosenButton = screen.alert.flatMap { AlertView(alert: $0).defaultButton }
    }

    /// What a successor of this view is told.
    package var memory: ViewMemory.OfScene {
        .init(
            viewport: viewport, fields: fields.memory, chosenButton: chosenButton, hasReportedEnd: hasReportedEnd,
            unfolded: unfolded.sorted { ($0.heading, $0.occurrence) < ($1.heading, $1.occurrence) },
            previewTop: previewTop, isPreviewOpen: isPreviewOpen)
    }

    package mutating func restore(_ memory: ViewMemory.OfScene) {
        viewport = memory.viewport.bounded
        fields.restore(memory.fields)
        hasReportedEnd = memory.hasReportedEnd
        previewTop = Bounded.number(memory.previewTop)
        isPreviewOpen = memory.isPreviewOpen && screen.preview != nil
        unfolded = Set(memory.unfolded)
        laidOut = nil
        if let chosen = memory.chosenButton, screen.alert?.buttons.indices.contains(chosen) == true {
            chosenButton = chosen
        }
    }

    package mutating func show(_ new: Screen, images newImages: [String: ImageFile] = [:]) {
        let old = screen
        screen = new
        shown += new.parts == old.parts ? 0 : 1
        hasMovingBars = new.hasMovingBars
        if new.preview != old.preview { previewTop = 0 }
        if new.preview == nil { isPreviewOpen = false }
        if new.parts != old.parts || newImages.count != images.count { laidOut = nil }
        if new.preview != old.preview || newImages.count != images.count { laidOutPreview = nil }
        images = newImages
        if !new.hasSameContent(as: old) { hasReportedEnd = false }
        if new.alert != old.alert { chosenButton = new.alert.flatMap { AlertView(alert: $0).defaultButton } }
        let texts = new.fieldTexts
        for (name, text) in texts where text != old.fieldTexts[name] { fields.show(text, in: name) }
        fields.keep(Set(texts.keys))
        // Other words were searched, so these are other results.
        if let prompt = new.prompt, prompt.text != old.prompt?.text { viewport = Viewport() }
    }

    /// The parts as lines of that width. They are kept, since frames are painted more often than screens change.
    package mutating func content(width: Int) -> Content {
        let width = Panes.columns(of: screen, in: width)
        if let laidOut, laidOut.width == width, laidOut.columnsLeft == viewport.left { return laidOut }
        let content = Content(
            screen.parts, width: width, unfolded: unfolded, images: images, columnsLeft: viewport.left)
        laidOut = content
        return content
    }

    package mutating func adapt(to size: Size) {
        viewport.adapt(to: content(width: size.columns), height: height(in: size))
    }

    /// How many lines of content are seen.
    package func height(in size: Size) -> Int {
        panes(in: size).parts.rows.count
    }

    func panes(in size: Size) -> Panes {
        let rows = Regions(screen, size, isTyping: fields.focus != nil).content
        return Panes(screen, columns: size.columns, rows: rows, isOpen: isPreviewOpen)
    }

    /// The preview as lines of that width.
    mutating func preview(width: Int) -> Content {
        if let laidOutPreview, laidOutPreview.width == width { return laidOutPreview }
        let content = Content(screen.preview ?? [], width: width, images: images)
        laidOutPreview = content
        return content
    }

    mutating func openPreview() { isPreviewOpen.toggle() }

    /// - Parameter pages: half ones.
    mutating func scrollPreview(by pages: Int, in size: Size) {
        guard let pane = panes(in: size).preview else { return }
        let last = max(preview(width: pane.columns).lines.count - pane.rows.count, 0)
        previewTop = min(max(previewTop + pages * max(pane.rows.count / 2, 1), 0), last)
    }

    /// The first line that is seen of the preview.
    mutating func previewTop(in pane: Panes.Pane) -> Int {
        min(previewTop, max(preview(width: pane.columns).lines.count - pane.rows.count, 0))
    }

    mutating func move(_ movement: Movement, in size: Size) {
        viewport.move(movement, in: content(width: size.columns), height: height(in: size))
    }

    /// Scrolls tables sideways.
    mutating func scrollColumns(by step: Int, in size: Size) {
        viewport.left = max(content(width: size.columns).columnsSkipped + step, 0)
    }

    /// The choice that Enter activates.
    mutating func selected(in size: Size) -> Choice? { viewport.selected(in: content(width: size.columns)) }

    /// - Returns: whether the end is in sight, there is more behind it, and that was not reported yet. From now on it is.
    mutating func reportsEnd(in size: Size) -> Bool {
        guard screen.hasMore == true, !hasReportedEnd,
            viewport.showsEnd(of: content(width: size.columns), height: height(in: size))
        else { return false }
        hasReportedEnd = true
        return true
    }

    /// The rows in sight, with a page to both sides, where one of them is not here; nil where all are.
    /// - Returns: twice as much to both sides, so that the next rows are here when they come in sight.
    mutating func missingRows(in size: Size) -> Range<Int>? {
        let height = height(in: size)
        guard let window = content(width: size.columns).window else { return nil }
        let seen = window.rows(on: viewport.top..<viewport.top + height)
        let page = seen.count
        func around(_ pages: Int) -> Range<Int> {
            max(seen.lowerBound - pages * page, 0)..<min(seen.upperBound + pages * page, window.total)
        }
        let near = around(1)
        guard page > 0, near.lowerBound < window.rows.lowerBound || near.upperBound > window.rows.upperBound else {
            return nil
        }
        return around(2)
    }

    /// - Returns: the missing rows, unless they were asked for while these were here: whoever answers has no others.
    mutating func takeMissingRows(in size: Size) -> Range<Int>? {
        guard let missing = missingRows(in: size) else { return nil }
        let question = RowQuestion(missing: missing, screen: shown)
        guard question != asked else { return nil }
        asked = question
        return missing
    }

    /// - Returns: the row where the selection rests, once.
    mutating func takeHighlight(in size: Size) -> String? {
        guard screen.reportsHighlight == true, let choice = selected(in: size), choice.id.kind == .row,
            choice.id.name != highlighted
        else { return nil }
        highlighted = choice.id.name
        return highlighted
    }

    /// Folds or unfolds one text: the first in sight that is folded, else the first in sight, else the nearest.
    mutating func toggleFold(in size: Size) {
        let folds = content(width: size.columns).folds
        let seen = viewport.top..<viewport.top + max(height(in: size), 1)
        let inSight = folds.filter { $0.lines.overlaps(seen) }
        func distance(_ fold: Fold) -> Int {
            max(fold.lines.lowerBound - seen.upperBound, seen.lowerBound - fold.lines.upperBound)
        }
        let nearest = inSight.first { $0.isFolded } ?? inSight.first
        guard let fold = nearest ?? folds.min(by: { distance($0) < distance($1) }) else { return }
        if fold.isFolded { unfolded.insert(fold.id) } else { unfolded.remove(fold.id) }
        laidOut = nil
    }

    /// What can be drawn of the pictures in sight.
    mutating func pictureRequests(in size: Size) -> [PictureRequest] {
        let height = height(in: size)
        var requests: [PictureRequest]
        if let part = screen.wholeScreenPart {
            let request = part.pictureRequest(in: Size(columns: size.columns, rows: height))
            requests = [request].compactMap(\.self).filter { images[$0.key] != nil }
        } else {
            let seen = viewport.top..<viewport.top + height
            requests = content(width: size.columns).pictures.filter { $0.lines.overlaps(seen) }.compactMap(\.request)
        }
        if let pane = panes(in: size).preview {
            let seen = previewTop(in: pane)..<previewTop(in: pane) + pane.rows.count
            let pictures = preview(width: pane.columns).pictures.filter { $0.lines.overlaps(seen) }
            requests += pictures.compactMap(\.request)
        }
        requests.removeAll { $0.size.columns < 2 || $0.size.rows < 2 }
        return requests
    }

    /// A picture could not be drawn; its caption stands for it.
    mutating func forgetImage(_ key: String) {
        guard images.removeValue(forKey: key) != nil else { return }
        laidOut = nil
        laidOutPreview = nil
    }

    mutating func forgetImages() { for key in images.keys { forgetImage(key) } }

    /// Typing replaces a text that the screen shows, and continues one that the person has begun.
    mutating func editField(_ name: String) {
        fields.setFocus(name, replacing: fields[name]?.text == screen.fieldTexts[name])
    }

    mutating func leaveField() { fields.leave() }

    mutating func edit(_ change: (inout TextField) -> Void) { fields.edit(change) }

    mutating func chooseButton(by step: Int) {
        guard let count = screen.alert?.buttons.count, count > 0 else { return }
        guard let chosen = chosenButton else { return chosenButton = step > 0 ? 0 : count - 1 }
        chosenButton = (chosen + step + count) % count
    }
}

extension Screen {
    /// The fields of the screen and what it shows in them, by name.
    fileprivate var fieldTexts: [String: String] { prompt.map { [InputFields.prompt: $0.text] } ?? [:] }

    /// Whether a part has no end in sight.
    fileprivate var hasMovingBars: Bool {
        (parts + (preview ?? [])).contains {
            if case .progress(let progress) = $0 { progress.fraction == nil } else { false }
        }
    }

    fileprivate var isSelectable: Bool { parts.contains { $0.view.isSelectable } }

    /// The part that has the screen to itself; nil on a screen of lines.
    var wholeScreenPart: (any WholeScreenPartView)? {
        parts.lazy.compactMap { $0.view as? any WholeScreenPartView }.first
    }

    /// Equal but for what is under way.
    fileprivate func hasSameContent(as other: Screen) -> Bool {
        var (mine, its) = (self, other)
        mine.activity = nil
        its.activity = nil
        return mine == its
    }
}
