import TerminalText
package import ViewMessages

// What the view keeps is already safe to print. Ids of rows and controls are never printed and go back as they came;
// images are never printed either.

extension Screen {
    package var sanitized: Screen {
        Screen(
            title: Sanitizer.line(title), prompt: prompt?.sanitized, activity: activity.map(Sanitizer.line),
            parts: parts.map(\.sanitized), alert: alert?.sanitized, hasMore: hasMore)
    }
}

extension Prompt {
    fileprivate var sanitized: Prompt {
        Prompt(placeholder: Sanitizer.line(placeholder), text: Sanitizer.line(text))
    }
}

extension Alert {
    fileprivate var sanitized: Alert {
        Alert(
            title: Sanitizer.line(title), message: Sanitizer.block(message), buttons: buttons.map(\.sanitized),
            isFailure: isFailure)
    }
}

extension Button {
    fileprivate var sanitized: Button {
        Button(control: control, title: Sanitizer.line(title), key: key.map(Sanitizer.line), role: role)
    }
}

extension Part {
    fileprivate var sanitized: Part {
        switch self {
        case .label(let label): .label(Label(Sanitizer.line(label.text), style: label.style))
        case .text(let text):
            .text(
                Text(
                    heading: text.heading.map(Sanitizer.line), caption: text.caption.map(Sanitizer.line),
                    body: Sanitizer.block(text.body), fold: text.fold))
        case .button(let button): .button(button.sanitized)
        case .list(let list):
            .list(List(rows: list.rows.map(\.sanitized), empty: list.empty.map(Sanitizer.line)))
        case .gallery(let gallery):
            .gallery(
                Gallery(
                    heading: gallery.heading.map(Sanitizer.line),
                    items: gallery.items.map { .init(id: $0.id, caption: Sanitizer.line($0.caption)) }))
        case .pager(let pager):
            .pager(Pager(position: pager.position, count: pager.count, page: pager.page.sanitized))
        case .picture(let picture): .picture(picture.sanitized)
        }
    }
}

extension Picture {
    fileprivate var sanitized: Picture { Picture(caption: Sanitizer.line(caption), image: image) }
}

extension Row {
    fileprivate var sanitized: Row {
        Row(
            id: id, title: Sanitizer.line(title), symbol: symbol.map(Sanitizer.line),
            subtitle: subtitle.map(Sanitizer.line), accessory: accessory.map(Sanitizer.line))
    }
}
