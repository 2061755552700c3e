import Encodings
import Platform
package import YAML

/// An application that is declared in a file: where its items come from, and what is shown of them.
package struct ApplicationDeclaration: Sendable {
    /// Sources in the order of the file.
    package var sources: [SourceDeclaration] = []
    /// Scenes in the order of the file; a session begins with the first.
    package var scenes: [SceneDeclaration] = []

    package subscript(source name: String) -> SourceDeclaration? { sources.first { $0.name == name } }

    package subscript(scene name: String) -> SceneDeclaration? { scenes.first { $0.name == name } }

    /// The sources that no scene shows anything of.
    package var unusedSources: [SourceDeclaration] {
        let used = Set(scenes.flatMap(\.contents).map(\.source))
        return sources.filter { !used.contains($0.name) }
    }

    /// All jq programs of the application, in the order of the file.
    package var programs: [ProgramText] { sources.flatMap(\.programs) + scenes.flatMap(\.programs) }
}

/// The source of items: the request, and how to read the response.
package struct SourceDeclaration: Sendable {
    package var name: String
    package var url: URITemplate
    package var method = "GET"
    /// Headers, whose values may name variables of the environment.
    package var headers: [EnvironmentText] = []
    /// Further variables of the URL; their values may name variables of the environment.
    package var variables: [EnvironmentText] = []
    /// A program that makes the body from the request's variables.
    package var body: ProgramText?
    /// A program that makes `{items, cursor, total}` of an answer.
    package var answer: ProgramText
    package var paging: Paging?
    package var bounds = SourceBounds()
    /// How long a response is fresh; overrides the server's headers.
    package var cache: Duration?
    /// The variables that scenes have for it, beside those of each request.
    package var filters: [String] = []
    /// The values of the variable `sort` that scenes have for it.
    package var orders: [String] = []
    package var server = ServerDeclaration()
    package var refusals = RefusalsDeclaration()
    package var place: Place

    /// How to request the next page.
    package enum Paging: Equatable, Sendable {
        /// Pages by `{page}`; the number of the first page.
        case page(first: Int)
        /// Pages by `{offset}`; the number of the first item.
        case offset(first: Int)
        /// Pages by `{cursor}`, which is the answer's `cursor`.
        case cursor
        /// Pages by the URL in the answer's Link header.
        case link
        /// Pages by `{page}`, which is this parameter of the URL in the answer's Link header.
        case linked(parameter: String)

        /// The variable of a request for a page.
        package var variable: String? {
            switch self {
            case .page, .linked: "page"
            case .offset: "offset"
            case .cursor: "cursor"
            case .link: nil
            }
        }
    }

    /// A request that the source can answer.
    package enum Action: String, CaseIterable, Sendable {
        case search, list, lookup
    }

    /// The variables of each request, for the URL and for programs.
    package static let requestVariables = ["term", "id", "limit", "page", "offset", "cursor"]

    /// The program that follows each `answer` program. A list is `{items: LIST}`. Ids and cursors that are numbers become strings, unless a
    /// double may not hold the id: then it may be another one's.
    package static let answerNormaliser = """
        if type == "array" then {items: .} elif type == "object" then . \
        else error("expected {items, cursor, total}, found \\(type)") end \
        | (.failed | if . == null then null else tostring end) as $failed | if $failed then .items = [] else . end \
        | {$failed, incomplete: (.incomplete == true), items: (.items | if . == null then error("items is missing; of a response that is one item, make a list: [.]") elif type != "array" then \
        error("items is not a list but \\(type)") \
        else map(if type == "object" and (.id | type) == "number" and (.id | fabs) < 9007199254740992 \
        then .id |= tostring else . end) end), \
        cursor: (.cursor | if type == "number" or . == true then tostring elif . == false then null else . end), \
        hasCursor: has("cursor"), \
        total: (.total | if type == "number" and . >= 0 and . < 1e15 then floor else null end)}
        """

    package var programs: [ProgramText] { [body, answer, refusals.reason].compactMap(\.self) }

    /// The requests that the source can answer, by the variables that they need.
    package var actions: [Action] {
        if uses("term") { return [.search] }
        if server.ids != nil { return [.lookup] }
        return uses("id") ? [.list, .lookup] : [.list]
    }

    /// True if the source's URL or its body contains a variable.
    package func uses(_ variable: String) -> Bool {
        url.names.contains(variable) || body?.text.contains("$\(variable)") == true
    }

    package var programVariables: [String] { Self.requestVariables + filters }
}

