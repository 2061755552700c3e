// Written by scripts/generate from the declarations of this target.

package import JSON

extension App {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var id: String?
        var name: String?
        var company: String?
        var rating: Double?
        var ratingCount: Int?
        var version: String?
        var releaseNotes: String?
        var releaseDate: String?
        var description: String?
        var screenshots: [String]?
        var artwork: String?
        var price: String?
        var genre: String?
        var url: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "id" where id == nil: id = try reader.read(String.self)
            case "name" where name == nil: name = try reader.read(String.self)
            case "company" where company == nil: company = try reader.readIfPresent(String.self)
            case "rating" where rating == nil: rating = try reader.readIfPresent(Double.self)
            case "ratingCount" where ratingCount == nil: ratingCount = try reader.readIfPresent(Int.self)
            case "version" where version == nil: version = try reader.readIfPresent(String.self)
            case "releaseNotes" where releaseNotes == nil: releaseNotes = try reader.readIfPresent(String.self)
            case "releaseDate" where releaseDate == nil: releaseDate = try reader.readIfPresent(String.self)
            case "description" where description == nil: description = try reader.readIfPresent(String.self)
            case "screenshots" where screenshots == nil: screenshots = try reader.readIfPresent([String].self)
            case "artwork" where artwork == nil: artwork = try reader.readIfPresent(String.self)
            case "price" where price == nil: price = try reader.readIfPresent(String.self)
            case "genre" where genre == nil: genre = try reader.readIfPresent(String.self)
            case "url" where url == nil: url = try reader.readIfPresent(String.self)
            default: try reader.skipValue()
            }
        }
        guard let id else { throw .missing("id", at: object) }
        guard let name else { throw .missing("name", at: object) }
        self.id = id
        self.name = name
        self.company = company
        self.rating = rating
        self.ratingCount = ratingCount
        self.version = version
        self.releaseNotes = releaseNotes
        self.releaseDate = releaseDate
        self.description = description
        self.screenshots = screenshots ?? []
        self.artwork = artwork
        self.price = price
        self.genre = genre
        self.url = url
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("artwork", artwork)
        writer.member("company", company)
        writer.member("description", description)
        writer.member("genre", genre)
        writer.member("id", id)
        writer.member("name", name)
        writer.member("price", price)
        writer.member("rating", rating)
        writer.member("ratingCount", ratingCount)
        writer.member("releaseDate", releaseDate)
        writer.member("releaseNotes", releaseNotes)
        writer.member("screenshots", screenshots)
        writer.member("url", url)
        writer.member("version", version)
        writer.endObject()
    }
}

extension JSONReadable where Self == App {
    package init(
        id: String, name: String, company: String? = nil, rating: Double? = nil, ratingCount: Int? = nil,
        version: String? = nil, releaseNotes: String? = nil, releaseDate: String? = nil, description: String? = nil,
        screenshots: [String] = [], artwork: String? = nil, price: String? = nil, genre: String? = nil,
        url: String? = nil
    ) {
        self.init(
            id: id, name: name, company: company, rating: rating, ratingCount: ratingCount, version: version,
            releaseNotes: releaseNotes, releaseDate: releaseDate, description: description, screenshots: screenshots,
            artwork: artwork, price: price, genre: genre, url: url)
    }
}

extension FailureKind {
    package init(from reader: inout JSONReader) throws(JSONError) {
        let start = reader.offset
        let text = try reader.token()
        switch text {
        case "invalidRequest": self = .invalidRequest
        case "network": self = .network
        case "timeout": self = .timeout
        case "http": self = .http
        case "rateLimited": self = .rateLimited
        case "decode": self = .decode
        case "tooLarge": self = .tooLarge
        case "cancelled": self = .cancelled
        case "unauthorized": self = .unauthorized
        case "notFound": self = .notFound
        case "local": self = .local
        default: throw .unknown(text, at: start)
        }
    }

    package func write(to writer: inout JSONWriter) {
        switch self {
        case .invalidRequest: writer.literal("\"invalidRequest\"")
        case .network: writer.literal("\"network\"")
        case .timeout: writer.literal("\"timeout\"")
        case .http: writer.literal("\"http\"")
        case .rateLimited: writer.literal("\"rateLimited\"")
        case .decode: writer.literal("\"decode\"")
        case .tooLarge: writer.literal("\"tooLarge\"")
        case .cancelled: writer.literal("\"cancelled\"")
        case .unauthorized: writer.literal("\"unauthorized\"")
        case .notFound: writer.literal("\"notFound\"")
        case .local: writer.literal("\"local\"")
        }
    }
}

