import InteractorMessages
import JSON

/// The body of a search's answer.
struct GitHubAnswer: JSONReadable {
    private(set) var totalCount: Int?
    /// Whether the search took too long, and these are the results up to then.
    private(set) var isIncomplete: Bool?
    let items: [Lenient<Item>]

    init(from reader: inout JSONReader) throws(JSONError) {
        var items: [Lenient<Item>]?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "total_count": totalCount = try reader.readLeniently(Int.self).flatMap { $0 < 0 ? nil : $0 }
            case "incomplete_results": isIncomplete = try reader.readLeniently()
            case "items": items = try reader.read()
            default: try reader.skipValue()
            }
        }
        guard let items else { throw .missing("items", at: object) }
        self.items = items
    }

    /// A result. Real answers lack members or have odd ones; only id, name and URL are required.
    struct Item: JSONReadable {
        let repository: Repository

        init(from reader: inout JSONReader) throws(JSONError) {
            var id: NumericID?
            var fullName: String?
            var description: String?
            var stars: Int?
            var forks: Int?
            var language: String?
            var updated: String?
            var url: String?
            let object = try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "id": id = try reader.read()
                case "full_name": fullName = try reader.read()
                case "description": description = try reader.readLeniently()
                case "stargazers_count": stars = try reader.readLeniently()
                case "forks_count": forks = try reader.readLeniently(Int.self).flatMap { $0 < 0 ? nil : $0 }
                case "updated_at": updated = try reader.readLeniently()
                case "language": language = try reader.readLeniently()
                case "html_url": url = try reader.read()
                default: try reader.skipValue()
                }
            }
            guard let id else { throw .missing("id", at: object) }
            guard let fullName else { throw .missing("full_name", at: object) }
            guard let url else { throw .missing("html_url", at: object) }
            repository = Repository(
                id: id.text, fullName: fullName, description: description, stars: stars ?? 0, forks: forks,
                language: language, updated: updated, url: url)
        }
    }
}
