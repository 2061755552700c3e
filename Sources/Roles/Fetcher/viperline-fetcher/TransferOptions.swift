import Commands
import Fetcher
import HTTPTransfer
import Version
import Wire

/// Options for dealing with servers.
struct TransferOptions: CommandOptions {
    var timeout = 30.0
    var cache: CacheMode?
    private var given = ClientSettings(userAgent: "\(FetcherRun.program)/\(Version.current)")
    private var rate: [RateOption] = []
    private var retryBudget: Double?
    private var cacheSize = ByteSize(CacheSettings.standardLimit)
    private var proxy: String?
    private var netrc: String?
    private var maxBody: ByteSize?
    private var connections = HTTPConnectionOptions()

    /// Up to a day.
    private static let seconds = 0.001...86_400.0

    var parallel: Int { given.parallel }

    static var table: OptionTable<Self> {
        [
            .option(
                "timeout", value: "seconds", \.timeout, "The time limit of a transfer, unless its request sets one."
            ).within(seconds),
            .alias("max-time", letter: "m", of: "timeout"),
            .option("parallel", value: "n", \.given.parallel, "The most concurrent transfers.").within(1...1000),
            .alias("parallel-max", of: "parallel"),
            .option(
                "parallel-per-host", value: "n", \.given.parallelPerHost,
                "The most concurrent transfers per host (default: no limit)."
            ).within(1...1_000_000),
            .option(
                "rate", value: "rate", \.rate,
                "The highest rate per host: 10/s, 20/m, 5000/h; HOST=RATE for one host. Repeatable."),
            .option(
                "retries", value: "n", \.given.retry.limit, "The most retries of a failed request, if retrying is safe."
            ).within(0...100),
            .alias("retry", of: "retries"),
            .option(
                "retry-budget", value: "seconds", \.retryBudget,
                """
                How long after its first attempt a request is retried, each time with the full --timeout (default: all \
                attempts share one --timeout).
                """
            ).within(seconds),
            .option(
                "cache", value: "mode", \.cache,
                """
                Whether to cache answers: on, off, only (send no requests) or refresh (send all requests). The default \
                is on if answers are events or entities, off for other answers to URLs.
                """),
            .option("cache-size", value: "size", \.cacheSize, "The size of the cache: 500k, 100M, 2G."),
            .flag(
                "public-only", \.given.publicOnly,
                "Refuse addresses outside the public internet (also: VIPERLINE_PUBLIC_ONLY=1)."),
            .option("proxy", letter: "x", value: "url", \.proxy, "A proxy's URL, or env to use the environment's."),
            .option("netrc", value: "path", \.netrc, "A netrc file with names and passwords for hosts."),
            .alias("netrc-file", of: "netrc"),
            .option(
                "max-body", value: "size", \.maxBody,
                "The largest body after decompression: 500k, 100M, 2G (default: 8M for bodies in answers, no limit for others)."
            ),
            .alias("max-filesize", of: "max-body"),
            .ignored("compressed"),
            .ignored("show-error", letter: "S"),
            .group(\.connections),
            .foreign([
                "-n": "--netrc ~/.netrc", "--netrc-optional": "--netrc ~/.netrc", "-Z": "--parallel N",
                "--connect-timeout": "--timeout", "--retry-max-time": "--retry-budget", "-v": "--verbose",
                "--noproxy": "--proxy env, and NO_PROXY in the environment",
            ]),
        ]
    }

    func validate() throws {
        if proxy != nil, isPublicOnly {
            throw UsageError("--public-only and --proxy exclude each other: a proxy looks names up itself.")
        }
    }

    /// - Parameters:
    ///   - rates: known hosts' rates; the command line takes precedence.
    ///   - standardCache: the mode without an option.
    func settings(rates: [String: Rate], standardCache: CacheMode) -> ClientSettings {
        var settings = given
        settings.rates = rates
        for option in rate {
            if let host = option.host { settings.rates[host] = option.rate } else { settings.rate = option.rate }
        }
        settings.retry.budget = retryBudget.map { .seconds($0) }
        settings.cache = CacheSettings(
            cache ?? standardCache, folder: CacheSettings.standardFolder(variable: RoleEnvironment.variable),
            limit: cacheSize.bytes)
        settings.publicOnly = isPublicOnly
        settings.bodyLimit = maxBody?.bytes
        settings.connection = connections.settings(RoleEnvironment.variable)
        settings.connection.proxy = proxy.map { $0 == "env" ? .environment : .url($0) } ?? .none
        settings.connection.netrc = netrc
        return settings
    }

    private var isPublicOnly: Bool {
        given.publicOnly || !["0", nil].contains(RoleEnvironment.variable("VIPERLINE_PUBLIC_ONLY"))
    }
}

extension CacheMode: ArgumentValue {}

/// `20/m`, or `api.example=20/m`.
struct RateOption: ArgumentValue {
    static let form: String? = "expected a rate such as 20/m, or one of a host: api.example=20/m"
    let host: String?
    let rate: Rate

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let text = parts.last, let rate = Rate(text), parts.count == 1 || !parts[0].isEmpty else { return nil }
        host = parts.count == 2 ? parts[0].lowercased() : nil
        self.rate = rate
    }
}

/// `1000`, `500k`, `100M`, `2G`: powers of 1024.
struct ByteSize: ArgumentValue, CustomStringConvertible {
    static let form: String? = "expected bytes, such as 1000, 500k, 100M or 2G"
    let bytes: Int
    private static let units: KeyValuePairs = ["k": 10, "M": 20, "G": 30]

    init(_ bytes: Int) {
        self.bytes = bytes
    }

    init?(argument: String) {
        let unit = Self.units.first { argument.lowercased().hasSuffix($0.key.lowercased()) }
        guard let count = Int(unit == nil ? argument[...] : argument.dropLast()), count >= 0,
            case let (bytes, isOverflow) = count.multipliedReportingOverflow(by: 1 << (unit?.value ?? 0)), !isOverflow
        else { return nil }
        self.bytes = bytes
    }

    var description: String {
        let unit = Self.units.reversed().first { bytes >= 1 << $0.value && bytes % (1 << $0.value) == 0 }
        return unit.map { "\(bytes >> $0.value)\($0.key)" } ?? "\(bytes)"
    }
}
