import ViewMessages

extension Part {
    /// The list of all kinds.
    func write(to page: inout PageWriter) {
        switch self {
        case .label(let label): LabelMarkup(label: label).write(to: &page)
        case .text(let text): TextMarkup(text: text).write(to: &page)
        case .button(let button): page.button(button, class: nil, go: button.isSelectable ?? true)
        case .list(let list): ListMarkup(list: list).write(to: &page)
        case .gallery(let gallery): GalleryMarkup(gallery: gallery).write(to: &page)
        case .pager(let pager): PagerMarkup(pager: pager).write(to: &page)
        case .form(let form): FormMarkup(form: form).write(to: &page)
        case .picture(let picture): PictureMarkup(picture: picture).write(to: &page)
        case .facts(let facts): FactsMarkup(facts: facts).write(to: &page)
        case .progress(let progress): ProgressMarkup(progress: progress).write(to: &page)
        case .chart(let chart): ChartMarkup(chart: chart).write(to: &page)
        case .tabs(let tabs): TabsMarkup(tabs: tabs).write(to: &page)
        case .table(let table): TableMarkup(table: table, rowKeys: page.rowKeys).write(to: &page)
        case .tree(let tree): TreeMarkup(tree: tree).write(to: &page)
        case .unknown(let part): UnknownPartMarkup(part: part).write(to: &page)
        }
    }
}

/// The place of a part of a kind that this view does not have.
struct UnknownPartMarkup {
    let part: UnknownPart

    func write(to page: inout PageWriter) {
        page.element(
            .p, .class("text", "caption"), .autoDirection,
            text: part.fallback ?? "This view cannot show “\(part.kind ?? "")”")
    }
}
