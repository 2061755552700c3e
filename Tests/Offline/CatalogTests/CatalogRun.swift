import TestSupport

/// Runs the real `viperline-catalog -- COMMAND` with curl as an independent client.
enum CatalogRun {
    static let program = Products.executable("viperline-catalog")

    /// - Parameter script: a shell script, in which `get PATH [OPTION…]` requests a path of iTunes, and `ask URL
    /// [OPTION…]` any URL.
    static func shell(
        _ script: String, options: [String] = [], input: String = "", environment: [String: String] = [:]
    ) throws -> Command.Result {
        let get = #"""
            ask() {
                url=$1
                shift
                curl -sS --max-time 60 --unix-socket "${VIPERLINE_UNIX_HOSTS#*=}" "$@" "$url"
            }
            get() {
                path=$1
                shift
                ask "$ITUNES_BASE_URL/$path" "$@"
            }

            """#
        return try Command.run(
            [program] + options + ["--", "sh", "-c", get + script], input: input, environment: environment)
    }

    /// Requests several URLs in one run of the catalog and returns jq's output for each answer.
    /// - Parameter questions: `URL` or `URL OPTION…` for `ask`, and a jq filter that outputs one line.
    static func jq(_ questions: [(ask: String, filter: String)], options: [String] = []) throws -> [String] {
        let script = questions.map { "ask \($0.ask) | jq -rc '\($0.filter)'\n" }.joined()
        let result = try shell(script, options: options)
        return result.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }
}
