// Written by scripts/generate from the declarations of the kinds of parts.

import TerminalText
package import ViewMessages

extension Part {
    /// The part with harmless texts and bounded numbers. Ids are never printed and stay as they are.
    package var sanitized: Part {
        switch self {
        case .button(let button): .button(button.sanitized)
        case .chart(let chart): .chart(chart.sanitized)
        case .facts(let facts): .facts(facts.sanitized)
        case .form(let form): .form(form.sanitized)
        case .gallery(let gallery): .gallery(gallery.sanitized)
        case .label(let label): .label(label.sanitized)
        case .list(let list): .list(list.sanitized)
        case .pager(let pager): .pager(pager.sanitized)
        case .picture(let picture): .picture(picture.sanitized)
        case .progress(let progress): .progress(progress.sanitized)
        case .quote(let quote): .quote(quote.sanitized)
        case .table(let table): .table(table.sanitized)
        case .tabs(let tabs): .tabs(tabs.sanitized)
        case .text(let text): .text(text.sanitized)
        case .tree(let tree): .tree(tree.sanitized)
        case .unknown(let part): .unknown(part.sanitized)
        }
    }
}

extension Alert {
    package var sanitized: Alert {
        Alert(
            title: Bounded.line(title), message: Sanitizer.block(message), buttons: buttons.map(\.sanitized),
            isFailure: isFailure)
    }
}

extension Button {
    package var sanitized: Button {
        Button(control: control, title: Bounded.line(title), key: sanitizedKey, role: role, isSelectable: isSelectable)
    }
}

extension Chart {
    package var sanitized: Chart {
        Chart(
            kind, points: points.map(\.sanitized), alternative: Bounded.line(alternative),
            heading: heading.map(Bounded.line), caption: caption.map(Bounded.line), minimum: minimum.map(Bounded.value),
            maximum: maximum.map(Bounded.value), tone: tone)
    }
}

extension Chart.Point {
    package var sanitized: Chart.Point {
        Chart.Point(
            value.map(Bounded.value), label: label.map(Bounded.line), caption: caption.map(Bounded.line), tone: tone)
    }
}

extension Column {
    package var sanitized: Column {
        Column(
            id: id, title: Bounded.line(title), alignment: alignment, grows: grows,
            priority: priority.map(Bounded.number), isSortable: isSortable)
    }
}

extension Confirmation {
    package var sanitized: Confirmation {
        Confirmation(
            title: Bounded.line(title), message: message.map(Sanitizer.block), button: button.map(Bounded.line))
    }
}

extension Facts {
    package var sanitized: Facts {
        Facts(heading: heading.map(Bounded.line), items: items.map(\.sanitized))
    }
}

extension Facts.Item {
    package var sanitized: Facts.Item {
        Facts.Item(label: Bounded.line(label), value: Bounded.line(value), tone: tone)
    }
}

extension Form {
    /// More are left out.
    static let mostFields = 500

    package var sanitized: Form {
        Form(
            id: id, heading: heading.map(Bounded.line), fields: fields.prefix(Self.mostFields).map(\.sanitized),
            submit: submit.map(Bounded.line))
    }
}

extension FormField {
    /// More are left out.
    static let mostOptions = 10_000

    package var sanitized: FormField {
        FormField(
            id: id, label: Bounded.line(label), kind: kind, value: sanitizedValue,
            placeholder: placeholder.map(Bounded.line), help: help.map(Bounded.line), isRequired: isRequired,
            error: error.map(Bounded.line), isLive: isLive,
            options: options.map { $0.prefix(Self.mostOptions).map(\.sanitized) }, suggestions: sanitizedSuggestions,
            min: min, max: max)
    }
}

extension FormField.Option {
    package var sanitized: FormField.Option {
        FormField.Option(id: id, title: Bounded.line(title))
    }
}

extension Gallery {
    package var sanitized: Gallery {
        Gallery(heading: heading.map(Bounded.line), items: items.map(\.sanitized))
    }
}

extension Gallery.Item {
    package var sanitized: Gallery.Item {
        Gallery.Item(id: id, caption: Bounded.line(caption), image: image)
    }
}

extension Label {
    package var sanitized: Label {
        Label(
            Sanitizer.line(text), style: style, tone: tone,
            marks: marks.map { $0.map { $0.sanitized(Sanitizer.line) } })
    }
}

extension List {
    package var sanitized: List {
        List(
            rows: rows.map(\.sanitized), empty: empty.map(Bounded.line), offset: offset.map(Bounded.number),
            total: total.map(Bounded.number), isMultiple: isMultiple, selected: selected, look: look.map(\.sanitized),
            most: most.map(Bounded.number))
    }
}