package struct ServerDeclaration: Sendable {
    /// Its name in messages to the user.
    package var service: String?
    /// The variable of the environment with a URL in place of the scheme and the host.
    package var base: String?
    /// The meaning of an id, such as `owner/name of a repository`.
    package var ids: String?

    /// Bytes of a part of an id.
    private static let longestPart = 100

    /// True if the id has as many parts as the first word of ``ids``, and no part leads to another place of the server.
    package func takes(_ id: String) -> Bool {
        guard let form = ids?.split(separator: " ").first else { return true }
        let parts = id.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == form.count { $0 == "/" } + 1
            && parts.allSatisfy { part in
                1...Self.longestPart ~= part.utf8.count && part != "." && part != ".."
                    && PercentEncoding.unreserved.encode(String(part)) == part
            }
    }
}

/// How many items and requests a source's server allows.
package struct SourceBounds: Sendable {
    /// How many items a page has, as `{limit}`.
    package var limit: Int?
    /// How many items a page can have.
    package var most: Int?
    /// How many items the server lists at most, whatever the total is.
    package var reach: Int?
    /// A rate such as `15/m`.
    package var rate: String?
    /// The rate of requests with credentials.
    package var keyRate: String?
    /// Requests that may go at once after a pause.
    package var burst: Int?
}

/// The meaning of a server's refusals, where that is more than their status.
package struct RefusalsDeclaration: Sendable {
    /// The meaning of some responses. The first one that fits counts.
    package var rules: [Rule] = []
    /// A program that makes the reason of a refusal's body.
    package var reason: ProgramText?

    package struct Rule: Sendable {
        package var kind: Kind
        package var status: Int?
        /// The body has one of these, in capital or small letters; any body if there are none.
        package var words: [String] = []
        /// Advice for the user.
        package var message: String?
    }

    package enum Kind: String, CaseIterable, Sendable {
        case unauthorized, rateLimited, notFound, invalidRequest, http
    }

    /// Bytes of a body in which words are looked for.
    private static let longestBody = 65_536

    /// The first rule that fits.
    package func rule(for status: Int, _ body: [UInt8]) -> Rule? {
        let fitting = rules.filter { $0.status == nil || $0.status == status }
        guard fitting.contains(where: { !$0.words.isEmpty }) else { return fitting.first }
        let text = String(decoding: body.prefix(Self.longestBody), as: UTF8.self).lowercased()
        return fitting.first { rule in rule.words.isEmpty || rule.words.contains { text.contains($0.lowercased()) } }
    }
}

/// A text that may name variables of the environment (`Bearer ${TOKEN}`), under a name of its own.
package struct EnvironmentText: Sendable {
    package var name: String
    package var text: String
    package var place: Place
    /// The key path.
    package var path: String

    package func mistake(_ message: String) -> Mistake { Mistake(place: place, path: path, message: message) }

    /// The text with the values of these variables, and those values, which are secret.
    package func expanded(
        _ variable: (String) -> String?
    ) throws(Mistake) -> (text: String, secrets: [String]) {
        var values: [String] = []
        let (expanded, problems) = withoutActuallyEscaping(variable) { variable in
            Interpolation.expand(text, limit: 65_536) { name in
                let value = variable(name)
                if let value, !values.contains(value) { values.append(value) }
                return value
            }
        }
        guard let problem = problems.first else { return (expanded, values) }
        throw mistake(Self.sentence(problem))
    }

    /// True if the variables add nothing, or the whole text is blank: such a header is left out.
    /// - Parameter expanded: the text with the values.
    package func isEmpty(as expanded: String) -> Bool {
        expanded.allSatisfy(\.isWhitespace) || Interpolation.literal(of: text) == expanded
    }

    private static func sentence(_ problem: Interpolation.Problem) -> String {
        switch problem {
        case .syntax(let message): message
        case .tooLong: "too long with its variables"
        case .required(let name, let message):
            "the variable \(name) is required" + (message.isEmpty ? "" : ": \(message)")
        case .unset(let name): "the variable \(name) is not set; set it, or write ${\(name):-} to do without"
        }
    }
}

