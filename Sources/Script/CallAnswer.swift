import SafeText
import ViewMessages

/// What a whole call has printed, as it is to be shown.
enum CallAnswer: Equatable {
    case screen(ScriptScreen)
    /// A page in the browser.
    case open(String)
    /// A word about what was done.
    case notice(String)
    case nothing
    /// Nothing that can be shown, and why.
    case mistake(String)

    /// Bytes of a text. What follows is not shown.
    private static let longestText = 256 << 10
    /// Characters of a notice.
    private static let longestNotice = 200

    /// - Parameters:
    ///   - output: all of it; what is read is taken.
    ///   - page: where the call was made.
    ///   - title: what a screen is called that nobody has named.
    init(_ output: inout ScriptOutput, to call: ScriptCall, on page: Page, title: String) {
        guard output.format == .json else {
            self = Self.answer(to: call, text: output.takeAll(), on: page, title: title)
            return
        }
        guard let value = output.takeValue(), output.isBlank else {
            self = .mistake("What it prints is no whole JSON.")
            return
        }
        let query = call.verb == "search" ? call.words.dropFirst().first ?? "" : call.verb == "select" ? "" : page.query
        var reader = AnswerReader(title: Self.title(of: call, on: page) ?? page.content.screen.title, query: query)
        do throws(AnswerReader.Mistake) {
            switch try reader.read(value) {
            case .screen(let screen): self = .screen(screen)
            case .open(let address): self = .open(address)
            }
        } catch {
            self = .mistake("What it prints cannot be shown: \(error).")
        }
    }

    /// What was selected gives a page its name.
    private static func title(of call: ScriptCall, on page: Page) -> String? {
        guard call.verb == "select", let row = call.words.dropFirst().first else { return nil }
        return page.title(ofRow: row) ?? row
    }

    private static func answer(to call: ScriptCall, text: [UInt8], on page: Page, title: String) -> CallAnswer {
        guard !text.allSatisfy({ $0 <= 0x20 }) else { return .nothing }
        let shown = String(decoding: ColorSequences.removed(from: text.prefix(longestText)), as: UTF8.self)
        let body =
            StrippedText.strip(shown, newline: "\n", tab: "    ")
            + (text.count > longestText ? "\n… (the first \(longestText >> 10) KiB)" : "")
        switch call.verb {
        case "press", "submit":
            return .notice(body.split(separator: "\n").first.map { String($0.prefix(longestNotice)) } ?? "")
        case "search", "sort":
            var screen = page.content.screen
            let rows = body.split(separator: "\n").map { Row(id: String($0), title: String($0)) }
            screen.parts = [.list(List(rows: rows, empty: "Nothing found"))]
            return .screen(ScriptScreen(screen: screen))
        default:
            let screen = Screen(title: Self.title(of: call, on: page) ?? title, parts: [.text(Text(body: body))])
            return .screen(ScriptScreen(screen: screen))
        }
    }
}
