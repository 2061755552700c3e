import TestSupport

/// Runs `viperline-catalog -- COMMAND`, the real program, with curl as the client that we have not written.
enum CatalogRun {
    static let program = Products.executable("viperline-catalog")

    /// - Parameter script: a shell script, in which `get PATH [OPTION…]` asks the catalog with curl.
    static func shell(
        _ script: String, options: [String] = [], input: String = "", environment: [String: String] = [:]
    ) throws -> Command.Result {
        let get = #"""
            get() {
                path=$1
                shift
                curl -sS --max-time 60 --unix-socket "${VIPERLINE_UNIX_HOSTS#*=}" "$@" "$ITUNES_BASE_URL/$path"
            }

            """#
        return try Command.run(
            [program] + options + ["--", "sh", "-c", get + script], input: input, environment: environment)
    }
}