/// The declaration of a scene: how it shows items, and what the user can do with them.
package struct SceneDeclaration: Sendable {
    package var name: String
    package var words: SceneWords
    /// The request for the scene's items; nil for a scene that shows the item that it was opened with.
    package var content: Content?
    /// A program that makes a row of an item.
    package var row: ProgramText?
    /// A program that makes the parts beside the rows of an item.
    package var preview: ProgramText?
    /// A program that makes the parts of the screen of an item.
    package var parts: ProgramText?
    /// True if the parts are shown before the item has come, and without one.
    package var isEarly = false
    /// Sections from other sources about the item, below the parts.
    package var sections: [SectionDeclaration] = []
    /// A program that makes the URL of an item's picture.
    package var picture: ProgramText?
    package var choose: ActionDeclaration?
    /// The actions of keys on the item.
    package var press: [PressDeclaration] = []
    /// Filters that the user sets for all rows; the order of the rows is among them.
    package var filters: [FilterDeclaration] = []
    /// The columns of a table; empty for a list.
    package var columns: [ColumnDeclaration] = []
    /// True if the scene's rows are loaded again when the user returns to it.
    package var reloadsOnReturn = false
    package var place: Place

    package var title: String { words.title }

    package struct Content: Sendable {
        package var action: SourceDeclaration.Action
        package var source: String
        package var place: Place
    }

    /// All contents that the scene asks for.
    package var contents: [Content] { [content].compactMap(\.self) + sections.map(\.content) }

    package var programs: [ProgramText] {
        [row, preview, parts].compactMap(\.self) + sections.map(\.parts) + [picture].compactMap(\.self)
            + (choose?.programs ?? [])
            + press.flatMap(\.action.programs)
    }
}

package struct SceneWords: Sendable {
    package var title: String
    /// The kind of entity whose id is the title; nil if the title is not the id.
    package var idNoun: String?
    /// A hint in the empty search field.
    package var prompt: String?
    /// Advice for a user who searches for nothing.
    package var hint: String?
    /// The kind of the scene's item, in a sentence.
    package var noun: String?
    package var alertsWhenNothingIsFound = false
}

/// A section with an item's data from another source: requested together with the item, and shown as soon as it has come.
package struct SectionDeclaration: Sendable {
    package var name: String
    package var content: SceneDeclaration.Content
    /// A program that makes parts of the list of items, or of the item of a lookup.
    package var parts: ProgramText
}

/// The action of a choice or a key.
package enum ActionDeclaration: Sendable {
    /// Opens a scene, with the id that the program makes of the item, or else with the item's own.
    /// - Parameter given: a program that makes the scene's other parameters of the item.
    case open(scene: String, id: ProgramText?, given: ProgramText?, place: Place)
    /// Opens a page in the browser.
    case url(ProgramText)
    /// Loads the scene again.
    case reload
    /// Enters this in filters of the scene, by name.
    case set([String: String])

    package var programs: [ProgramText] {
        switch self {
        case .open(_, let id, let given, _): [id, given].compactMap(\.self)
        case .url(let program): [program]
        case .reload, .set: []
        }
    }
}

/// A key of a scene.
package struct PressDeclaration: Sendable {
    /// The name of the action in linear mode.
    package var control: String
    package var title: String
    /// A single character.
    package var key: String?
    /// True if the action is done to a row, or to the item of a scene with one; otherwise to the scene.
    package var isForItem: Bool
    /// False if only a button of the parts does it.
    package var isKey = true
    package var action: ActionDeclaration
}

/// A jq program, and its place in the file.
package struct ProgramText: Sendable {
    package var text: String
    package var place: Place
    /// The key path, such as `scenes.stories.row`.
    package var path: String
    /// The line where the program's text begins; nil where its lines are not those of the file.
    package var textLine: Int?
    /// The names of the program's variables.
    package var variables: [String] = []

    /// A mistake in it.
    /// - Parameter line: of the program, counted from 1.
    package func mistake(_ message: String, line: Int? = nil) -> Mistake {
        var place = place
        if let line, line > 0, let textLine { place.line = textLine + line - 1 }
        return Mistake(place: place, path: path, message: message)
    }
}
