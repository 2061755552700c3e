import ScreenModel
import ViewMessages

/// What is under way, and a bar.
struct ProgressMarkup {
    let progress: Progress

    func write(to page: inout PageWriter) {
        let id = page.nextID()
        page.element(.div, .class("progress", progress.tone?.className)) { page in
            page.element(.label, .of(.for, id)) { page in
                page.span(progress.label)
                page.span(progress.caption, "caption")
                page.word(of: progress.tone)
            }
            let percent = progress.fraction.map { Int($0 * 100) }
            page.element(
                .progress, .of(.id, id), .of(.max, "100"), .of(.value, ifPresent: percent.map(String.init)),
                text: percent.map { "\($0) %" } ?? "")
            if let percent { page.element(.span, .class("percent"), text: "\(percent) %") }
        }
    }
}
