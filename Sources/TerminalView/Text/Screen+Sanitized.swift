import TerminalText
package import ViewMessages

// What the view keeps is already safe to print and to reckon with. Ids of rows and controls are never printed and go back
// as they came; images are never printed either.

/// What the view takes of a screen, whatever the screen says.
private enum Limit {
    /// Lines of a folded text, pages of a pager. No screen has more, since none is longer than a line of the bus.
    static let number = 1_000_000
    /// Characters of a field of one line. The rest is left away.
    static let line = 4096

    static func clamp(_ number: Int) -> Int { min(max(number, 0), Limit.number) }

    static func field(_ text: String) -> String {
        let text = Sanitizer.line(text)
        guard text.utf8.count > line, let end = text.index(text.startIndex, offsetBy: line, limitedBy: text.endIndex),
            end < text.endIndex
        else { return text }
        return text[..<end] + "…"
    }
}

extension Screen {
    package var sanitized: Screen {
        Screen(
            title: Limit.field(title), prompt: prompt?.sanitized, activity: activity.map(Limit.field),
            parts: parts.map(\.sanitized), alert: alert?.sanitized, hasMore: hasMore)
    }
}

extension Prompt {
    fileprivate var sanitized: Prompt {
        Prompt(placeholder: Limit.field(placeholder), text: Sanitizer.line(text))
    }
}

extension Alert {
    fileprivate var sanitized: Alert {
        Alert(
            title: Limit.field(title), message: Sanitizer.block(message), buttons: buttons.map(\.sanitized),
            isFailure: isFailure)
    }
}

extension Button {
    fileprivate var sanitized: Button {
        Button(control: control, title: Limit.field(title), key: key.map(Limit.field), role: role)
    }
}

extension Part {
    fileprivate var sanitized: Part {
        switch self {
        case .label(let label): .label(Label(Sanitizer.line(label.text), style: label.style))
        case .text(let text):
            .text(
                Text(
                    heading: text.heading.map(Limit.field), caption: text.caption.map(Limit.field),
                    body: Sanitizer.block(text.body), fold: text.fold.map(Limit.clamp)))
        case .button(let button): .button(button.sanitized)
        case .list(let list):
            .list(List(rows: list.rows.map(\.sanitized), empty: list.empty.map(Limit.field)))
        case .gallery(let gallery):
            .gallery(
                Gallery(
                    heading: gallery.heading.map(Limit.field),
                    items: gallery.items.map { .init(id: $0.id, caption: Limit.field($0.caption)) }))
        case .pager(let pager):
            .pager(
                Pager(
                    position: Limit.clamp(pager.position), count: Limit.clamp(pager.count), page: pager.page.sanitized))
        case .picture(let picture): .picture(picture.sanitized)
        }
    }
}

extension Picture {
    fileprivate var sanitized: Picture { Picture(caption: Limit.field(caption), image: image) }
}

extension Row {
    fileprivate var sanitized: Row {
        Row(
            id: id, title: Limit.field(title), symbol: symbol.map(Limit.field),
            subtitle: subtitle.map(Limit.field), accessory: accessory.map(Limit.field))
    }
}
