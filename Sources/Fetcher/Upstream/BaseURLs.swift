import HTTPTransfer

/// Other servers in the place of hosts (`VIPERLINE_BASE_URLS=api.example=http://catalog.invalid/example,…`), so that an
/// application that is declared in a file can be offline without a change.
package struct BaseURLs: Equatable, Sendable {
    /// An entry that is not HOST=URL.
    package struct Malformed: Error, Equatable, Sendable {
        package let entry: String
    }

    /// Without a slash at the end.
    private var bases: [String: String] = [:]

    package init() {}

    package init(_ variable: String) throws(Malformed) {
        for entry in variable.split(separator: ",") {
            let parts = entry.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, let base = try? HTTPURL(parts[1]), base.credentials == nil else {
                throw Malformed(entry: String(entry))
            }
            bases[parts[0].lowercased()] = base.text.hasSuffix("/") ? String(base.text.dropLast()) : base.text
        }
    }

    /// What to ask in the place of this URL; nil if that is the URL itself.
    func replacement(for url: HTTPURL) throws(FetchError) -> HTTPURL? {
        guard let base = bases[url.host], let scheme = url.text.firstRange(of: "://") else { return nil }
        do throws(TransferError) {
            return try HTTPURL(base + url.text[scheme.upperBound...].drop { $0 != "/" })
        } catch {
            throw FetchError(error)
        }
    }
}
