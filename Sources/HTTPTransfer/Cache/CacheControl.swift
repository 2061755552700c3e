/// The Cache-Control header (RFC 9111 §5.2).
struct CacheControl: Equatable {
    private(set) var noStore = false
    private(set) var noCache = false
    /// Never to be served stale.
    private(set) var mustRevalidate = false
    /// Seconds.
    private(set) var maxAge: Int?
    /// Seconds for which a stale response may replace an error (RFC 5861 §4).
    private(set) var staleIfError: Int?

    /// Stands for an unlimited time (RFC 9111 §1.2.2).
    private static let longest = 1 << 31

    /// - Parameter fields: the values of all fields of that name.
    init(_ fields: [String]) {
        for field in fields { read(field) }
    }

    private mutating func read(_ field: String) {
        for directive in Self.split(field) {
            let parts = directive.split(separator: "=", maxSplits: 1).map { $0.filter { $0 != " " && $0 != "\"" } }
            switch parts.first?.lowercased() {
            case "no-store": noStore = true
            // With field names it applies to these fields only; applying it to all is stricter and simpler.
            case "no-cache": noCache = true
            case "must-revalidate": mustRevalidate = true
            case "max-age": maxAge = min(maxAge ?? .max, Self.seconds(parts.dropFirst().first))
            case "stale-if-error": staleIfError = Self.seconds(parts.dropFirst().first)
            default: break
            }
        }
    }

    /// An invalid value means expired.
    private static func seconds(_ text: String?) -> Int {
        guard let text, !text.isEmpty, text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
        else { return 0 }
        return min(Int(text) ?? longest, longest)
    }

    /// Splits at commas outside quotes.
    private static func split(_ field: String) -> [String] {
        var parts = [""]
        var isQuoted = false
        for character in field {
            if character == "\"" { isQuoted.toggle() }
            if character == ",", !isQuoted {
                parts.append("")
            } else if character != "\t" {
                parts[parts.count - 1].append(character)
            }
        }
        return parts
    }
}
