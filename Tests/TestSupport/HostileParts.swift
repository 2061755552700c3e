package import ViewMessages

/// Every kind of part, with the same text in each of its members that are shown. Names and ids, which are not shown, are
/// one letter.
package enum HostileParts {
    package static func parts(_ evil: String) -> [Part] {
        let marks = [Mark(evil, .danger), Mark(evil, .accent)]
        let button = Button(control: "c", title: evil, key: evil)
        let field = { (kind: FormField.Kind) in
            FormField(
                id: "f", label: evil, kind: kind, value: .text(evil), placeholder: evil, help: evil, error: evil,
                options: [.init(id: "o", title: evil)])
        }
        return [
            .form(
                Form(id: "f", heading: evil, fields: [.text, .secret, .number, .date, .path].map(field), submit: evil)),
            .label(Label(evil, style: .title, tone: .danger, marks: marks)),
            .text(Text(heading: evil, caption: evil, body: evil, fold: 1, tone: .warning, marks: marks)),
            .quote(Quote(text: evil, author: evil)), .button(button),
            .list(
                List(rows: [
                    Row(
                        id: "i", title: evil, symbol: evil, subtitle: evil, accessory: evil, tone: .success,
                        paint: [Paint(length: 1, style: evil), Paint(length: 1)])
                ])),
            .list(List(rows: [], empty: evil)),
            .gallery(Gallery(heading: evil, items: [.init(id: "i", caption: evil)])),
            .picture(Picture(caption: evil)),
            .facts(Facts(heading: evil, items: [.init(label: evil, value: evil, tone: .danger)])),
            .progress(Progress(label: evil, fraction: 0.5, caption: evil, tone: .danger)),
            .progress(Progress(label: evil)), .tabs(Tabs(items: [button, button], selected: "c")),
            .table(
                Table(
                    columns: [
                        Column(id: "c", title: evil, isSortable: true), Column(id: "d", title: evil, alignment: .end),
                    ],
                    rows: [
                        TableRow(id: "i", cells: [TableCell(evil, tone: .danger), TableCell(evil)], tone: .warning)
                    ],
                    sort: Sort(column: "d"))),
            .table(Table(columns: [], rows: [], empty: evil)),
            .unknown(UnknownPart(kind: evil)), .unknown(UnknownPart(kind: "k", fallback: evil)),
            .tree(
                Tree(rows: [
                    TreeRow(
                        id: "i", title: evil, depth: 1, isExpanded: true, symbol: evil, accessory: evil, tone: .danger)
                ])), .tree(Tree(rows: [], empty: evil)),
        ]
            + [Chart.Kind.spark, .bar, .line, .other].map { kind in
                .chart(
                    Chart(
                        kind, points: [.init(1, label: evil, caption: evil)], alternative: evil, heading: evil,
                        caption: evil))
            }
    }

    /// Has a screen to itself.
    package static func pager(_ evil: String) -> Part {
        .pager(Pager(position: 1, count: 2, page: Picture(caption: evil)))
    }
}
