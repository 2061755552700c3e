import ScreenModel
import ViewMessages

/// A scene's preview: how far it is scrolled, and whether the person looks at it where it has no room of its own.
struct PreviewState: Sendable {
    private var parts: [Part]?
    private var images: [String: ImageFile]
    private var laidOut: Content?
    /// How far the person has scrolled. A smaller preview shows its end.
    private(set) var top = 0
    private(set) var isOpen = false

    init(_ parts: [Part]?, images: [String: ImageFile] = [:]) {
        self.parts = parts
        self.images = images
    }

    mutating func show(_ new: [Part]?, images newImages: [String: ImageFile]) {
        if new != parts { top = 0 }
        if new == nil { isOpen = false }
        if new != parts || newImages.count != images.count { laidOut = nil }
        parts = new
        images = newImages
    }

    /// - Parameters: what an earlier view remembered, which comes from outside.
    mutating func restore(top: Int, isOpen: Bool) {
        self.top = Bounded.number(top)
        self.isOpen = isOpen && parts != nil
    }

    /// The captions stand for pictures that cannot be drawn.
    mutating func use(images: [String: ImageFile]) {
        self.images = images
        laidOut = nil
    }

    /// The preview as lines of that width. They are kept, since frames are painted more often than screens change.
    mutating func content(width: Int) -> Content {
        if let laidOut, laidOut.width == width { return laidOut }
        let content = Content(parts ?? [], width: width, images: images)
        laidOut = content
        return content
    }

    mutating func toggle() { isOpen.toggle() }

    mutating func scroll(by lines: Int, in pane: Panes.Pane) {
        top = min(max(top(in: pane) + lines, 0), end(in: pane))
    }

    /// The first line that is seen.
    mutating func top(in pane: Panes.Pane) -> Int { min(top, end(in: pane)) }

    /// The last line that it can be scrolled to.
    private mutating func end(in pane: Panes.Pane) -> Int {
        max(content(width: pane.columns).lines.count - pane.rows.count, 0)
    }

    /// What can be drawn of the pictures in sight.
    mutating func pictureRequests(in pane: Panes.Pane) -> [PictureRequest] {
        let top = top(in: pane)
        return content(width: pane.columns).pictureRequests(on: top..<top + pane.rows.count)
    }
}
