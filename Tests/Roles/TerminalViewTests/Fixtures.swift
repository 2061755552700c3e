import Foundation
import RouterMessages
import ScreenModel
import TerminalText
import TerminalView
import TestSupport
import Testing
import ViewMessages
import Wire

/// Screens for the tests.
enum Fixture {
    static let rows = [
        Row(id: "1", title: "Humway: Music Discovery", subtitle: "Plume", accessory: "★★★★★ 4.8 (3,201,552)"),
        Row(id: "2", title: "音楽プレーヤー", subtitle: "株式会社オンガク", accessory: "★★★★☆ 4.1 (823)"),
        Row(id: "3", title: "Family 👨‍👩‍👧‍👦 Songs", subtitle: "Kids & Co"),
        Row(id: "4", title: "A very long name that goes on and on, beyond what any terminal has room for on one line"),
    ]

    static let stamp = EventStamp(source: "view", run: "1")
    static let numberedList = list(numbered(1...30))
    static let empty = Screen(title: "App Store", prompt: Prompt(placeholder: "Search the App Store"))
    static let found = list(rows)
    static let failed: Screen = {
        var screen = found
        screen.alert = Alert(
            title: "The search failed", message: "The server asked to slow down.\nTry again in a minute.",
            buttons: [Button(control: "retry", title: "Retry", key: "r"), Button(control: "dismiss", title: "OK")])
        return screen
    }()
    /// An alert with a destructive button.
    static let asked: Screen = {
        var screen = found
        screen.alert = Alert(
            title: "Delete?", message: "It cannot be brought back.",
            buttons: [
                Button(control: "delete", title: "Delete", role: .destructive),
                Button(control: "keep", title: "Keep", role: .cancel), Button(control: "help", title: "Help", key: "x"),
            ])
        return screen
    }()
    /// Two rows have the same title, and one a number for it.
    static let tasks = Screen(
        title: "Tasks",
        parts: [
            .list(
                List(
                    rows: [("m", "Buy milk"), ("c1", "Call"), ("c2", "Call"), ("1", "Pay rent"), ("5", "4")].map {
                        Row(id: $0.0, title: $0.1)
                    }, isMultiple: true))
        ],
        keys: [
            ScreenKey(control: "delete", title: "Delete", character: "x", isForRow: true),
            ScreenKey(control: "all", title: "Delete all", isForRow: true),
            ScreenKey(control: "wipe", title: "Wipe", isForRow: true, confirm: Confirmation(title: "Wipe?")),
        ])
    static let details = Screen(
        title: "Humway",
        parts: [
            .label(Label("Humway: Music Discovery", style: .title)), .label(Label("Plume", style: .subtitle)),
            .label(Label("Free · Music", style: .caption)),
            .button(Button(control: "open", title: "Open in App Store", key: "o")),
            .text(
                Text(
                    heading: "What's New", caption: "Version 18.2 · 3 Jan 2026",
                    body: "Bug fixes and improvements, as ever, and some more of them than the last time.")),
            .text(Text(heading: "Description", body: (1...30).map { "Line \($0)." }.joined(separator: "\n"))),
            .gallery(
                Gallery(
                    heading: "Screenshots",
                    items: [.init(id: "s1", caption: "iPhone 1"), .init(id: "s2", caption: "iPad 1")])),
        ])

    /// A PNG of 8×8 pixels, its left half red, its right half blue.
    static let image =
        "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAFElEQVR42mP4z8AAR0jM/wxDSwIA6TA/wcg4RrMAAAAASUVORK5CYII="

    static let trafficLight = Screen(
        title: "Traffic light",
        parts: [
            .label(Label("Press a colour", style: .title)), .button(Button(control: "red", title: "Red", key: "r")),
            .button(Button(control: "yellow", title: "Yellow", key: "y")),
            .button(Button(control: "green", title: "Green", key: "g")),
        ])

    /// Two long texts, folded after that many lines.
    static func folded(_ lines: Int = 3) -> Screen {
        func text(_ heading: String) -> Part {
            .text(
                Text(
                    heading: heading, body: (1...12).map { "\(heading) line \($0)." }.joined(separator: "\n"),
                    fold: lines))
        }
        return Screen(title: "Texts", parts: [text("News"), text("Description")])
    }

    static func pager(_ position: Int, of count: Int = 5, image: String? = nil) -> Screen {
        let page = Picture(caption: "iPhone \(position)", image: image)
        return Screen(
            title: "Screenshots", parts: [.pager(Pager(position: position, count: count, page: page))])
    }

