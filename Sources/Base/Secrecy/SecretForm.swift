/// The one table of forms that secrets have in texts: how each begins, the rule that finds it, and examples. The tests are
/// made from it: they look for each example in several surroundings, and repeat each beginning thousands of times.
///
/// Names are in ``SecretName``, prefixes in ``KnownToken``, and forms of JSON in ``NamedValues``.
package struct SecretForm: Sendable {
    /// What is at the place from which the rule looks.
    enum Trigger: Sendable {
        case byte(StaticString)
        /// In lower case, at the beginning of a word.
        case words([StaticString])
        case beginningOfLine
        /// The beginning of any of ``KnownToken``.
        case token
    }

    typealias Rule = @Sendable (inout TextReader, Int) -> Range<Int>?

    package let name: String
    let trigger: Trigger
    /// `«…»` is the secret; the tests replace `§` with one.
    package let examples: [String]
    /// Texts that resemble it and have no secret.
    package let negatives: [String]
    let rule: Rule

    init(
        _ name: String, at trigger: Trigger, _ examples: [String], not negatives: [String] = [], rule: @escaping Rule
    ) {
        self.name = name
        self.trigger = trigger
        self.examples = examples
        self.negatives = negatives
        self.rule = rule
    }

    package static let all = assignments + headers + addresses + commands + markup + files + tokens

    // MARK: - By trigger

    static let byByte: [[Rule]] = (0...255).map { byte in
        all.compactMap { form in
            guard case .byte(let bytes) = form.trigger, bytes.description.utf8.contains(UInt8(byte)) else { return nil }
            return form.rule
        }
    }

    static let ofLines: [Rule] = all.compactMap { form in
        guard case .beginningOfLine = form.trigger else { return nil }
        return form.rule
    }

    /// By their first two bytes.
    static let byWord: [Int: [(text: StaticString, rule: Rule)]] = {
        var words: [Int: [(text: StaticString, rule: Rule)]] = [:]
        for form in all {
            guard case .words(let texts) = form.trigger else { continue }
            for text in texts {
                let pair = Int(text.utf8Start[0]) << 8 | Int(text.utf8Start[1])
                words[pair, default: []].append((text, form.rule))
            }
        }
        return words
    }()
}
