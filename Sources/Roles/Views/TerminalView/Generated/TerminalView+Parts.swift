// Written by scripts/generate from the declarations of the kinds of parts.

import ViewMessages

extension Part {
    var view: any PartView {
        switch self {
        case .button(let button): ButtonView(button: button)
        case .chart(let chart): ChartView(chart: chart)
        case .facts(let facts): FactsView(facts: facts)
        case .form(let form): FormView(form: form)
        case .gallery(let gallery): GalleryView(gallery: gallery)
        case .label(let label): LabelView(label: label)
        case .list(let list): ListView(list: list)
        case .pager(let pager): PagerView(pager: pager)
        case .picture(let picture): PictureView(picture: picture)
        case .progress(let progress): ProgressView(progress: progress)
        case .quote(let quote): QuoteView(quote: quote)
        case .table(let table): TableView(table: table)
        case .tabs(let tabs): TabsView(tabs: tabs)
        case .text(let text): TextView(text: text)
        case .tree(let tree): TreeView(tree: tree)
        case .unknown(let part): UnknownPartView(part: part)
        }
    }
}
