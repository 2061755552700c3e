import ScreenModel
import ViewMessages

/// A scene's parts as the person sees them: filtered, unfolded, with the pictures that can be drawn.
struct PartsState: Sendable {
    private var parts: [Part]
    /// By key.
    private var images: [String: ImageFile]
    private(set) var unfolded: Set<Fold.ID> = []
    /// Nil unless the person filters rows.
    private(set) var filter: RowFilter?
    private var laidOut: Content?

    init(_ parts: [Part], images: [String: ImageFile] = [:]) {
        self.parts = parts
        self.images = images
    }

    mutating func show(_ new: [Part], images newImages: [String: ImageFile]) {
        if new != parts || newImages.count != images.count {
            laidOut = nil
            filter = nil
        }
        parts = new
        images = newImages
    }

    mutating func restore(unfolded: [Fold.ID]) {
        self.unfolded = Set(unfolded)
        laidOut = nil
    }

    /// The parts as lines of that width. They are kept, since frames are painted more often than screens change.
    /// - Parameters:
    ///   - columnsLeft: how many columns of tables are scrolled past.
    ///   - fields: what is entered in forms. After a change, ``forgetLayout()`` has to be called.
    mutating func content(width: Int, columnsLeft: Int, fields: InputFields) -> Content {
        if let laidOut, laidOut.width == width, laidOut.columnsLeft == columnsLeft { return laidOut }
        let content = Content(
            filter?.filteredParts ?? parts, width: width, unfolded: unfolded, images: images, columnsLeft: columnsLeft,
            fields: fields)
        laidOut = content
        return content
    }

    mutating func forgetLayout() { laidOut = nil }

    /// The captions stand for pictures that cannot be drawn.
    mutating func use(images: [String: ImageFile]) {
        self.images = images
        laidOut = nil
    }

    /// Unfolds a text, or folds it again.
    mutating func toggle(_ fold: Fold.ID) {
        if !unfolded.insert(fold).inserted { unfolded.remove(fold) }
        laidOut = nil
    }

    /// - Parameter text: what the person has typed; nil for no filter.
    mutating func filter(by text: String?) {
        filter = text.flatMap { RowFilter.continuing(filter, with: $0, over: parts) }
        laidOut = nil
    }

    /// Compares some more rows with the filter.
    mutating func continueFiltering() {
        filter?.advance()
        laidOut = nil
    }
}
