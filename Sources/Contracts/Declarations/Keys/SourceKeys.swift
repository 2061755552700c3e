import Encodings
package import YAML

extension DeclarationReader.Key: FileKey {
    package static let section = PageSection("applications.md", "Applications in one file")

    package var summary: String {
        switch self {
        case .sources, .scenes: "an application in one file, without a program ([applications](applications.md))"
        }
    }

    package var shape: ValueShape {
        switch self {
        case .sources:
            .verbatim(
                .named(
                    NamedShape(
                        .keys(SourceReader.Key.self), pattern: ValueReader.namePattern,
                        count: 1...DeclarationReader.mostSources)))
        case .scenes:
            .verbatim(
                .named(
                    NamedShape(
                        .keys(SceneReader.Key.self), pattern: ValueReader.namePattern,
                        count: 1...DeclarationReader.mostScenes)))
        }
    }
}

extension SourceReader.Key: FileKey {
    static let section = PageSection("applications.md", "Sources")
    static let rules = [
        KeyRule.required([url.rawValue, answer.rawValue]),
        .without([rate.rawValue], forbidden: [keyRate.rawValue, burst.rawValue]),
    ]

    var summary: String {
        switch self {
        case .service: "the service's name in messages to the user; by default, the title of the first scene"
        case .url:
            """
            a URI template (RFC 6570) with `{x}`, `{+x}`, `{/x}`, `{?a,b}` and `{&a,b}`, and with `{&p=a}` for a \
            parameter with another name. It begins with `http://` or `https://` and the whole host, so that no value \
            can change the server. The fetcher percent-encodes values; `{+x}` keeps `/`, `?` and the like. It \
            refuses a value that makes a path segment `.` or `..`, because that would lead elsewhere on the server
            """
        case .base:
            "an environment variable; its URL, if any, replaces the scheme and the host of `url`"
        case .method: "GET, POST, PUT, PATCH or QUERY; by default POST if there is a body, else GET"
        case .headers:
            "strings by name; `${NAME}` is an environment variable. The fetcher omits headers whose variable is empty"
        case .variables:
            """
            more variables for the URL, such as `key: "${API_KEY}"`. jq expressions cannot use them
            """
        case .body: "a jq expression without input that makes the JSON body from the variables"
        case .answer:
            """
            a jq expression that turns a response into `{items, cursor, total}`, or just the list of items. `incomplete: true` means \
            that the server has ended a search early, `failed: TEXT` that the response is an error
            """
        case .id:
            """
            the form of an id, such as `owner/name of a repository`: an id has as many parts as the first word, each \
            of letters, digits, `.`, `_`, `~` and `-`. Such a source only looks up items
            """
        case .paging:
            """
            `page` (`{page}` from 1), `offset` (`{offset}` from 0), `cursor` (`{cursor}`, the `cursor` that `answer` returned) \
            or `link` (the Link header's `next`, on the same host). `{page: 0}` and `{offset: 1}` change the start; \
            with `{link: PARAMETER}`, `{page}` is that parameter of the Link header's `next`
            """
        case .limit: "the number of items in a batch, as `{limit}`"
        case .most: "the most items that a request may ask for; 1,000 by default"
        case .reach: "the most items that the server lists, even if `total` is greater"
        case .rate: "such as `10/s`, `30/m`, `100/h`"
        case .keyRate: "the rate if a variable of `headers` or `variables` has a value"
        case .burst: "the number of requests that may go at once after a pause; by default one"
        case .cache:
            "how long a response stays fresh, such as `10m`, `1h`, `1d`; by default, the server decides"
        case .failures: "the meaning of the server's refusals: see below"
        case .reason: "a jq expression that extracts the server's own words from the body of a refusal"
        }
    }

    var shape: ValueShape {
        switch self {
        case .url: .text(TextShape(pattern: SourceAddress.pattern, takesNumbers: false))
        case .method: .words(SourceReader.methods)
        case .headers:
            .named(
                NamedShape(
                    .text(TextShape(pattern: #"[^\u0000-\u0008\u000a-\u001f\u007f]*"#)), pattern: HeaderRule.pattern,
                    hasForeignNames: true))
        case .variables: .named(NamedShape(.text, excluding: SourceDeclaration.requestVariables))
        case .body, .answer, .reason: .program
        case .service, .id: .line
        case .base: .text(TextShape(pattern: "[A-Za-z_][A-Za-z0-9_]*"))
        case .failures:
            .named(
                NamedShape(
                    .keys(SourceReader.FailureKey.self),
                    pattern: RefusalsDeclaration.Kind.allCases.map(\.rawValue).joined(separator: "|")))
        case .paging: .either([.words(SourceReader.pagings), .keys(SourceReader.PagingKey.self)])
        case .limit, .most, .burst: .number(1...1000)
        case .reach: .number(1...1_000_000_000)
        case .rate, .keyRate: .text(TextShape(pattern: #"\+?0*(?:[1-9][0-9]{0,5}|1000000)/[smh]"#, takesNumbers: false))
        case .cache: .text(TextShape(pattern: #"\+?0*[1-9][0-9]{0,6}[smhd]"#, takesNumbers: false))
        }
    }
}

extension SourceReader.PagingKey: FileKey {
    static let section = PageSection("applications.md", "Sources")
    static let rules = [KeyRule.exactlyOne(names)]

    var summary: String {
        switch self {
        case .page: "the number of the first page"
        case .offset: "the number of the first item"
        case .link: "the parameter with the number of the next page"
        }
    }

    var shape: ValueShape {
        switch self {
        case .page, .offset: .number(0...1)
        case .link: .text(TextShape(pattern: #"[^\n\r]+"#, length: 1...ValueReader.longestLine))
        }
    }
}

extension SourceReader.FailureKey: FileKey {
    static let section = PageSection("applications.md", "Failures")

    var summary: String {
        switch self {
        case .status: "the status of the response; any of 400 to 599 without it"
        case .words: "words of which the body has one, in capital or small letters"
        case .message: "what the user can do; for `unauthorized`"
        }
    }

    var shape: ValueShape {
        switch self {
        case .status: .number(400...599)
        case .words: .either([.line, .list(of: .line)])
        case .message: .line
        }
    }
}

extension SourceAddress {
    /// A pattern for texts that ``problem(of:)`` accepts, as far as a regular expression can tell.
    static let pattern: String = {
        let port = "6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[1-5][0-9]{4}|[1-9][0-9]{0,3}"
        let host = #"(?:\[[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*\]|[^@:/?#{}\[\]]+)(?::0*(?:\#(port)))?"#
        let noDots = #"(?![^?#]*/(?:\.|%2[eE]){1,2}(?:[/?#]|$))"#
        return noDots + #"[hH][tT][tT][pP][sS]?://"# + host + #"(?:(?=[/?#])(?:[^{}]|\{[^{}]*\})*)?"#
    }()
}

extension HeaderRule {
    /// Names that ``refusal(of:_:)`` accepts.
    static let pattern = "(?!(?:\(refused.map(\.key.anyCase).joined(separator: "|")))$)[A-Za-z0-9!#$%&'*+.^_`|~-]+"
}

/// The kinds of values in a declaration.
extension ValueShape {
    static let program = ValueShape.text(
        TextShape(pattern: #"[^\u0000]*"#, length: 0...ValueReader.longestProgram, meaning: .expression))
    /// A line for a title or a prompt.
    static let line = ValueShape.text(TextShape(pattern: #"[^\n\r]*"#, length: 0...ValueReader.longestLine))
}