extension GreetingData {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var greeting: String?
        var subject: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "greeting" where greeting == nil: greeting = try reader.read(String.self)
            case "subject" where subject == nil: subject = try reader.read(String.self)
            default: try reader.skipValue()
            }
        }
        guard let greeting else { throw .missing("greeting", at: object) }
        guard let subject else { throw .missing("subject", at: object) }
        self.greeting = greeting
        self.subject = subject
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("greeting", greeting)
        writer.member("subject", subject)
        writer.endObject()
    }
}

extension JSONReadable where Self == GreetingData {
    package init(greeting: String, subject: String) {
        self.init(greeting: greeting, subject: subject)
    }
}

extension InteractorInput.Cancel {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var id: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "id" where id == nil: id = try reader.read(String.self)
            default: try reader.skipValue()
            }
        }
        guard let id else { throw .missing("id", at: object) }
        self.id = id
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", id)
        writer.endObject()
    }
}

extension JSONReadable where Self == InteractorInput.Cancel {
    package init(id: String) {
        self.init(id: id)
    }
}

extension InteractorInput.Get {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var url: String?
        var headers: [String: String]?
        var timeout: Double?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "url" where url == nil: url = try reader.read(String.self)
            case "headers" where headers == nil: headers = try reader.readIfPresent([String: String].self)
            case "timeout" where timeout == nil: timeout = try reader.readIfPresent(Double.self)
            default: try reader.skipValue()
            }
        }
        guard let url else { throw .missing("url", at: object) }
        self.url = url
        self.headers = headers
        self.timeout = timeout
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("headers", headers)
        writer.member("timeout", timeout)
        writer.member("url", url)
        writer.endObject()
    }
}

extension JSONReadable where Self == InteractorInput.Get {
    package init(url: String, headers: [String: String]? = nil, timeout: Double? = nil) {
        self.init(url: url, headers: headers, timeout: timeout)
    }
}

extension InteractorInput.List {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var source: String?
        var id: String?
        var limit: Int?
        var filters: [String: String]?
        var cursor: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "source" where source == nil: source = try reader.read(String.self)
            case "id" where id == nil: id = try reader.readIfPresent(String.self)
            case "limit" where limit == nil: limit = try reader.readIfPresent(Int.self)
            case "filters" where filters == nil: filters = try reader.readIfPresent([String: String].self)
            case "cursor" where cursor == nil: cursor = try reader.readIfPresent(String.self)
            default: try reader.skipValue()
            }
        }
        guard let source else { throw .missing("source", at: object) }
        self.source = source
        self.id = id
        self.limit = limit
        self.filters = filters
        self.cursor = cursor
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("cursor", cursor)
        writer.member("filters", filters)
        writer.member("id", id)
        writer.member("limit", limit)
        writer.member("source", source)
        writer.endObject()
    }
}

extension JSONReadable where Self == InteractorInput.List {
    package init(
        source: String, id: String? = nil, limit: Int? = nil, filters: [String: String]? = nil, cursor: String? = nil
    ) {
        self.init(source: source, id: id, limit: limit, filters: filters, cursor: cursor)
    }
}

extension InteractorInput.Lookup {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var source: String?
        var id: String?
        var country: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "source" where source == nil: source = try reader.read(String.self)
            case "id" where id == nil: id = try reader.read(String.self)
            case "country" where country == nil: country = try reader.readIfPresent(String.self)
            default: try reader.skipValue()
            }
        }
        guard let source else { throw .missing("source", at: object) }
        guard let id else { throw .missing("id", at: object) }
        self.source = source
        self.id = id
        self.country = country
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("country", country)
        writer.member("id", id)
        writer.member("source", source)
        writer.endObject()
    }
}

extension JSONReadable where Self == InteractorInput.Lookup {
    package init(source: String, id: String, country: String? = nil) {
        self.init(source: source, id: id, country: country)
    }
}

extension InteractorInput.Search {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var source: String?
        var term: String?
        var limit: Int?
        var country: String?
        var order: SearchOrder?
        var filters: [String: String]?
        var cursor: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "source" where source == nil: source = try reader.read(String.self)
            case "term" where term == nil: term = try reader.read(String.self)
            case "limit" where limit == nil: limit = try reader.readIfPresent(Int.self)
            case "country" where country == nil: country = try reader.readIfPresent(String.self)
            case "order" where order == nil: order = try reader.readIfPresent(SearchOrder.self)
            case "filters" where filters == nil: filters = try reader.readIfPresent([String: String].self)
            case "cursor" where cursor == nil: cursor = try reader.readIfPresent(String.self)
            default: try reader.skipValue()
            }
        }
        guard let source else { throw .missing("source", at: object) }
        guard let term else { throw .missing("term", at: object) }
        self.source = source
        self.term = term
        self.limit = limit
        self.country = country
        self.order = order
        self.filters = filters
        self.cursor = cursor
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("country", country)
        writer.member("cursor", cursor)
        writer.member("filters", filters)
        writer.member("limit", limit)
        writer.member("order", order)
        writer.member("source", source)
        writer.member("term", term)
        writer.endObject()
    }
}

