import ScreenModel
import Synchronization
import ViewMessages

/// Parts with their pictures, and their lines, which are kept until something changes: frames are painted more often than screens
/// change.
struct LaidParts: Sendable {
    private(set) var parts: [Part]
    /// Pictures that can be drawn, by key. Captions replace the others.
    private(set) var images: [String: ImageFile]
    private var layout = KeptLayout()

    init(_ parts: [Part], images: [String: ImageFile]) {
        self.parts = parts
        self.images = images
    }

    /// - Returns: whether that changes anything.
    @discardableResult
    mutating func show(_ new: [Part], images newImages: [String: ImageFile]) -> Bool {
        let isNew = new != parts || newImages.count != images.count
        if isNew { forgetLayout() }
        (parts, images) = (new, newImages)
        return isNew
    }

    mutating func use(images: [String: ImageFile]) {
        self.images = images
        forgetLayout()
    }

    mutating func forgetLayout() { layout = KeptLayout() }

    func content(
        width: Int, columnsLeft: Int = 0, unsent: UnsentRows = UnsentRows(), _ layOut: () -> Content
    ) -> Content {
        layout.content(width: width, columnsLeft: columnsLeft, unsent: unsent, layOut)
    }

    func content(width: Int) -> Content { content(width: width) { Content(parts, width: width, images: images) } }
}

/// A scene's parts as the user sees them: filtered, unfolded, with the pictures that can be drawn.
struct PartsState: Sendable {
    var laid: LaidParts
    private(set) var unfolded: Set<Fold.ID> = []
    /// Nil unless the user filters rows.
    private(set) var filter: RowFilter?

    init(_ parts: [Part], images: [String: ImageFile] = [:]) { laid = LaidParts(parts, images: images) }

    /// The parts with only the rows that match the filter.
    var seen: [Part] { filter?.filteredParts ?? laid.parts }

    mutating func show(_ new: [Part], images: [String: ImageFile]) {
        if laid.show(new, images: images) { filter = nil }
    }

    mutating func restore(unfolded: [Fold.ID]) {
        self.unfolded = Set(unfolded)
        laid.forgetLayout()
    }

    /// The parts as lines of that width.
    /// - Parameters:
    ///   - columnsLeft: the number of columns of tables that are scrolled past.
    ///   - fields: the entries of forms. After a change, ``LaidParts/forgetLayout()`` has to be called.
    func content(width: Int, columnsLeft: Int, fields: InputFields, unsent: UnsentRows) -> Content {
        laid.content(width: width, columnsLeft: columnsLeft, unsent: unsent) {
            Content(
                seen, width: width, unfolded: unfolded, images: laid.images, columnsLeft: columnsLeft, fields: fields,
                unsent: unsent)
        }
    }

    /// Unfolds a text, or folds it again.
    mutating func toggle(_ fold: Fold.ID) {
        if !unfolded.insert(fold).inserted { unfolded.remove(fold) }
        laid.forgetLayout()
    }

    /// - Parameter text: the typed text; nil for no filter.
    mutating func filter(by text: String?) {
        filter = text.flatMap { RowFilter.continuing(filter, with: $0, over: laid.parts) }
        laid.forgetLayout()
    }

    /// Compares some more rows with the filter.
    mutating func continueFiltering() {
        filter?.advance()
        laid.forgetLayout()
    }
}

/// A scene's head: parts that stay in sight above the others. Where they would take more than half of the lines, they are scrolled
/// with the others.
struct HeadState: Sendable {
    var laid: LaidParts
    /// True while the head stays in sight.
    private(set) var sticks = true
    /// The lines that it takes from the others: its own and an empty one. None where it is scrolled with them.
    private(set) var lines = 0

    init(_ parts: [Part]?, images: [String: ImageFile] = [:]) { laid = LaidParts(parts ?? [], images: images) }

    /// The parts that are scrolled with the others.
    var scrolled: [Part] { sticks ? [] : laid.parts }

    func content(width: Int) -> Content { laid.content(width: width) }

    /// Decides whether it stays in sight.
    /// - Parameter rows: the rows of the content.
    /// - Returns: whether that has changed.
    mutating func adapt(width: Int, rows: Int) -> Bool {
        let stuck = sticks
        let count = content(width: width).lines.count
        let wanted = count == 0 ? 0 : count + 1
        sticks = wanted <= rows / 2
        lines = sticks ? wanted : 0
        return sticks != stuck
    }

    /// Pictures of it that can be drawn.
    func pictureRequests(width: Int) -> [PictureRequest] {
        content(width: width).pictureRequests(on: 0..<max(lines, 1))
    }
}

/// A scene's preview: how far it is scrolled, and whether the user looks at it where it has no room of its own.
struct PreviewState: Sendable {
    var laid: LaidParts
    /// Lines that the user has scrolled past. A smaller preview shows its end.
    private(set) var top = 0
    private(set) var isOpen = false

    init(_ parts: [Part]?, images: [String: ImageFile] = [:]) { laid = LaidParts(parts ?? [], images: images) }

    mutating func show(_ new: [Part]?, images: [String: ImageFile]) {
        if new ?? [] != laid.parts { top = 0 }
        if new == nil { isOpen = false }
        laid.show(new ?? [], images: images)
    }

    /// - Parameters: the memory of an earlier view, which comes from outside.
    mutating func restore(top: Int, isOpen: Bool) {
        self.top = Bounded.number(top)
        self.isOpen = isOpen && !laid.parts.isEmpty
    }

    func content(width: Int) -> Content { laid.content(width: width) }

    mutating func toggle() { isOpen.toggle() }

    mutating func scroll(by lines: Int, in pane: Panes.Pane) {
        top = min(max(top(in: pane) + lines, 0), end(in: pane))
    }

    /// The first line that is seen.
    func top(in pane: Panes.Pane) -> Int { min(top, end(in: pane)) }

    /// The last line that it can be scrolled to.
    private func end(in pane: Panes.Pane) -> Int {
        max(content(width: pane.columns).lines.count - pane.rows.count, 0)
    }

    /// Pictures in sight that can be drawn.
    func pictureRequests(in pane: Panes.Pane) -> [PictureRequest] {
        let top = top(in: pane)
        return content(width: pane.columns).pictureRequests(on: top..<top + pane.rows.count)
    }
}

/// Lines of parts, kept until the parts change. Copies share it: a frame is drawn from a copy of the state, and its layout
/// serves the next one too. A change of the parts takes a new one, so that no copy gets the layout of another.
private final class KeptLayout: Sendable {
    private let content = Mutex<Content?>(nil)

    func content(width: Int, columnsLeft: Int, unsent: UnsentRows, _ layOut: () -> Content) -> Content {
        if let kept = content.withLock({ $0 }), kept.width == width, kept.input.columnsLeft == columnsLeft,
            kept.input.unsent == unsent
        {
            return kept
        }
        let new = layOut()
        content.withLock { $0 = new }
        return new
    }
}
