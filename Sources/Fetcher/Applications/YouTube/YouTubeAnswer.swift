import JSON

/// A page of a playlist, or of videos.
struct YouTubeAnswer: JSONReadable {
    let items: [Lenient<YouTubeItem>]
    private(set) var nextPageToken: String?
    private(set) var total: Int?

    init(from reader: inout JSONReader) throws(JSONError) {
        var items: [Lenient<YouTubeItem>]?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "items": items = try reader.read()
            // An unreadable token is an error: the pages behind it would be lost.
            case "nextPageToken": nextPageToken = try reader.readIfPresent()
            case "pageInfo":
                total = try reader.readLeniently(Page.self)?.totalResults?.value.flatMap { $0 < 0 ? nil : $0 }
            default: try reader.skipValue()
            }
        }
        guard let items else { throw .missing("items", at: object) }
        self.items = items
    }

    struct Page: JSONReadable {
        let totalResults: Lenient<Int>?
    }
}