    static func song(image: String?) -> Screen {
        Screen(
            title: "Song",
            parts: [.picture(Picture(caption: "The cover", image: image)), .label(Label("A song", style: .title))])
    }

    static func list(_ rows: [Row], text: String = "music", activity: String? = nil, hasMore: Bool? = nil) -> Screen {
        Screen(
            title: "App Store", prompt: Prompt(placeholder: "Search the App Store", text: text), activity: activity,
            parts: [.list(List(rows: rows, empty: "No results"))], hasMore: hasMore)
    }

    static func numbered(_ numbers: ClosedRange<Int>) -> [Row] {
        numbers.map { Row(id: "\($0)", title: "App \($0)", subtitle: "Company \($0)") }
    }

    static func show(_ screen: Screen, _ scene: String = "apps-1", answering id: String? = nil) -> Event {
        var event = Event(ViewInput.Show.type, ViewInput.Show(screen: screen), subject: scene)
        event.correlationID = id
        return event
    }

    static func navigate(
        _ scenes: String..., presentation: Presentation? = nil, answering id: String? = nil
    ) -> Event {
        var stack = scenes.map { Scene(scene: $0, name: $0) }
        if !stack.isEmpty { stack[stack.count - 1].presentation = presentation }
        var event = Event(RouterOutput.DidNavigate.type, RouterOutput.DidNavigate(stack: stack))
        event.correlationID = id
        return event
    }
}

extension ViewState {
    /// A view with that scene on screen.
    static func showing(_ screen: Screen, columns: Int = 80, rows: Int = 24) throws -> ViewState {
        var state = ViewState(
            stamp: Fixture.stamp, size: Size(columns: columns, rows: rows))
        try state.receive(Fixture.navigate("apps-1"))
        try state.receive(Fixture.show(screen))
        return state
    }

    @discardableResult
    mutating func handle(all keys: [Key]) -> [KeyEffect] { keys.flatMap { handle($0) } }

    /// The visible screen.
    var lines: [String] { Layout.frame(of: self).buffer.text }

    /// Where a text stands, or the second cell of it.
    func position(of text: String) throws -> Position {
        let lines = lines
        let row = try require(lines.firstIndex { $0.contains(text) }, "\(text)")
        let range = try require(lines[row].range(of: text))
        return Position(row: row, column: CellWidth.of(String(lines[row][..<range.lowerBound])) + 1)
    }

    @discardableResult
    mutating func click(_ text: String, clicks: Int = 1) throws -> [KeyEffect] {
        click(try position(of: text), clicks: clicks)
    }

    mutating func click(_ position: Position, clicks: Int = 1) -> [KeyEffect] {
        _ = draw(on: CellBuffer(size))
        return handle(all: [
            .mouse(MouseEvent(.press, at: position, clicks: clicks)),
            .mouse(MouseEvent(.release, at: position, clicks: clicks)),
        ])
    }

    /// The selected item's name.
    var selected: String? {
        guard let top else { return nil }
        return top.viewport.selected(in: top.content(width: size.columns))?.id.name
    }
}

extension [KeyEffect] {
    /// The event sent, in short: `didSelect {"row":"1"} @apps-1`.
    var sent: [String] {
        compactMap { effect in
            guard case .send(let event) = effect else { return nil }
            let name = event.type.split(separator: ".").last ?? ""
            return "\(name) \(String(decoding: event.data, as: UTF8.self)) @\(event.subject ?? "")"
        }
    }
}

extension CellBuffer {
    /// As a user sees it: what a style is for is not written, nor what does not show on a blank.
    var withoutLooks: CellBuffer {
        var copy = self
        for row in 0..<size.rows {
            for column in 0..<size.columns {
                let isBlank = copy[row, column].character == " " && !copy[row, column].isContinuation
                let style = copy[row, column].style
                copy[row, column].style = isBlank ? style.onBlank : style.withoutLook
            }
        }
        return copy
    }
}

extension CellStyle {
    /// What is seen of it on a blank.
    var onBlank: CellStyle {
        var seen = CellStyle(isReversed: isReversed, isUnderlined: isUnderlined, background: background)
        if isReversed { (seen.isDim, seen.color) = (isDim, color) }
        seen.isUnderlinedWithoutColor = isUnderlinedWithoutColor
        return seen
    }

    var withoutLook: CellStyle {
        var copy = self
        copy.look = nil
        return copy
    }
}
