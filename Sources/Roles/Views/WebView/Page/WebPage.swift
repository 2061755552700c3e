import Languages
import ScreenModel
import ViewMessages

/// The page that a browser shows: the screen that is on top, as a whole document or as the piece of it that changes.
package struct WebPage {
    private let state: WebState
    private let formKey: String

    /// The form that all buttons of a page belong to.
    static let form = "act"
    /// The element that changes.
    private static let view = "view"

    /// - Parameter formKey: shows that a form is one of this view's (``Credentials``).
    package init(_ state: WebState, formKey: String) {
        self.state = state
        self.formKey = formKey
    }

    /// Texts that only the script shows, in the order that it expects.
    private static let scriptWords = [
        "The connection is lost. Trying again…", "The connection is lost. Reload the page.",
        "That was not sent. Try again.", "The session has ended.",
        "Copied", "Press Ctrl-C to copy this:",
        "Nothing has come back for 10 seconds. Something between this page and its server may hold the answers back.",
        "This session is open in more windows than a browser can connect. Click here to go on in this one.",
    ]

    /// Advice on a screen that has only a search field.
    private static let firstWords = "Type what you look for and press Enter. “Keys” lists what else you can do."

    private var title: String { state.top?.screen.title ?? "Viperline" }

    package var document: HTMLMarkup {
        Self.document(title: title, in: state.language, hasScript: true) { html in
            html = writing(into: html)
            html.element(
                .p, .of(.id, "lost"), .of(.role, "alert"),
                .of(.dataWords, Self.scriptWords.map { Words(nil, state.language)[$0] }.joined(separator: "|")))
            // The notice of a copied text, or a field to copy from where the browser does not allow it.
            html.element(.div, .of(.id, "copied"), .of(.role, "status"), .flag(.hidden)) { html in
                html.element(.span)
                html.element(.textarea, .flag(.readonly), .of(.rows, "2"), .of(.spellcheck, "false"))
            }
        }
    }

    /// The element that changes from screen to screen.
    package var piece: HTMLMarkup { writing(into: HTMLMarkup()) }

    /// A page that leads on at once.
    /// - Parameter address: this page's own.
    static func leading(to address: String) -> HTMLMarkup {
        var html = HTMLMarkup()
        html.documentType()
        html.element(.html, .of(.lang, "en")) { html in
            html.element(.head) { html in
                html.element(.meta, .of(.charset, "utf-8"))
                html.element(.title, text: "Viperline")
                html.element(.meta, .of(.httpEquiv, "refresh"), .of(.content, "0;url=\(address)"))
            }
            html.element(.body)
        }
        return html
    }

    /// A page without a screen: the reason, and what to do.
    package static func message(_ title: String, _ text: String) -> HTMLMarkup {
        document(title: title, in: .english, hasScript: false) { html in
            html.element(.main, .class("message")) { html in
                html.element(.h1, text: title)
                html.element(.p, text: text)
            }
        }
    }

    private static func document(
        title: String, in language: Language, hasScript: Bool, body: (inout HTMLMarkup) -> Void
    ) -> HTMLMarkup {
        var html = HTMLMarkup()
        html.documentType()
        html.element(.html, .of(.lang, language.rawValue)) { html in
            html.element(.head) { html in
                html.element(.meta, .of(.charset, "utf-8"))
                html.element(
                    .meta, .of(.name, "viewport"), .of(.content, "width=device-width, initial-scale=1"))
                html.element(.meta, .of(.name, "color-scheme"), .of(.content, "light dark"))
                html.element(.title, text: title)
                html.element(.link, .of(.rel, "stylesheet"), .address(.href, .style))
                html.element(.link, .of(.rel, "icon"), .address(.href, .icon))
                if hasScript { html.element(.script, .of(.type, "module"), .address(.src, .script)) }
            }
            html.element(.body, content: body)
        }
        return html
    }

    // MARK: The piece that changes

    private func writing(into html: HTMLMarkup) -> HTMLMarkup {
        guard let scene = state.top, let id = state.topID else {
            var html = html
            html.element(.div, .of(.id, Self.view), .of(.dataTitle, "Viperline"), .of(.dataScene, "")) { html in
                html.element(.main) { html in
                    html.element(.h1, text: "Viperline")
                    html.element(
                        .p, .of(.role, "status"), .class("activity"), text: Words(nil, state.language)["Starting…"])
                }
            }
            return html
        }
        var page = PageWriter(scene, id: id, formKey: formKey, into: html)
        let screen = scene.shown
        let front = front(of: screen, words: page.words)
        let place =
            "\(id) \(scene.arrivals) \(state.vainReturns) \(front?.alert.title ?? "") \(front?.alert.message ?? "")"
        page.element(
            .div, .of(.id, Self.view), .of(.dataScene, id), .of(.dataTitle, screen.title),
            .of(.dataPlace, Attribute.hash(place)),
            .of(.dataWay, SceneAddress.way(state.stack).joined(separator: " ")),
            .flag(.size, if: screen.reportsSize == true), .flag(.rest, if: screen.reportsHighlight == true),
            .flag(.waits, if: !state.isSettled), .flag(.changed, if: scene.changedForm != nil)
        ) { page in
            page.element(.div, .of(.id, "page"), .flag(.inert, if: front != nil)) { page in
                page.element(.form, .of(.id, Self.form), .of(.method, "post"), .address(.action, .action)) { page in
                    page.element(.input, .of(.type, "hidden"), .of(.name, "scene"), .of(.value, id))
                    page.element(.input, .of(.type, "hidden"), .of(.name, "key"), .of(.value, formKey))
                }
                header(of: screen, in: &page)
                main(of: screen, in: &page)
                footer(of: screen, in: &page)
            }
            KeyHelp(screen: screen, state: state).write(to: &page)
            if let front {
                page.dialog(front.alert, isFailure: front.isFailure, close: front.close, form: front.form)
            }
        }
        return page.html
    }

    private func header(of screen: Screen, in page: inout PageWriter) {
        page.element(.header) { page in
            bar(of: screen, in: &page)
            if let prompt = screen.prompt { search(prompt, in: &page) }
        }
    }

    /// The piece of the header that stays in sight on a narrow page too.
    private func bar(of screen: Screen, in page: inout PageWriter) {
        page.element(.div, .class("bar")) { page in
            if !state.isAtRoot || screen.picksRows || screen.mayCancel == true {
                let word = page.words.title(screen.mayCancel == true ? "stop" : state.isModal ? "close" : "back")
                // The arrows turn the pages of a pager.
                let hasPager = screen.parts.contains { if case .pager = $0 { true } else { false } }
                let keys = ["Escape", "Backspace"] + (hasPager ? [] : ["ArrowLeft", "h"])
                page.button(.back, .class("back"), .keys(keys)) { page in
                    page.element(
                        .span, .of(.ariaHidden, "true"), text: state.isModal || screen.mayCancel == true ? "✕ " : "‹ ")
                    page.text(word)
                }
            }
            page.element(.div, .class("titles")) { page in
                let way = state.titles.dropLast()
                if !way.isEmpty {
                    page.element(.p, .class("way"), .autoDirection, text: way.joined(separator: " › "))
                }
                page.element(.h1, .of(.tabindex, "-1"), .autoDirection, text: screen.title)
            }
            page.element(.p, .of(.role, "status"), .class("activity", screen.activity == nil ? "idle" : nil)) { page in
                page.span(screen.activity)
                if screen.activity == nil { results(of: page.scene, in: &page) }
                opener(in: &page)
            }
        }
    }

    /// The results of a search, for users who do not see them: the place is there before, so that it is read aloud.
    private func results(of scene: WebScene, in page: inout PageWriter) {
        guard scene.received.prompt?.text.isEmpty == false else { return }
        let count = scene.screen.rowTexts.count
        let empty = scene.screen.parts.lazy.compactMap(\.emptyText).first
        page.element(
            .span, .class("vh"), .autoDirection,
            text: count == 0 ? empty ?? page.words("% rows", "0") : page.words("% rows", "\(count)"))
    }

    /// A link to the URL that the router leaves to the user. It stays in the header until the next action: no blocker
    /// of pop-ups is in its way, and it needs no script.
    private func opener(in page: inout PageWriter) {
        switch state.notice {
        case .opened(let url): page.opener(page.words.title("open"), url)
        case .playing(let url, nil): page.opener(page.words.title("play"), url)
        default: break
        }
    }

    private func search(_ prompt: Prompt, in page: inout PageWriter) {
        page.element(
            .form, .of(.role, "search"), .of(.method, "post"), .address(.action, .action), .of(.id, "search")
        ) { page in
            page.hidden(.search)
            page.element(
                .input, .of(.type, "search"), .of(.name, "query"), .of(.value, prompt.text), .autoDirection,
                .of(.placeholder, prompt.placeholder), .of(.ariaLabel, prompt.placeholder), .keys(["/"]),
                .of(.autocomplete, "off"), .of(.enterkeyhint, "search"), page.key("prompt", ""),
                .flag(
                    .autofocus,
                    if: page.scene.openField == nil
                        && (prompt.picksRows == true
                            || prompt.text.isEmpty && page.scene.screen.rowTexts.isEmpty
                                && !page.scene.screen.isEmptyWithKeys)
                ),
                prompt.isLive == true ? .of(.dataLive, ActionValue.changePrompt.text) : nil)
            page.element(.button, .class("primary")) { page in page.text(page.words.title("search")) }
        }
    }

    private func main(of screen: Screen, in page: inout PageWriter) {
        let hasPreview = screen.preview?.isEmpty == false
        page.element(.main, .class(hasPreview ? "beside" : nil)) { page in
            if let head = screen.head, !head.isEmpty {
                page.element(.section, .class("head"), .of(.ariaLabel, page.words["Overview"])) { $0.parts(head) }
            }
            page.element(.div, .class("parts", hasPreview || !screen.isToRead ? nil : "details")) { page in
                toolbar(of: screen, in: &page)
                if screen.awaitsSearch {
                    page.element(.p, .class("empty"), text: page.words[Self.firstWords])
                }
                page.parts(screen.parts)
                if screen.hasMore == true {
                    page.element(.p, .class("buttons")) { page in
                        page.button(.more, .flag(.end), .flag(.go)) { $0.text($0.words.title("more")) }
                    }
                }
            }
            if let preview = screen.preview, hasPreview {
                page.element(.aside, .of(.ariaLabel, page.words["Preview"]), .of(.tabindex, "0")) { page in
                    // The script closes and opens it.
                    page.element(
                        .button, .of(.id, "fold"), .of(.type, "button"), .class("quiet", "small"),
                        .of(.ariaLabel, page.words["Preview"]),
                        page.usualKey("v").flatMap { .keys([$0]) }
                    ) { page in
                        page.span(page.words["Preview"])
                        page.element(.kbd, .of(.ariaHidden, "true"), text: page.usualKey("v") ?? "⇕")
                    }
                    page.parts(preview)
                }
            }
        }
    }

    /// The actions on the screen, and the marks.
    private func toolbar(of screen: Screen, in page: inout PageWriter) {
        let keys = (screen.keys ?? []).filter { $0.isForRow != true && $0.isReported }
        let count = page.scene.marks.ids.count
        find(on: screen, in: &page)
        filter(of: page.scene, in: &page)
        rowCount(of: page.scene, in: &page)
        guard !keys.isEmpty || count > 0 else { return }
        page.element(.p, .class("toolbar")) { page in
            for key in keys {
                page.button(.press(key.control), .keys([key.pressing?.name])) { page in
                    page.span(key.title)
                    page.key(key.pressing?.text)
                }
            }
            if count > 0, screen.hasMarkableRows {
                page.button(.clearMarks, .keys(["Escape"])) { $0.text("\(count) \($0.words["marked"]) ✕") }
            }
        }
    }

    /// The filter field. With few rows it is not needed, so it stays hidden until its key is pressed.
    private func filter(of scene: WebScene, in page: inout PageWriter) {
        guard scene.screen.isFilterable, !scene.screen.picksRows else { return }
        let isSeen = !scene.filter.isEmpty || scene.screen.rowTexts.count > Self.fewRows
        page.element(
            .form, .of(.role, "search"), .of(.method, "post"), .address(.action, .action),
            .class("filter", isSeen ? nil : "shy"), page.key("filter", "")
        ) { page in
            page.hidden(.filter)
            page.element(
                .input, .of(.type, "search"), .of(.name, "value"), .of(.value, scene.filter), .autoDirection,
                .of(.placeholder, page.words.title("filter the rows")),
                .of(.ariaLabel, page.words["filter the rows"]), .keys(["f"]), .of(.autocomplete, "off"),
                .of(.dataLive, ActionValue.changeFilter.text), .of(.dataOnEnter, ActionValue.openFirst.text),
                .of(.dataOnEscape, ActionValue.clearFilter.text), page.key("filter field", ""))
            guard !scene.filter.isEmpty else { return }
            page.element(
                .span, .of(.role, "status"), text: "\(scene.shown.rowTexts.count)/\(scene.screen.rowTexts.count)")
            page.button(.clearFilter, .keys(["Escape"])) { $0.text($0.words.title("clear the filter")) }
        }
    }

    private static let fewRows = 20

    /// Writes the number of rows, unless the page shows it elsewhere.
    private func rowCount(of scene: WebScene, in page: inout PageWriter) {
        let count = scene.screen.rowTexts.count
        guard count > Self.fewRows, scene.filter.isEmpty, !scene.screen.showsPlaceOfRows else { return }
        page.element(.p, .class("count"), page.key("count", ""), text: page.words("% rows", "\(count)"))
    }

    /// A field for a text of the page, where `/` searches nothing else. The browser looks for it.
    private func find(on screen: Screen, in page: inout PageWriter) {
        guard screen.prompt == nil, !screen.parts.isEmpty else { return }
        let title = page.words["find a text"]
        page.element(
            .input, .of(.type, "search"), .of(.id, "find"), .class("shy"), .keys(["/"]), .of(.ariaLabel, title),
            .of(.placeholder, title), .of(.autocomplete, "off"))
    }

    private func footer(of screen: Screen, in page: inout PageWriter) {
        page.element(.footer) { page in
            page.element(.p, .of(.role, "status"), .class("notice")) { notice(in: &$0) }
            page.element(.p, .class("toolbar")) { page in
                page.element(.button, .of(.popoverTarget, "keys"), .keys(["?", ":"])) { page in
                    page.text(page.words.title("keys"))
                    page.element(.kbd, .of(.ariaHidden, "true"), text: "?")
                }
                page.element(.button, .of(.id, "dense"), .of(.type, "button"), .class("quiet")) { page in
                    page.text(page.words.title("compact rows"))
                }
                page.button(.quit, .class("quiet"), .keys(["q"])) { page in
                    page.text(page.words.title("quit"))
                    page.element(.kbd, .of(.ariaHidden, "true"), text: "q")
                }
            }
        }
    }

    private func notice(in page: inout PageWriter) {
        switch state.notice {
        case .playing(let url, let player?): note(page.words("Playing in %", player) + ":", address: url, in: &page)
        case .copied(let text): copied(text, in: &page)
        case .word(let text, let tone): note(text, tone: tone, in: &page)
        case .session(let text, _), .advice(let text): note(text, in: &page)
        case .opened, .playing, .failed, nil: break
        }
    }

    /// A text for the clipboard, which the user can also select. The page's script copies it where the browser allows that.
    private func copied(_ text: String, in page: inout PageWriter) {
        page.element(.span, page.key("notice", "copy \(text)")) { page in
            page.text(page.words["To copy"] + ": ")
            page.element(.code, .class("copy"), text: text)
            // The script shows the button: it has to be a click of the user.
            page.element(.button, .of(.type, "button"), .flag(.copies), .flag(.hidden), text: page.words["Copy"])
        }
    }

    /// Writes a note as an element of its own, because notes disappear separately.
    private func note(_ text: String, address: String? = nil, tone: Tone? = nil, in page: inout PageWriter) {
        page.element(.span, page.key("notice", "\(text) \(address ?? "")")) { page in
            page.span(text, tone: tone)
            guard let address else { return }
            page.text(" ")
            page.link(address)
        }
    }

    // MARK: In front of the screen

    private struct Front {
        var alert: Alert
        var isFailure = false
        var close: ActionValue?
        /// The form that the question is about.
        var form: String?
    }

    private func front(of screen: Screen, words: Words) -> Front? {
        if state.asksToQuit {
            let buttons = [
                Button(control: Confirming.yes, title: words.title("quit"), role: .destructive),
                Button(control: Confirming.no, title: words["Cancel"], role: .cancel),
            ]
            return Front(alert: Alert(title: "End the session?", message: "", buttons: buttons))
        }
        if case .failed(let failure) = state.notice {
            let text = failure.message + (failure.url.map { "\n\($0)" } ?? "")
            return Front(
                alert: Alert(title: failure.action, message: text, buttons: []), isFailure: true, close: .close)
        }
        return screen.alert.map {
            Front(
                alert: $0, isFailure: $0.isFailure == true, close: $0.buttons.isEmpty ? .back : nil,
                form: state.top?.shared.leaving?.form)
        }
    }
}
