import JSON
import Picking
import ViewMessages

/// The changes that actions have made in a list, for the screen and for a replacement process.
struct PickingChanges: JSONCodable, Equatable, Sendable {
    var prompt: String?
    var header: String?
    /// The command that prints the rows, in place of the program or the input.
    var reload: [String]?
    var isPreviewHidden: Bool?
    var previewWraps: Bool?
    /// The next settings of `change-preview-window`.
    var window: Int = 0
    var keepsOrder: Bool?
    var isDisabled: Bool?
    /// The places of bindings that are taken away.
    var unbound: [Int] = []
    /// Lines of the output before the rows.
    var printed: [String] = []
    /// The place of the filter text in the history, from its end; 0 for the user's own.
    var recalled: Int = 0
    var draft: String = ""
    /// The row whose preview the user sees.
    var highlighted: String?
    /// The view's newest report of its size, and of its preview's if there was one.
    var size: ViewOutput.DidResize?
    /// The rows themselves.
    var rows: RowChanges?
    /// All rows were read, and have not decided without the user (`--select-1`, `--exit-0`).
    var hasDecided: Bool?

    /// Lines that actions add to the output.
    private static let mostPrinted = 1000
    /// Bytes of them: a snapshot has them.
    private static let longestPrinted = 65_536

    mutating func print(_ text: String) {
        let size = printed.reduce(text.utf8.count) { $0 + $1.utf8.count }
        if printed.count < Self.mostPrinted, size <= Self.longestPrinted { printed.append(text) }
    }

    mutating func unbind(_ places: [Int]) { unbound += places.filter { !unbound.contains($0) } }
    mutating func rebind(_ places: [Int]) { unbound.removeAll { places.contains($0) } }

    /// - Returns: true if the next settings of the preview's window wrap its lines.
    mutating func takeWindow(of windows: [PreviewWindow]) -> Bool {
        let next = windows[window % max(windows.count, 1)]
        window = (window + 1) % max(windows.count, 1)
        (isPreviewHidden, previewWraps) = (next.isHidden, next.wraps)
        return next.wraps
    }

    /// - Parameter typed: the user's own text, where none is brought back yet.
    /// - Returns: a text of the history, or the user's own again; nil where there is no other.
    mutating func recall(_ step: Int, in texts: [String], instead typed: String) -> String? {
        let place = min(max(recalled + step, 0), texts.count)
        guard place != recalled else { return nil }
        if recalled == 0 { draft = typed }
        recalled = place
        return place == 0 ? draft : texts[texts.count - place]
    }

    /// The room of a preview, under the names that fzf and a shell use; the view's size for a preview that was never in sight.
    var previewVariables: [String: String] {
        guard let size else { return [:] }
        // No view is larger.
        let columns = "\(max(1, min(size.previewColumns ?? size.columns, 1000)))"
        let lines = "\(max(1, min(size.previewRows ?? size.rows, 500)))"
        return ["COLUMNS": columns, "LINES": lines, "FZF_PREVIEW_COLUMNS": columns, "FZF_PREVIEW_LINES": lines]
    }

    /// - Returns: true if the preview has another place.
    mutating func resize(to new: ViewOutput.DidResize) -> Bool {
        // A preview that is out of sight for now comes back to its place.
        guard new.previewColumns != nil || size?.previewColumns == nil else { return false }
        let old = previewVariables
        size = new
        return previewVariables != old
    }
}

/// The part of the changes that is about the rows.
struct RowChanges: JSONCodable, Equatable, Sendable {
    var tracks: Bool?
    var wraps: Bool?
    /// The most rows that can be marked; 0 for none.
    var most: Int?
    /// Uses of `change-nth` and `change-with-nth`, which take one setting after another, and the newest settings.
    var uses: Int = 0
    var searched: String?
    var shown: String?
    /// Places of rows that are taken away.
    var excluded: [Int] = []

    /// Rows that can be taken away.
    static let mostExcluded = 10_000

    /// - Returns: the next setting; an empty text for that of the beginning.
    mutating func take<Value>(of choices: [Value?], _ text: (Value) -> String) -> String {
        defer { uses += 1 }
        return choices[uses % max(choices.count, 1)].map(text) ?? ""
    }
}

extension PickBindings {
    /// Places of the bindings for these keys and events.
    func places(of triggers: [PickTrigger]) -> [Int] {
        triggers.compactMap { trigger in all.firstIndex { $0.trigger == trigger } }
    }
}
