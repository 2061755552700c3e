import ScreenModel
import Synchronization
import ViewMessages

/// A scene's parts as the user sees them: filtered, unfolded, with the pictures that can be drawn.
struct PartsState: Sendable {
    private var parts: [Part]
    /// By key.
    private var images: [String: ImageFile]
    private(set) var unfolded: Set<Fold.ID> = []
    /// Nil unless the user filters rows.
    private(set) var filter: RowFilter?
    private(set) var layout = KeptLayout()

    init(_ parts: [Part], images: [String: ImageFile] = [:]) {
        self.parts = parts
        self.images = images
    }

    /// With only the rows that match the filter.
    var seen: [Part] { filter?.filteredParts ?? parts }

    mutating func show(_ new: [Part], images newImages: [String: ImageFile]) {
        if new != parts || newImages.count != images.count {
            layout = KeptLayout()
            filter = nil
        }
        parts = new
        images = newImages
    }

    mutating func restore(unfolded: [Fold.ID]) {
        self.unfolded = Set(unfolded)
        layout = KeptLayout()
    }

    /// The parts as lines of that width. They are kept, since frames are painted more often than screens change.
    /// - Parameters:
    ///   - columnsLeft: how many columns of tables are scrolled past.
    ///   - fields: what is entered in forms. After a change, ``forgetLayout()`` has to be called.
    func content(width: Int, columnsLeft: Int, fields: InputFields) -> Content {
        layout.content(width: width, columnsLeft: columnsLeft) {
            Content(
                seen, width: width, unfolded: unfolded, images: images,
                columnsLeft: columnsLeft, fields: fields)
        }
    }

    mutating func forgetLayout() { layout = KeptLayout() }

    /// Captions replace the pictures that cannot be drawn.
    mutating func use(images: [String: ImageFile]) {
        self.images = images
        layout = KeptLayout()
    }

    /// Unfolds a text, or folds it again.
    mutating func toggle(_ fold: Fold.ID) {
        if !unfolded.insert(fold).inserted { unfolded.remove(fold) }
        layout = KeptLayout()
    }

    /// - Parameter text: what the user has typed; nil for no filter.
    mutating func filter(by text: String?) {
        filter = text.flatMap { RowFilter.continuing(filter, with: $0, over: parts) }
        layout = KeptLayout()
    }

    /// Compares some more rows with the filter.
    mutating func continueFiltering() {
        filter?.advance()
        layout = KeptLayout()
    }
}

/// A scene's head: parts that stay in sight above the others. Where they would take more than half of the lines, they are scrolled
/// with the others.
struct HeadState: Sendable {
    private var parts: [Part]
    private var images: [String: ImageFile]
    private(set) var layout = KeptLayout()
    /// Whether the head stays in sight.
    private(set) var sticks = true
    /// The lines that it takes from the others: its own and an empty one. None where it is scrolled with them.
    private(set) var lines = 0

    init(_ parts: [Part]?, images: [String: ImageFile] = [:]) {
        self.parts = parts ?? []
        self.images = images
    }

    mutating func show(_ new: [Part]?, images newImages: [String: ImageFile]) {
        if new ?? [] != parts || newImages.count != images.count { layout = KeptLayout() }
        parts = new ?? []
        images = newImages
    }

    mutating func use(images: [String: ImageFile]) {
        self.images = images
        layout = KeptLayout()
    }

    /// The parts that are scrolled with the others.
    var scrolled: [Part] { sticks ? [] : parts }

    func content(width: Int) -> Content {
        layout.content(width: width) { Content(parts, width: width, images: images) }
    }

    /// Decides whether it stays in sight.
    /// - Parameter rows: those of the content.
    /// - Returns: whether that has changed.
    mutating func adapt(width: Int, rows: Int) -> Bool {
        let stuck = sticks
        let count = content(width: width).lines.count
        let wanted = count == 0 ? 0 : count + 1
        sticks = wanted <= rows / 2
        lines = sticks ? wanted : 0
        return sticks != stuck
    }

    /// What can be drawn of its pictures.
    func pictureRequests(width: Int) -> [PictureRequest] {
        content(width: width).pictureRequests(on: 0..<max(lines, 1))
    }
}

/// A scene's preview: how far it is scrolled, and whether the user looks at it where it has no room of its own.
struct PreviewState: Sendable {
    private var parts: [Part]?
    private var images: [String: ImageFile]
    private(set) var layout = KeptLayout()
    /// How far the user has scrolled. A smaller preview shows its end.
    private(set) var top = 0
    private(set) var isOpen = false

    init(_ parts: [Part]?, images: [String: ImageFile] = [:]) {
        self.parts = parts
        self.images = images
    }

    mutating func show(_ new: [Part]?, images newImages: [String: ImageFile]) {
        if new != parts { top = 0 }
        if new == nil { isOpen = false }
        if new != parts || newImages.count != images.count { layout = KeptLayout() }
        parts = new
        images = newImages
    }

    /// - Parameters: what an earlier view remembered, which comes from outside.
    mutating func restore(top: Int, isOpen: Bool) {
        self.top = Bounded.number(top)
        self.isOpen = isOpen && parts != nil
    }

    /// Captions replace the pictures that cannot be drawn.
    mutating func use(images: [String: ImageFile]) {
        self.images = images
        layout = KeptLayout()
    }

    /// The preview as lines of that width. They are kept, since frames are painted more often than screens change.
    func content(width: Int) -> Content {
        layout.content(width: width) { Content(parts ?? [], width: width, images: images) }
    }

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

    /// What can be drawn of the pictures in sight.
    func pictureRequests(in pane: Panes.Pane) -> [PictureRequest] {
        let top = top(in: pane)
        return content(width: pane.columns).pictureRequests(on: top..<top + pane.rows.count)
    }
}

/// What parts look like, kept until they change. Copies share it: a frame is drawn from a copy of the state, and its layout
/// serves the next one too. A change of the parts takes a new one, so that no copy gets the layout of another.
final class KeptLayout: Sendable {
    private let content = Mutex<Content?>(nil)

    func content(width: Int, columnsLeft: Int = 0, _ layOut: () -> Content) -> Content {
        if let kept = content.withLock({ $0 }), kept.width == width, kept.input.columnsLeft == columnsLeft {
            return kept
        }
        let new = layOut()
        content.withLock { $0 = new }
        return new
    }
}