extension JSONReadable where Self == InteractorInput.Search {
    package init(
        source: String, term: String, limit: Int? = nil, country: String? = nil, order: SearchOrder? = nil,
        filters: [String: String]? = nil, cursor: String? = nil
    ) {
        self.init(
            source: source, term: term, limit: limit, country: country, order: order, filters: filters, cursor: cursor)
    }
}

extension InteractorOutput.Failed {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var kind: FailureKind?
        var message: String?
        var retryable: Bool?
        var source: String?
        var status: Int?
        var retryAfter: Int?
        var retryAt: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "kind" where kind == nil: kind = try reader.read(FailureKind.self)
            case "message" where message == nil: message = try reader.read(String.self)
            case "retryable" where retryable == nil: retryable = try reader.read(Bool.self)
            case "source" where source == nil: source = try reader.readIfPresent(String.self)
            case "status" where status == nil: status = try reader.readIfPresent(Int.self)
            case "retryAfter" where retryAfter == nil: retryAfter = try reader.readIfPresent(Int.self)
            case "retryAt" where retryAt == nil: retryAt = try reader.readIfPresent(String.self)
            default: try reader.skipValue()
            }
        }
        guard let kind else { throw .missing("kind", at: object) }
        guard let message else { throw .missing("message", at: object) }
        guard let retryable else { throw .missing("retryable", at: object) }
        self.kind = kind
        self.message = message
        self.retryable = retryable
        self.source = source
        self.status = status
        self.retryAfter = retryAfter
        self.retryAt = retryAt
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("kind", kind)
        writer.member("message", message)
        writer.member("retryAfter", retryAfter)
        writer.member("retryAt", retryAt)
        writer.member("retryable", retryable)
        writer.member("source", source)
        writer.member("status", status)
        writer.endObject()
    }
}

extension JSONReadable where Self == InteractorOutput.Failed {
    package init(
        kind: FailureKind, message: String, retryable: Bool, source: String? = nil, status: Int? = nil,
        retryAfter: Int? = nil, retryAt: String? = nil
    ) {
        self.init(
            kind: kind, message: message, retryable: retryable, source: source, status: status, retryAfter: retryAfter,
            retryAt: retryAt)
    }
}

extension InteractorOutput.Found {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var source: String?
        var items: [Item]?
        var cursor: String?
        var total: Int?
        var unavailable: Int?
        var unreadable: Int?
        var incomplete: Bool?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "source" where source == nil: source = try reader.read(String.self)
            case "items" where items == nil: items = try reader.read([Item].self)
            case "cursor" where cursor == nil: cursor = try reader.readIfPresent(String.self)
            case "total" where total == nil: total = try reader.readIfPresent(Int.self)
            case "unavailable" where unavailable == nil: unavailable = try reader.readIfPresent(Int.self)
            case "unreadable" where unreadable == nil: unreadable = try reader.readIfPresent(Int.self)
            case "incomplete" where incomplete == nil: incomplete = try reader.readIfPresent(Bool.self)
            default: try reader.skipValue()
            }
        }
        guard let source else { throw .missing("source", at: object) }
        guard let items else { throw .missing("items", at: object) }
        self.source = source
        self.items = items
        self.cursor = cursor
        self.total = total
        self.unavailable = unavailable
        self.unreadable = unreadable
        self.incomplete = incomplete
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("cursor", cursor)
        writer.member("incomplete", incomplete)
        writer.member("items", items)
        writer.member("source", source)
        writer.member("total", total)
        writer.member("unavailable", unavailable)
        writer.member("unreadable", unreadable)
        writer.endObject()
    }
}

extension InteractorOutput.FoundSource {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var source: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "source" where source == nil: source = try reader.read(String.self)
            default: try reader.skipValue()
            }
        }
        guard let source else { throw .missing("source", at: object) }
        self.source = source
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("source", source)
        writer.endObject()
    }
}

extension JSONReadable where Self == InteractorOutput.FoundSource {
    package init(source: String) {
        self.init(source: source)
    }
}

