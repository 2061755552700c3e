import TerminalText
package import ViewMessages

extension Screen {
    /// Harmless to print and to calculate with. A view keeps no other screen.
    package var sanitized: Screen {
        Screen(
            title: Bounded.line(title), prompt: prompt.map(\.sanitized), activity: activity.map(Bounded.line),
            parts: parts.map(\.sanitized), alert: alert.map(\.sanitized), hasMore: hasMore,
            keys: sanitizedKeys, notice: notice.map(\.sanitized), words: Words(self).sanitized,
            preview: preview?.map(\.sanitized.unfolded), reportsHighlight: reportsHighlight,
            head: head?.map(\.sanitized), reportsSize: reportsSize)
    }

    private var sanitizedKeys: [ScreenKey]? {
        guard let keys, !keys.isEmpty else { return nil }
        return keys.prefix(ScreenKey.most).map(\.sanitized)
    }
}

extension Part {
    /// With the whole of its text: a preview scrolls instead.
    fileprivate var unfolded: Part {
        guard case .text(var text) = self else { return self }
        text.fold = nil
        return .text(text)
    }
}

extension ScreenKey {
    /// More are left out: users could not learn them.
    package static let most = 100

    var sanitized: ScreenKey {
        ScreenKey(
            control: control, title: Bounded.line(title), character: DeclaredKey(character)?.text, isForRow: isForRow,
            confirm: confirm.map {
                Confirmation(
                    title: Bounded.line($0.title), message: $0.message.map(Sanitizer.block),
                    button: $0.button.map(Bounded.line))
            })
    }
}

extension ScreenNotice {
    var sanitized: ScreenNotice { ScreenNotice(id: id, text: Bounded.line(text), tone: tone) }
}

extension Prompt {
    var sanitized: Prompt {
        Prompt(
            placeholder: Bounded.line(placeholder), text: Sanitizer.line(text), isLive: isLive, picksRows: picksRows)
    }
}

extension Alert {
    var sanitized: Alert {
        Alert(
            title: Bounded.line(title), message: Sanitizer.block(message), buttons: buttons.map(\.sanitized),
            isFailure: isFailure)
    }
}

extension Button {
    package var sanitized: Button {
        Button(
            control: control, title: Bounded.line(title), key: DeclaredKey(key)?.text, role: role,
            isSelectable: isSelectable)
    }
}
