/// Invented things to make and to read about, from which the samples of several vendors are composed.
enum SampleCraft {
    struct Thing: Searchable {
        let id: Int
        let adjective: String
        let noun: String
        let purpose: String

        var name: String { "\(adjective)-\(noun)" }
        var searchTexts: [String] { ["\(adjective) \(noun)", purpose] }
        /// The same in each run.
        func number(_ of: String, below limit: Int) -> Int { Int(stableHash("\(name) \(of)") % UInt64(max(1, limit))) }
        /// `2024-03-05`
        func day(_ of: String) -> String {
            let (month, day) = (number("month of \(of)", below: 12) + 1, number("day of \(of)", below: 28) + 1)
            return "\(2021 + number("year of \(of)", below: 4))-\(Self.digits(month))-\(Self.digits(day))"
        }

        private static func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    }

    private static let adjectives = ["brisk", "calm", "dappled", "frugal", "gentle", "honest", "mossy", "nimble"]
    private static let nouns: [(noun: String, purpose: String)] = [
        ("anvil", "a small terminal for small screens"), ("beacon", "tells other programs that something has changed"),
        ("caravel", "moves files from one place to another, and back"),
        ("dovecote", "keeps messages until somebody reads them"),
        ("estuary", "joins streams of events in their order"), ("ferry", "carries requests over a slow network"),
        ("gimlet", "drills holes into logs, to look through"),
    ]

    /// 56 things.
    static let index = SearchIndex(
        nouns.enumerated().flatMap { row, noun in
            adjectives.enumerated().map { column, adjective in
                Thing(
                    id: 4001 + row * adjectives.count + column, adjective: adjective, noun: noun.noun,
                    purpose: noun.purpose)
            }
        })

    static let people = ["ada_example", "bo-example", "cleo", "dmitri_x", "esme", "farid"]

    /// The thing with this name.
    static func thing(named name: String) -> Thing? { index.items.first { $0.name == name } }
}

/// A page of results, as most APIs count them.
struct SamplePage<Item> {
    let items: [Item]
    let total: Int

    init(_ found: [Item], from start: Int, size: Int) {
        total = found.count
        items = Array(found.dropFirst(min(max(0, start), found.count)).prefix(max(0, size)))
    }
}

extension CatalogResponse {
    /// A JSON response.
    static func json(_ value: JSONValue, status: Int = 200) -> CatalogResponse {
        CatalogResponse(
            status: status, headers: ["content-type": "application/json; charset=utf-8"],
            body: VendorJSONWriter.bytes(value, .none))
    }
}

extension QueryParameters {
    /// A number within bounds; out of them, or without one, `standard`.
    func number(_ name: String, _ range: ClosedRange<Int>, standard: Int) -> Int {
        integer(name).flatMap { range.contains($0) ? $0 : nil } ?? standard
    }
}

extension String {
    /// With a capital letter first.
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