extension Pager {
    package var sanitized: Pager {
        Pager(position: Bounded.number(position), count: Bounded.number(count), page: page.sanitized)
    }
}

extension Paint {
    package var sanitized: Paint {
        Paint(length: Bounded.number(length), style: style.map(Bounded.line))
    }
}

extension Picture {
    package var sanitized: Picture {
        Picture(caption: Bounded.line(caption), image: image)
    }
}

extension Progress {
    package var sanitized: Progress {
        Progress(
            label: Bounded.line(label), fraction: fraction.map(Bounded.fraction), caption: caption.map(Bounded.line),
            tone: tone)
    }
}

extension Prompt {
    package var sanitized: Prompt {
        Prompt(
            placeholder: Bounded.line(placeholder), text: Sanitizer.line(text), isLive: isLive, picksRows: picksRows,
            mark: mark.map(Bounded.line), cycles: cycles, isBelowHead: isBelowHead)
    }
}

extension Quote {
    package var sanitized: Quote {
        Quote(text: Sanitizer.block(text), author: author.map(Bounded.line))
    }
}

extension Row {
    /// More are left out.
    static let mostPaint = 200

    package var sanitized: Row {
        Row(
            id: id, title: Bounded.line(title), symbol: symbol.map(Bounded.line), subtitle: subtitle.map(Bounded.line),
            accessory: accessory.map(Bounded.line), tone: tone, keys: keys,
            paint: paint.map { $0.prefix(Self.mostPaint).map(\.sanitized) })
    }
}

extension RowLook {
    package var sanitized: RowLook {
        RowLook(
            pointer: pointer.map(Bounded.line), marker: marker.map(Bounded.line), ellipsis: ellipsis.map(Bounded.line),
            gap: gap.map(Bounded.number), overflow: overflow, scrollOff: scrollOff.map(Bounded.number))
    }
}

extension Screen {
    package var sanitized: Screen {
        Screen(
            title: Bounded.line(title), prompt: prompt.map(\.sanitized), activity: activity.map(Bounded.line),
            parts: parts.map(\.sanitized), alert: alert.map(\.sanitized), hasMore: hasMore, keys: sanitizedKeys,
            notice: notice.map(\.sanitized), words: sanitizedWords, preview: sanitizedPreview,
            reportsHighlight: reportsHighlight, head: head.map { $0.map(\.sanitized) }, reportsSize: reportsSize,
            mayCancel: mayCancel)
    }
}

extension ScreenKey {
    package var sanitized: ScreenKey {
        ScreenKey(
            control: control, title: Bounded.line(title), character: sanitizedCharacter, isForRow: isForRow,
            confirm: confirm.map(\.sanitized), does: sanitizedDoes)
    }
}

extension ScreenNotice {
    package var sanitized: ScreenNotice {
        ScreenNotice(id: id, text: Bounded.line(text), tone: tone)
    }
}

extension Table {
    /// More are left out.
    static let mostColumns = 256

    package var sanitized: Table {
        Table(
            columns: columns.prefix(Self.mostColumns).map(\.sanitized), rows: sanitizedRows, sort: sort,
            empty: empty.map(Bounded.line), offset: offset.map(Bounded.number), total: total.map(Bounded.number),
            isMultiple: isMultiple)
    }
}

extension TableCell {
    package var sanitized: TableCell {
        TableCell(Bounded.line(text), tone: tone)
    }
}

extension TableRow {
    package var sanitized: TableRow {
        TableRow(id: id, cells: cells.map(\.sanitized), tone: tone)
    }
}

extension Tabs {
    package var sanitized: Tabs {
        Tabs(items: items.map(\.sanitized), selected: selected)
    }
}

extension Text {
    package var sanitized: Text {
        Text(
            heading: heading.map(Bounded.line), caption: caption.map(Bounded.line), body: Sanitizer.block(body),
            fold: fold.map(Bounded.number), tone: tone, marks: marks.map { $0.map { $0.sanitized(Sanitizer.block) } },
            format: format)
    }
}

extension Tree {
    package var sanitized: Tree {
        Tree(rows: rows.map(\.sanitized), empty: empty.map(Bounded.line), isMultiple: isMultiple)
    }
}

extension TreeRow {
    package var sanitized: TreeRow {
        TreeRow(
            id: id, title: Bounded.line(title), depth: Bounded.number(depth), isExpanded: isExpanded,
            symbol: symbol.map(Bounded.line), accessory: accessory.map(Bounded.line), tone: tone)
    }
}
