import Declarations
import Formatting
import InteractorMessages
import JSON
import Scenes
import ViewMessages

/// The user's choices for all rows of a declared scene: its filters, and their order.
struct FilterChoices: JSONCodable, Equatable {
    /// Entries by the filter's name; the standard one where there is none.
    var entries: [String: String] = [:]
    /// The column that the rows are sorted by.
    var order: Sort?
    /// The filters whose last entry was refused.
    var refused: [String] = []
}

/// The filters of a declared scene: a form above its rows, and the variables of its source.
struct DeclaredFilters: Sendable {
    /// Names the form in what the view reports.
    static let form = "filters"

    let scene: SceneDeclaration

    // MARK: The screen

    /// Choices and switches count at once. A text has to be submitted, because each request takes a moment.
    func part(_ choices: FilterChoices, for reader: Reader) -> Part? {
        guard !scene.filters.isEmpty else { return nil }
        return .form(
            Form(id: Self.form, fields: scene.filters.map { field($0, choices, reader) }, submit: reader["Apply"]))
    }

    private func field(_ filter: FilterDeclaration, _ choices: FilterChoices, _ reader: Reader) -> FormField {
        let entry = choices.entries[filter.name] ?? filter.standard
        var field = FormField(id: filter.name, label: filter.title)
        switch filter.kind {
        case .choice(let options):
            field.kind = .choice
            field.options = options.map { FormField.Option(id: $0.title, title: $0.title) }
            // A column takes the place of the scene's own order.
            let isReplaced = filter.name == SceneDeclaration.sort && choices.order != nil
            field.value = isReplaced ? nil : .text(entry)
            field.isLive = true
        case .toggle:
            field.kind = .toggle
            field.value = .flag(entry == FilterDeclaration.on)
            field.isLive = true
        case .text:
            field.value = .text(entry)
            field.placeholder = filter.placeholder
            let isRefused = choices.refused.contains(filter.name)
            field.error = isRefused ? reader("Enter at most % characters", "\(FilterDeclaration.longestText)") : nil
        }
        return field
    }

    /// The table's columns, and its order.
    func columns(_ choices: FilterChoices, for reader: Reader) -> (columns: [Column], sort: Sort?) {
        let columns = scene.columns.map { column in
            Column(
                id: column.name, title: reader[column.title],
                alignment: column.alignment.flatMap { Column.Alignment(rawValue: $0.rawValue) },
                grows: column.grows ? true : nil, priority: column.priority,
                isSortable: column.sort == nil ? nil : true)
        }
        return (columns, choices.order)
    }

    // MARK: The request

    /// The values of the source's variables; nil in a scene without filters.
    func variables(_ choices: FilterChoices) -> [String: String]? {
        var values: [String: String] = [:]
        for filter in scene.filters {
            values[filter.name] = filter.value(of: choices.entries[filter.name] ?? filter.standard)
        }
        if let order = order(choices), !scene.isOrderedByColumns {
            values[SceneDeclaration.sort] = order.by
            values[SceneDeclaration.direction] = order.isDescending ? "desc" : "asc"
        }
        return values.isEmpty ? nil : values
    }

    /// The order of the column that the rows are sorted by.
    func order(_ choices: FilterChoices) -> SearchOrder? {
        guard let order = choices.order,
            let by = scene.columns.first(where: { $0.name == order.column })?.sort
        else { return nil }
        return SearchOrder(by: by, isDescending: order.isDescending)
    }

    // MARK: What the user enters

    /// - Parameter values: by the field's id.
    func entering(_ values: [String: FieldValue?], in choices: FilterChoices) -> FilterChoices {
        var entries: [String: String] = [:]
        for filter in scene.filters {
            guard let value = values[filter.name] else { continue }
            entries[filter.name] = entry(of: value) ?? filter.standard
        }
        return setting(entries, in: choices)
    }

    /// - Parameter entries: by the filter's name. What a filter does not accept is left as it was.
    func setting(_ entries: [String: String], in choices: FilterChoices) -> FilterChoices {
        var choices = choices
        for filter in scene.filters {
            guard var entry = entries[filter.name] else { continue }
            choices.refused.removeAll { $0 == filter.name }
            if case .text = filter.kind { entry = entry.trimmingBlanks }
            guard filter.accepts(entry) else {
                if case .text = filter.kind { choices.refused.append(filter.name) }
                continue
            }
            choices.entries[filter.name] = entry == filter.standard ? nil : entry
            if filter.name == SceneDeclaration.sort { choices.order = nil }
        }
        return choices
    }

    func sorting(by column: String, isDescending: Bool, in choices: FilterChoices) -> FilterChoices {
        guard scene.columns.contains(where: { $0.name == column && $0.sort != nil }) else { return choices }
        var choices = choices
        choices.order = Sort(column: column, isDescending: isDescending)
        return choices
    }

    private func entry(of value: FieldValue?) -> String? {
        switch value {
        case .text(let text), .number(let text): text
        case .flag(let flag): flag ? FilterDeclaration.on : FilterDeclaration.off
        case .texts, nil: nil
        }
    }
}