extension InteractorOutput.Got {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var url: String?
        var status: Int?
        var contentType: String?
        var body: String?
        var base64: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "url" where url == nil: url = try reader.read(String.self)
            case "status" where status == nil: status = try reader.read(Int.self)
            case "contentType" where contentType == nil: contentType = try reader.readIfPresent(String.self)
            case "body" where body == nil: body = try reader.readIfPresent(String.self)
            case "base64" where base64 == nil: base64 = try reader.readIfPresent(String.self)
            default: try reader.skipValue()
            }
        }
        guard let url else { throw .missing("url", at: object) }
        guard let status else { throw .missing("status", at: object) }
        self.url = url
        self.status = status
        self.contentType = contentType
        self.body = body
        self.base64 = base64
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("base64", base64)
        writer.member("body", body)
        writer.member("contentType", contentType)
        writer.member("status", status)
        writer.member("url", url)
        writer.endObject()
    }
}

extension JSONReadable where Self == InteractorOutput.Got {
    package init(url: String, status: Int, contentType: String? = nil, body: String? = nil, base64: String? = nil) {
        self.init(url: url, status: status, contentType: contentType, body: body, base64: base64)
    }
}

extension InteractorOutput.Progress {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var done: Int?
        var total: Int?
        var attempt: Int?
        var cause: String?
        var delay: Double?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "done" where done == nil: done = try reader.read(Int.self)
            case "total" where total == nil: total = try reader.readIfPresent(Int.self)
            case "attempt" where attempt == nil: attempt = try reader.readIfPresent(Int.self)
            case "cause" where cause == nil: cause = try reader.readIfPresent(String.self)
            case "delay" where delay == nil: delay = try reader.readIfPresent(Double.self)
            default: try reader.skipValue()
            }
        }
        guard let done else { throw .missing("done", at: object) }
        self.done = done
        self.total = total
        self.attempt = attempt
        self.cause = cause
        self.delay = delay
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("attempt", attempt)
        writer.member("cause", cause)
        writer.member("delay", delay)
        writer.member("done", done)
        writer.member("total", total)
        writer.endObject()
    }
}

extension JSONReadable where Self == InteractorOutput.Progress {
    package init(done: Int, total: Int? = nil, attempt: Int? = nil, cause: String? = nil, delay: Double? = nil) {
        self.init(done: done, total: total, attempt: attempt, cause: cause, delay: delay)
    }
}

extension ItemPages {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var items: [Item]?
        var cursor: String?
        var total: Int?
        var unavailable: Int?
        var unreadable: Int?
        var repeated: Int?
        var incomplete: Bool?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "items" where items == nil: items = try reader.readIfPresent([Item].self)
            case "cursor" where cursor == nil: cursor = try reader.readIfPresent(String.self)
            case "total" where total == nil: total = try reader.readIfPresent(Int.self)
            case "unavailable" where unavailable == nil: unavailable = try reader.readIfPresent(Int.self)
            case "unreadable" where unreadable == nil: unreadable = try reader.readIfPresent(Int.self)
            case "repeated" where repeated == nil: repeated = try reader.readIfPresent(Int.self)
            case "incomplete" where incomplete == nil: incomplete = try reader.readIfPresent(Bool.self)
            default: try reader.skipValue()
            }
        }
        self.items = items ?? []
        self.cursor = cursor
        self.total = total
        self.unavailable = unavailable ?? 0
        self.unreadable = unreadable
        self.repeated = repeated
        self.incomplete = incomplete
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("cursor", cursor)
        writer.member("incomplete", incomplete)
        writer.member("items", items)
        writer.member("repeated", repeated)
        writer.member("total", total)
        writer.member("unavailable", unavailable)
        writer.member("unreadable", unreadable)
        writer.endObject()
    }
}

extension JSONItem {
    package init(id: String, json: JSONBytes) {
        self.id = id
        self.json = json
    }
}

extension LightSignal {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var color: String?
        var instruction: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "color" where color == nil: color = try reader.read(String.self)
            case "instruction" where instruction == nil: instruction = try reader.read(String.self)
            default: try reader.skipValue()
            }
        }
        guard let color else { throw .missing("color", at: object) }
        guard let instruction else { throw .missing("instruction", at: object) }
        self.color = color
        self.instruction = instruction
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("color", color)
        writer.member("instruction", instruction)
        writer.endObject()
    }
}

extension JSONReadable where Self == LightSignal {
    package init(color: String, instruction: String) {
        self.init(color: color, instruction: instruction)
    }
}

extension SearchOrder {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var by: String?
        var isDescending: Bool?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "by" where by == nil: by = try reader.read(String.self)
            case "descending" where isDescending == nil: isDescending = try reader.readIfPresent(Bool.self)
            default: try reader.skipValue()
            }
        }
        guard let by else { throw .missing("by", at: object) }
        self.by = by
        self.isDescending = isDescending ?? false
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("by", by)
        writer.member("descending", isDescending)
        writer.endObject()
    }
}

