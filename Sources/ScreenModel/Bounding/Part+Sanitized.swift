package import ViewMessages

extension Part {
    /// The part with harmless texts and bounded numbers. Ids are never printed and stay as they are.
    package var sanitized: Part {
        switch self {
        case .label(let label): .label(label.sanitized)
        case .text(let text): .text(text.sanitized)
        case .button(let button): .button(button.sanitized)
        case .list(let list): .list(list.sanitized)
        case .gallery(let gallery): .gallery(gallery.sanitized)
        case .pager(let pager): .pager(pager.sanitized)
        case .form(let form): .form(form.sanitized)
        case .picture(let picture): .picture(picture.sanitized)
        case .facts(let facts): .facts(facts.sanitized)
        case .progress(let progress): .progress(progress.sanitized)
        case .chart(let chart): .chart(chart.sanitized)
        case .tabs(let tabs): .tabs(tabs.sanitized)
        case .table(let table): .table(table.sanitized)
        case .tree(let tree): .tree(tree.sanitized)
        case .unknown(let part): .unknown(part.sanitized)
        }
    }
}
