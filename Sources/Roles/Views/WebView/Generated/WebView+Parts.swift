// Written by scripts/generate from the declarations of the kinds of parts.

import ViewMessages

extension Part {
    func write(to page: inout PageWriter) {
        switch self {
        case .button(let button): ButtonMarkup(button: button).write(to: &page)
        case .chart(let chart): ChartMarkup(chart: chart).write(to: &page)
        case .facts(let facts): FactsMarkup(facts: facts).write(to: &page)
        case .form(let form): FormMarkup(form: form).write(to: &page)
        case .gallery(let gallery): GalleryMarkup(gallery: gallery).write(to: &page)
        case .label(let label): LabelMarkup(label: label).write(to: &page)
        case .list(let list): ListMarkup(list: list).write(to: &page)
        case .pager(let pager): PagerMarkup(pager: pager).write(to: &page)
        case .picture(let picture): PictureMarkup(picture: picture).write(to: &page)
        case .progress(let progress): ProgressMarkup(progress: progress).write(to: &page)
        case .quote(let quote): QuoteMarkup(quote: quote).write(to: &page)
        case .table(let table): TableMarkup(table: table).write(to: &page)
        case .tabs(let tabs): TabsMarkup(tabs: tabs).write(to: &page)
        case .text(let text): TextMarkup(text: text).write(to: &page)
        case .tree(let tree): TreeMarkup(tree: tree).write(to: &page)
        case .unknown(let part): UnknownPartMarkup(part: part).write(to: &page)
        }
    }
}
