import TerminalText
package import ViewMessages

extension Part {
    /// The part with harmless texts and bounded numbers. Ids are never printed and stay as they are.
    package var sanitized: Part {
        switch self {
        case .label(let label): .label(label.sanitized)
        case .text(let text): .text(text.sanitized)
        case .button(let button): .button(button.sanitized)
        case .list(let list): .list(list.sanitized)
        case .gallery(let gallery): .gallery(gallery.sanitized)
        case .pager(let pager): .pager(pager.sanitized)
        case .form(let form): .form(form.sanitized)
        case .picture(let picture): .picture(picture.sanitized)
        case .facts(let facts): .facts(facts.sanitized)
        case .progress(let progress): .progress(progress.sanitized)
        case .chart(let chart): .chart(chart.sanitized)
        case .tabs(let tabs): .tabs(tabs.sanitized)
        case .table(let table): .table(table.sanitized)
        case .tree(let tree): .tree(tree.sanitized)
        case .unknown(let part): .unknown(part.sanitized)
        }
    }
}

extension Label {
    var sanitized: Label {
        Label(
            Sanitizer.line(text), style: style, tone: tone, marks: marks?.map { $0.sanitized(Sanitizer.line) })
    }
}

extension Text {
    var sanitized: Text {
        Text(
            heading: heading.map(Bounded.line), caption: caption.map(Bounded.line), body: Sanitizer.block(body),
            fold: fold.map(Bounded.number), tone: tone, marks: marks?.map { $0.sanitized(Sanitizer.block) },
            format: format)
    }
}

extension Mark {
    /// - Parameter sanitize: what sanitizes the text that contains the mark.
    func sanitized(_ sanitize: (String) -> String) -> Mark { Mark(sanitize(text), tone) }
}

extension List {
    var sanitized: List {
        List(
            rows: rows.map(\.sanitized), empty: empty.map(Bounded.line), offset: offset.map(Bounded.number),
            total: total.map(Bounded.number), isMultiple: isMultiple, selected: selected)
    }
}

extension Row {
    fileprivate var sanitized: Row {
        Row(
            id: id, title: Bounded.line(title), symbol: symbol.map(Bounded.line),
            subtitle: subtitle.map(Bounded.line), accessory: accessory.map(Bounded.line), tone: tone, keys: keys)
    }
}

extension Table {
    /// No view shows more.
    private static let mostColumns = 256

    var sanitized: Table {
        let columns = columns.prefix(Self.mostColumns).map(\.sanitized)
        let rows = rows.map { row in
            TableRow(
                id: row.id,
                cells: row.cells.prefix(columns.count).map { TableCell(Bounded.line($0.text), tone: $0.tone) },
                tone: row.tone)
        }
        return Table(
            columns: columns, rows: rows, sort: sort, empty: empty.map(Bounded.line),
            offset: offset.map(Bounded.number), total: total.map(Bounded.number), isMultiple: isMultiple)
    }
}

extension Column {
    fileprivate var sanitized: Column {
        var column = self
        column.title = Bounded.line(title)
        column.priority = priority.map(Bounded.number)
        return column
    }
}

extension Tree {
    var sanitized: Tree {
        Tree(
            rows: rows.map {
                TreeRow(
                    id: $0.id, title: Bounded.line($0.title), depth: Bounded.number($0.depth),
                    isExpanded: $0.isExpanded, symbol: $0.symbol.map(Bounded.line),
                    accessory: $0.accessory.map(Bounded.line), tone: $0.tone)
            }, empty: empty.map(Bounded.line), isMultiple: isMultiple)
    }
}

extension Gallery {
    var sanitized: Gallery {
        Gallery(
            heading: heading.map(Bounded.line), items: items.map { .init(id: $0.id, caption: Bounded.line($0.caption)) }
        )
    }
}

extension Pager {
    var sanitized: Pager {
        Pager(position: Bounded.number(position), count: Bounded.number(count), page: page.sanitized)
    }
}

extension Picture {
    var sanitized: Picture { Picture(caption: Bounded.line(caption), image: image) }
}

extension Form {
    /// More fields are left out.
    private static let mostFields = 500

    var sanitized: Form {
        Form(
            id: id, heading: heading.map(Bounded.line), fields: fields.prefix(Self.mostFields).map(\.sanitized),
            submit: submit.map(Bounded.line))
    }
}

extension FormField {
    /// More options are left out.
    private static let mostOptions = 10_000

    fileprivate var sanitized: FormField {
        var field = self
        field.label = Bounded.line(label)
        field.placeholder = placeholder.map(Bounded.line)
        field.help = help.map(Bounded.line)
        field.error = error.map(Bounded.line)
        field.options = options.map { options in
            options.prefix(Self.mostOptions).map { Option(id: $0.id, title: Bounded.line($0.title)) }
        }
        field.value = value.flatMap(sanitized)
        return field
    }

    /// Nil for a value that such a field cannot hold. Ids of options are never shown and stay as they are.
    private func sanitized(_ value: FieldValue) -> FieldValue? {
        switch (kind, value) {
        case (.multiline, .text(let text)): .text(Bounded.entry(Sanitizer.block(text)))
        case (.text, .text(let text)), (.secret, .text(let text)), (.number, .text(let text)), (.date, .text(let text)):
            .text(Bounded.entry(Sanitizer.line(text)))
        case (.choice, .text), (.choices, .texts), (.toggle, .flag), (.text, .number), (.number, .number): value
        default: nil
        }
    }
}

extension Facts {
    var sanitized: Facts {
        Facts(
            heading: heading.map(Bounded.line),
            items: items.map {
                .init(label: Bounded.line($0.label), value: Bounded.line($0.value), tone: $0.tone)
            })
    }
}

extension Progress {
    var sanitized: Progress {
        Progress(
            label: Bounded.line(label), fraction: fraction.map(Bounded.fraction), caption: caption.map(Bounded.line),
            tone: tone)
    }
}

extension Chart {
    var sanitized: Chart {
        Chart(
            kind,
            points: points.map {
                .init(
                    Bounded.value($0.value), label: $0.label.map(Bounded.line), caption: $0.caption.map(Bounded.line),
                    tone: $0.tone)
            },
            alternative: Bounded.line(alternative), heading: heading.map(Bounded.line),
            caption: caption.map(Bounded.line), minimum: minimum.map(Bounded.value),
            maximum: maximum.map(Bounded.value), tone: tone)
    }
}

extension Tabs {
    var sanitized: Tabs { Tabs(items: items.map(\.sanitized), selected: selected) }
}

extension UnknownPart {
    /// Characters of a kind's name.
    private static let longestKind = 64

    var sanitized: UnknownPart {
        let kind = kind.map { String(Sanitizer.line($0).prefix(Self.longestKind)) }
        return UnknownPart(kind: kind ?? "", fallback: fallback.map(Sanitizer.block))
    }
}
