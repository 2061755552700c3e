import Markdown
import TestSupport
import Testing
import ViewMessages

@testable import ScreenModel
@testable import WebView

/// Text of strangers stays text, wherever it stands.
@Suite struct MarkupTests {
    static let attacks = [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onmouseover='alert(1)",
        "</title><svg onload=alert(1)>",
        "javascript:alert(1)", "JaVaScRiPt:alert(1)", "data:text/html,<script>alert(1)</script>",
        "&lt;b&gt;&#60;i&#62;&quot;",
        "]]><!--", "</textarea></form><form action=//evil.example>", "</style><style>*{display:none}</style>",
        "http://a.example/\"onclick=\"alert(1)", "https://a.example/<b>", "\u{202E}gnp.exe", "\u{1B}[31m\u{0}\u{9B}",
        "vbscript:x", "//evil.example/", "a\u{2028}b",
    ]

    private static func page(_ screen: Screen) -> HTMLMarkup {
        WebPage(TestedView(screen).state, formKey: "k").document
    }

    private static func screens(_ text: String) -> [Screen] {
        let button = Button(control: text, title: text, key: "x")
        let key = ScreenKey(control: text, title: text, character: "k", isForRow: true)
        var plain = Screen(
            title: text, prompt: Prompt(placeholder: text, text: text), activity: text, parts: HostileParts.parts(text),
            hasMore: true, keys: [key], notice: ScreenNotice(id: text, text: text),
            preview: [.label(Label(text, style: .title))], reportsHighlight: true,
            head: [.progress(Progress(label: text, caption: text))])
        plain.parts.append(.list(List(rows: [Row(id: text, title: text, keys: [text])], isMultiple: true)))
        plain.parts.append(
            .form(
                Form(
                    id: text,
                    fields: [FormField.Kind.multiline, .choice, .choices, .toggle].map {
                        FormField(
                            id: text, label: text, kind: $0, help: text, error: text, isLive: true,
                            options: [.init(id: text, title: text)])
                    })))
        var alerting = plain
        alerting.alert = Alert(title: text, message: text, buttons: [button], isFailure: true)
        let pager = Screen(title: text, parts: [HostileParts.pager(text)])
        return [plain, alerting, pager]
    }

    @Test(arguments: attacks) func textChangesNoMarkup(_ attack: String) throws {
        // A link is one element more, and a message has an element for each line.
        let harmless =
            PageAddress.link(attack) != nil
            ? "https://pages.example/" : attack.contains("\u{2028}") ? "a\nb" : "harmless"
        for (hostile, plain) in zip(Self.screens(attack), Self.screens(harmless)) {
            let tokens = try require(MarkupTokens(Self.page(hostile).source))
            let isSame = try tokens.shape == require(MarkupTokens(Self.page(plain).source)).shape
            #expect(isSame)
        }
    }

    /// What is typed to filter and to find comes back to every page.
    @Test(arguments: attacks) func typedTextChangesNoMarkup(_ attack: String) throws {
        func tokens(_ text: String) throws -> MarkupTokens {
            let state = TestedView(Screen(title: "T", parts: [.list(List(rows: [Row(id: "a", title: "Q")]))]))
            expect(state.post(.changeFilter, [("value", text)]), equals: [])
            expect(state.post(.changePalette, [("value", text)]), equals: [])
            return try require(MarkupTokens(state.page))
        }
        let isSame = try tokens(attack).shape == tokens("nothing").shape
        #expect(isSame)
    }

    @Test(arguments: attacks) func markdownHasNoOtherElements(_ attack: String) throws {
        let bodies = [
            attack, "[\(attack)](\(attack))", "![x](\(attack))", "<\(attack)>", "```\n\(attack)\n```",
            "| a |\n|-|\n| \(attack) |",
        ]
        for body in bodies {
            let screen = Screen(title: "T", parts: [.text(Text(body: body, format: .markdown))])
            let tokens = try require(MarkupTokens(Self.page(screen).source))
            for tag in tokens.tags {
                expect(tag.name.hasPrefix("/") || tag.name == "!doctype" || Element(rawValue: tag.name) != nil)
                #expect(
                    !tag.attributes.contains { $0.name.hasPrefix("on") || $0.name == "style" || $0.name == "srcdoc" })
                for attribute in tag.attributes where ["href", "src", "action"].contains(attribute.name) {
                    #expect(Self.isSafe(attribute.value ?? ""))
                }
            }
        }
    }

    /// A README of brackets froze the page for every request.
    @Test(arguments: ["![[]()", "a<?", "[", "a\n-|-\n"]) func costlyMarkdownIsParsedOnce(_ pattern: String) {
        let count = (MarkdownText.limit - 4) / pattern.utf8.count
        let body = String(repeating: pattern, count: count) + "page"
        let screen = Screen(title: "T", parts: [.text(Text(body: body, format: .markdown))])
        let memory = MarkdownMemory()
        MarkdownMemory.$shared.withValue(memory) {
            expect(!Self.page(screen).source.isEmpty && !Self.page(screen).source.isEmpty && screen.links == [])
        }
        expect(memory.parses == 1 && memory.uses(of: body).map { $0 >= 2 } == true)
    }

    /// Own paths, and pages elsewhere.
    private static func isSafe(_ address: String) -> Bool {
        address == "act" || address == "./"
            || ["./?", "script.js?", "style.css?", "icon.svg?", "picture/"].contains { address.hasPrefix($0) }
            || ["http://", "https://", "mailto:"].contains { address.lowercased().hasPrefix($0) }
    }

    @Test(arguments: [
        ("https://pages.example/a", true), ("mailto:a@pages.example", true), ("javascript:alert(1)", false),
        (" https://pages.example", false), ("data:text/html,x", false), ("//pages.example", false), ("/act", false),
        ("https://pages.example/ä", false), ("java\tscript:x", false),
    ]) func onlyPagesAreLinks(_ address: String, _ isLink: Bool) {
        expect((PageAddress.link(address) != nil), equals: isLink)
    }

    @Test func picturesHaveKeysOfLettersAndDigits() {
        expect(PageAddress.picture("a1\"/../x?<").text, equals: "picture/a1x")
    }

    @Test func valuesOfActionsAreOneWord() {
        for attack in Self.attacks {
            let value = ActionValue.press(attack, row: attack).text
            #expect(value.utf8.allSatisfy { 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "<") })
            expect(PageAction(FormFields([("do", value)])), equals: .press(control: attack, row: attack))
        }
    }
}
