// Written by scripts/generate from the declarations of this target.

import JSON

extension CacheEntry.Head {
    init(from reader: inout JSONReader) throws(JSONError) {
        var url: String?
        var variant: String?
        var summary: String?
        var status: Int?
        var requestedAt: Int?
        var receivedAt: Int?
        var headers: [String]?
        var size: Int?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "url" where url == nil: url = try reader.read(String.self)
            case "variant" where variant == nil: variant = try reader.read(String.self)
            case "summary" where summary == nil: summary = try reader.read(String.self)
            case "status" where status == nil: status = try reader.read(Int.self)
            case "requestedAt" where requestedAt == nil: requestedAt = try reader.read(Int.self)
            case "receivedAt" where receivedAt == nil: receivedAt = try reader.read(Int.self)
            case "headers" where headers == nil: headers = try reader.read([String].self)
            case "size" where size == nil: size = try reader.read(Int.self)
            default: try reader.skipValue()
            }
        }
        guard let url else { throw .missing("url", at: object) }
        guard let variant else { throw .missing("variant", at: object) }
        guard let summary else { throw .missing("summary", at: object) }
        guard let status else { throw .missing("status", at: object) }
        guard let requestedAt else { throw .missing("requestedAt", at: object) }
        guard let receivedAt else { throw .missing("receivedAt", at: object) }
        guard let headers else { throw .missing("headers", at: object) }
        guard let size else { throw .missing("size", at: object) }
        self.url = url
        self.variant = variant
        self.summary = summary
        self.status = status
        self.requestedAt = requestedAt
        self.receivedAt = receivedAt
        self.headers = headers
        self.size = size
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("headers", headers)
        writer.member("receivedAt", receivedAt)
        writer.member("requestedAt", requestedAt)
        writer.member("size", size)
        writer.member("status", status)
        writer.member("summary", summary)
        writer.member("url", url)
        writer.member("variant", variant)
        writer.endObject()
    }
}
