package import Formatting
package import Scenes
package import ViewMessages

/// Apps as rows, and the parts of an app's details, from top to bottom.
package enum AppLayout {
    /// The columns; the company goes first if there is too little room.
    private static let columns = [
        Column(id: "name", title: "Name", grows: true),
        Column(id: "company", title: "Company", grows: true, priority: 1),
        Column(id: "rating", title: "Rating", priority: 2),
    ]

    /// The results: a table, or a text instead.
    package static func results(_ apps: [AppRow], empty: String?, for reader: Reader) -> Part {
        guard !apps.isEmpty else { return .list(List(rows: [], empty: empty)) }
        return .table(Table(columns: columns.translated(for: reader), rows: apps.map(row)))
    }

    private static func row(_ app: AppRow) -> TableRow {
        TableRow(id: app.id, cells: [app.name, app.company, app.rating].map { TableCell($0 ?? "") })
    }

    /// The preview of an app: its details without buttons.
    package static func preview(_ app: AppText, for reader: Reader) -> [Part] {
        var app = app
        app.page = nil
        app.screenshots = []
        return parts(app, for: reader)
    }

    package static func parts(_ app: AppText, for reader: Reader) -> [Part] {
        header(app) + [app.news, app.description].compactMap(\.self).map(section) + gallery(app, reader)
    }

    /// A screenshot of several, over the whole screen.
    package static func page(_ shots: Screenshots, of count: Int, for reader: Reader) -> Part {
        let picture = Picture(caption: AppText.caption(of: shots, among: count, for: reader), image: shots.image)
        return .pager(Pager(position: shots.index + 1, count: count, page: picture))
    }

    package static func noScreenshots(for reader: Reader) -> Part {
        .text(Text(body: reader["There are no screenshots."]))
    }

    private static func header(_ app: AppText) -> [Part] {
        let lines: [Part?] = [
            .label(Label(app.name, style: .title)),
            app.company.map { .label(Label($0, style: .subtitle)) },
            .caption(app.rating),
            .caption(app.price),
            app.page.map { .button(Button(control: ControlName.open, title: $0, key: "o")) },
        ]
        return lines.compactMap(\.self)
    }

    private static func section(_ text: AppText.Section) -> Part {
        .text(Text(heading: text.heading, caption: text.caption, body: text.body, fold: Text.shortFold))
    }

    private static func gallery(_ app: AppText, _ reader: Reader) -> [Part] {
        guard !app.screenshots.isEmpty else { return [] }
        let items = app.screenshots.enumerated().map { Gallery.Item(id: Screenshots.id($0), caption: $1) }
        return [.gallery(Gallery(heading: reader["Screenshots"], items: items))]
    }
}