extension JSONReadable where Self == SearchOrder {
    package init(by: String, isDescending: Bool = false) {
        self.init(by: by, isDescending: isDescending)
    }
}

extension Song {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var id: String?
        var name: String?
        var artist: String?
        var album: String?
        var artwork: String?
        var preview: String?
        var milliseconds: Int?
        var releaseDate: String?
        var genre: String?
        var price: Double?
        var currency: String?
        var url: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "id" where id == nil: id = try reader.read(String.self)
            case "name" where name == nil: name = try reader.read(String.self)
            case "artist" where artist == nil: artist = try reader.readIfPresent(String.self)
            case "album" where album == nil: album = try reader.readIfPresent(String.self)
            case "artwork" where artwork == nil: artwork = try reader.readIfPresent(String.self)
            case "preview" where preview == nil: preview = try reader.readIfPresent(String.self)
            case "milliseconds" where milliseconds == nil: milliseconds = try reader.readIfPresent(Int.self)
            case "releaseDate" where releaseDate == nil: releaseDate = try reader.readIfPresent(String.self)
            case "genre" where genre == nil: genre = try reader.readIfPresent(String.self)
            case "price" where price == nil: price = try reader.readIfPresent(Double.self)
            case "currency" where currency == nil: currency = try reader.readIfPresent(String.self)
            case "url" where url == nil: url = try reader.readIfPresent(String.self)
            default: try reader.skipValue()
            }
        }
        guard let id else { throw .missing("id", at: object) }
        guard let name else { throw .missing("name", at: object) }
        self.id = id
        self.name = name
        self.artist = artist
        self.album = album
        self.artwork = artwork
        self.preview = preview
        self.milliseconds = milliseconds
        self.releaseDate = releaseDate
        self.genre = genre
        self.price = price
        self.currency = currency
        self.url = url
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("album", album)
        writer.member("artist", artist)
        writer.member("artwork", artwork)
        writer.member("currency", currency)
        writer.member("genre", genre)
        writer.member("id", id)
        writer.member("milliseconds", milliseconds)
        writer.member("name", name)
        writer.member("preview", preview)
        writer.member("price", price)
        writer.member("releaseDate", releaseDate)
        writer.member("url", url)
        writer.endObject()
    }
}

extension JSONReadable where Self == Song {
    package init(
        id: String, name: String, artist: String? = nil, album: String? = nil, artwork: String? = nil,
        preview: String? = nil, milliseconds: Int? = nil, releaseDate: String? = nil, genre: String? = nil,
        price: Double? = nil, currency: String? = nil, url: String? = nil
    ) {
        self.init(
            id: id, name: name, artist: artist, album: album, artwork: artwork, preview: preview,
            milliseconds: milliseconds, releaseDate: releaseDate, genre: genre, price: price, currency: currency,
            url: url)
    }
}

extension Video {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var id: String?
        var title: String?
        var date: String?
        var description: String?
        var duration: Int?
        var thumbnail: String?
        var url: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "id" where id == nil: id = try reader.read(String.self)
            case "title" where title == nil: title = try reader.read(String.self)
            case "date" where date == nil: date = try reader.readIfPresent(String.self)
            case "description" where description == nil: description = try reader.readIfPresent(String.self)
            case "duration" where duration == nil: duration = try reader.readIfPresent(Int.self)
            case "thumbnail" where thumbnail == nil: thumbnail = try reader.readIfPresent(String.self)
            case "url" where url == nil: url = try reader.read(String.self)
            default: try reader.skipValue()
            }
        }
        guard let id else { throw .missing("id", at: object) }
        guard let title else { throw .missing("title", at: object) }
        guard let url else { throw .missing("url", at: object) }
        self.id = id
        self.title = title
        self.date = date
        self.description = description
        self.duration = duration
        self.thumbnail = thumbnail
        self.url = url
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("date", date)
        writer.member("description", description)
        writer.member("duration", duration)
        writer.member("id", id)
        writer.member("thumbnail", thumbnail)
        writer.member("title", title)
        writer.member("url", url)
        writer.endObject()
    }
}

extension JSONReadable where Self == Video {
    package init(
        id: String, title: String, date: String? = nil, description: String? = nil, duration: Int? = nil,
        thumbnail: String? = nil, url: String
    ) {
        self.init(
            id: id, title: title, date: date, description: description, duration: duration, thumbnail: thumbnail,
            url: url)
    }
}
