import Picking

/// Recognises the events of a list that no user causes directly: the filter has found other rows, and all rows are read.
struct PickerEvents: Sendable {
    private struct Result: Equatable {
        var text: String
        var count: Int
        var matches: Int
        var isWhole: Bool
    }

    private var last: Result?
    /// The filter text has changed since the view reported a row: the view selects the first one of the new rows.
    var beginsAtFirst = false

    /// - Returns: the events since the last call.
    mutating func take(_ picker: RowPicker) -> [PickTrigger] {
        let count = picker.source.rows.all.count
        let isWhole = picker.source.life != .reading
        let new = Result(text: picker.query, count: count, matches: picker.matchCount, isWhole: isWhole)
        guard new != last, !picker.isSearching, picker.source.next == nil, isWhole || count > 0 else { return [] }
        let old = last
        last = new
        let hasLoaded = isWhole && old?.isWhole != true
        let found: [PickTrigger] = !isWhole || new.matches > 1 ? [] : [new.matches == 0 ? .zero : .one]
        return (hasLoaded ? [.load] : []) + [.result] + found
    }
}

extension PickBindings {
    /// True if something is bound to an event that is about the selected row.
    var needsSelection: Bool {
        all.contains { [.load, .focus, .result, .zero, .one, .resize].contains($0.trigger) }
    }
}

extension RowPicker {
    /// The actions at events that have happened since the last call.
    mutating func takeEvents() -> [BoundRun] {
        guard settings.bindings.needsSelection else { return [] }
        var events = events
        let triggers = events.take(self)
        self.events = events
        return triggers.compactMap { run(at: $0) }
    }
}
