import Languages
import JSON
import SafeText
import TerminalText
import ViewMessages

/// A call of the program: the arguments after its own, and its input.
struct ProgramCall: JSONCodable, Equatable, Sendable {
    /// The user action, such as `search TEXT`; empty for the first screen.
    var words: [String] = []
    /// The program's input: the values of a form. It is not stored anywhere else, because it may contain secrets.
    var input: [UInt8]?
    /// The command that runs in place of the program, to read rows again.
    var command: [String]?
    /// The context of this call, which no snapshot contains.
    var context = CallContext()

    init(_ words: [String] = [], input: [UInt8]? = nil) {
        self.words = words
        self.input = input
    }

    var verb: String? { words.first }

    /// The rows among the arguments.
    var rows: [String] {
        switch verb {
        case "select", "highlight": Array(words.dropFirst())
        case "press": Array(words.dropFirst(2))
        default: []
        }
    }

    /// True if it may have side effects, so that it is never repeated.
    var hasEffects: Bool { verb == "press" || verb == "submit" }

    init(from reader: inout JSONReader) throws(JSONError) { words = try reader.read([String].self) }

    func write(to writer: inout JSONWriter) { writer.write(words) }
}

/// The meaning of a complete call's output.
enum CallAnswer: Equatable {
    case screen(ProgramScreen)
    /// A URL to open in the browser.
    case open(String)
    /// Closes the screen.
    case back(notice: String?)
    case request(ProgramRequest, notice: String?)
    /// A message about what the program did.
    case notice(String)
    case nothing
    /// The reason why the output cannot be shown.
    case mistake(String)

    /// The most bytes of a text; the rest is not shown.
    private static let longestText = 256 << 10
    /// The most characters of a notice.
    private static let longestNotice = 200

    /// - Parameters:
    ///   - output: all of it; it is consumed.
    ///   - page: the one that the call belongs to.
    ///   - title: the title of a screen without one.
    init(
        _ output: inout ProgramOutput, to call: ProgramCall, on page: AppPage, title: String, _ words: Words
    ) {
        guard output.format == .json else {
            self = Self.answer(to: call, text: output.takeAll(), on: page, title: title, words)
            return
        }
        guard let value = output.takeValue(), output.isBlank else {
            self = .mistake(words["The output is not complete JSON."])
            return
        }
        let query = call.verb == "search" ? call.words.dropFirst().first ?? "" : call.verb == "select" ? "" : page.query
        let reader = AnswerReader(
            title: Self.title(of: call, on: page) ?? page.content.screen.title, query: query, words)
        do throws(AnswerReader.Mistake) {
            switch try reader.read(value) {
            case .screen(let screen): self = .screen(screen)
            case .open(let address): self = .open(address)
            case .back(let notice): self = .back(notice: notice.map { String($0.prefix(Self.longestNotice)) })
            case .request(let request, let notice):
                guard ["select", "press", "submit"].contains(call.verb) else {
                    self = .mistake(words["Only the reply to select, press or submit can copy or run something."])
                    return
                }
                self = .request(request, notice: notice.map { String($0.prefix(Self.longestNotice)) })
            }
        } catch {
            self = .mistake(words("The output cannot be shown: %.", "\(error)"))
        }
    }

    /// The title of the selected row becomes the title of the detail screen.
    private static func title(of call: ProgramCall, on page: AppPage) -> String? {
        guard call.verb == "select", let row = call.words.dropFirst().first else { return nil }
        return page.title(ofRow: row) ?? row
    }

    private static func answer(
        to call: ProgramCall, text: [UInt8], on page: AppPage, title: String, _ words: Words
    ) -> CallAnswer {
        guard !text.allSatisfy({ $0 <= 0x20 }) else { return .nothing }
        let cut = text.count > longestText ? words("the first % KiB", "\(longestText >> 10)") : nil
        let plain = TerminalSequences.removed(from: text.prefix(longestText))
        let shown = StrippedText.strip(String(decoding: plain, as: UTF8.self), newline: "\n", tab: "\t")
        let body = shown + (cut.map { "\n… (\($0))" } ?? "")
        switch call.verb {
        case "press", "submit":
            return .notice(body.split(separator: "\n").first.map { String($0.prefix(longestNotice)) } ?? "")
        case "search", "sort":
            var lines = plain.split(separator: 0x0A)
            // The last one may be half a row.
            if cut != nil { lines.removeLast() }
            var screen = page.content.screen
            screen.parts = [.list(List(rows: lines.map(row), empty: words["Nothing found"]))]
            screen.notice = cut.map { ScreenNotice(id: "", text: "… (\($0))", tone: .warning) }
            return .screen(ProgramScreen(screen: screen))
        default:
            let screen = Screen(title: Self.title(of: call, on: page) ?? title, parts: [.text(Text(body: body))])
            return .screen(ProgramScreen(screen: screen))
        }
    }

    /// The program gets the line as it is, but without what is only for a terminal, and without the end of a line of Windows.
    private static func row(_ line: ArraySlice<UInt8>) -> Row {
        let line = line.last == 0x0D ? line.dropLast() : line
        return Row(
            id: String(decoding: line, as: UTF8.self), title: Sanitizer.row(String(decoding: line, as: UTF8.self)))
    }
}
