import TerminalText
package import ViewMessages

/// A piece of the content that can be selected: a row, a gallery's item, a button.
package struct Choice: Equatable, Sendable {
    package struct ID: Codable, Equatable, Sendable {
        package enum Kind: String, Codable, Sendable { case row, button }

        package var kind: Kind
        /// The row's id or the button's control.
        package var name: String
        /// Tells rows with the same id apart.
        package var occurrence: Int
    }

    package var id: ID
    /// Where it stands in ``Content/lines``.
    package var lines: Range<Int>
    /// Where it stands in its line, for choices that stand side by side; nil when it has the line to itself.
    package var columns: Range<Int>?
}

/// A text of which only the beginning is shown until the person asks for more, or which can be folded again.
package struct Fold: Equatable, Sendable {
    /// Which of the screen's foldable texts it is: its heading, and a number to tell those with the same one apart.
    package struct ID: Codable, Hashable, Sendable {
        package var heading: String
        package var occurrence: Int
    }

    package var id: ID
    package var isFolded: Bool
    /// Where it stands in ``Content/lines``.
    package var lines: Range<Int>
}

/// A picture among the content.
package struct PlacedPicture: Equatable, Sendable {
    package var picture: Picture
    /// What has to be drawn for it; nil when nothing can be.
    package var request: PictureRequest?
    /// Where it stands in ``Content/lines``.
    package var lines: Range<Int>
    /// How wide it is, in cells.
    package var width: Int
}

/// The parts of a screen as lines of a given width, however many they are.
package struct Content: Sendable {
    package struct Line: Equatable, Sendable {
        package var text: StyledText
        /// At the right edge.
        package var accessory = StyledText()
    }

    package let width: Int
    /// What a person has unfolded.
    let unfolded: Set<Fold.ID>
    /// The pictures that can be drawn, by their keys.
    let images: [String: ImageFile]
    package internal(set) var lines: [Line] = []
    package private(set) var choices: [Choice] = []
    package internal(set) var folds: [Fold] = []
    package internal(set) var pictures: [PlacedPicture] = []
    private var occurrences: [String: Int] = [:]

    /// Left of every line, for the mark of the selection.
    package static let gutter = 2
    /// Right of every line, for the scroll bar.
    package static let margin = 2
    /// Longer lines of text are hard to read.
    static let measure = 92
    /// From this width on a row's accessory stands beside its title, below it beside its subtitle.
    static let wide = 60

    var room: Int { max(width - Self.gutter - Self.margin, 0) }

    package init(
        _ parts: [Part], width: Int, unfolded: Set<Fold.ID> = [], images: [String: ImageFile] = [:]
    ) {
        self.width = width
        self.unfolded = unfolded
        self.images = images
        for (index, part) in parts.enumerated() {
            if index > 0, Self.isApart(part, from: parts[index - 1]) { append(StyledText()) }
            if case .button = part {
                // Buttons that follow each other are laid out together, with the first of them.
                if index == 0 || !parts[index - 1].isButton {
                    append(parts[index...].prefix { $0.isButton }.compactMap(\.button))
                }
            } else {
                append(part)
            }
        }
    }

    /// Labels belong together, as buttons do; everything else stands by itself.
    private static func isApart(_ part: Part, from previous: Part) -> Bool {
        switch (previous, part) {
        case (.label, .label(let label)): label.style == .heading
        case (.button, .button), (.label, .list): false
        default: true
        }
    }

    mutating func append(_ text: StyledText, accessory: StyledText = StyledText()) {
        // When there is no room for both, each has half of the line.
        let accessory = accessory.truncated(to: max(room / 2, room - text.cells - 2))
        let gap = accessory.isEmpty ? 0 : accessory.cells + 2
        lines.append(Line(text: text.truncated(to: max(room - gap, 0)), accessory: accessory))
    }

    /// Appends lines that are selected as one.
    mutating func choose(_ kind: Choice.ID.Kind, _ name: String, lines body: (inout Content) -> Void) {
        let start = lines.count
        body(&self)
        add(kind, name, lines: start..<lines.count)
    }

    mutating func add(_ kind: Choice.ID.Kind, _ name: String, lines: Range<Int>, columns: Range<Int>? = nil) {
        let id = Choice.ID(kind: kind, name: name, occurrence: nextOccurrence(of: "\(kind) \(name)"))
        choices.append(Choice(id: id, lines: lines, columns: columns))
    }

    /// Whether other choices stand beside this one.
    package func isInRow(_ choice: Choice) -> Bool {
        choices.contains { $0.lines == choice.lines && $0.columns != choice.columns }
    }

    /// Counts things with the same name.
    mutating func nextOccurrence(of name: String) -> Int {
        defer { occurrences[name, default: 0] += 1 }
        return occurrences[name, default: 0]
    }
}

extension Part {
    var button: Button? { if case .button(let button) = self { button } else { nil } }
    fileprivate var isButton: Bool { button != nil }
}
