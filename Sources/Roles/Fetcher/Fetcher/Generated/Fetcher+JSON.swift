// Written by scripts/generate from the declarations of this target.

import InteractorMessages
import JSON

extension DeclaredAnswer {
    init(from reader: inout JSONReader) throws(JSONError) {
        var items: [Lenient<JSONItem>]?
        var givenCursor: Lenient<String>?
        var hasCursor: Bool?
        var total: Lenient<Int>?
        var incomplete: Bool?
        var failed: Lenient<String>?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "items" where items == nil: items = try reader.readIfPresent([Lenient<JSONItem>].self)
            case "cursor" where givenCursor == nil: givenCursor = try reader.readIfPresent(Lenient<String>.self)
            case "hasCursor" where hasCursor == nil: hasCursor = try reader.readIfPresent(Bool.self)
            case "total" where total == nil: total = try reader.readIfPresent(Lenient<Int>.self)
            case "incomplete" where incomplete == nil: incomplete = try reader.readIfPresent(Bool.self)
            case "failed" where failed == nil: failed = try reader.readIfPresent(Lenient<String>.self)
            default: try reader.skipValue()
            }
        }
        self.items = items ?? []
        self.givenCursor = givenCursor
        self.hasCursor = hasCursor ?? false
        self.total = total
        self.incomplete = incomplete ?? false
        self.failed = failed
    }
}

extension Fetcher.Page {
    init(from reader: inout JSONReader) throws(JSONError) {
        var cursor: String?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "cursor" where cursor == nil: cursor = try reader.readIfPresent(String.self)
            default: try reader.skipValue()
            }
        }
        self.cursor = cursor
    }
}

extension ITunesAnswer {
    init(from reader: inout JSONReader) throws(JSONError) {
        var results: [Lenient<Result>]?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "results" where results == nil: results = try reader.read([Lenient<Result>].self)
            default: try reader.skipValue()
            }
        }
        guard let results else { throw .missing("results", at: object) }
        self.results = results
    }
}

extension ITunesFailure {
    init(from reader: inout JSONReader) throws(JSONError) {
        var errorMessage: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "errorMessage" where errorMessage == nil: errorMessage = try reader.read(String.self)
            default: try reader.skipValue()
            }
        }
        guard let errorMessage else { throw .missing("errorMessage", at: object) }
        self.errorMessage = errorMessage
    }
}

extension ItemFormat.Unreadable {
    init(from reader: inout JSONReader) throws(JSONError) {
        var source: String?
        var unreadable: Int?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "source" where source == nil: source = try reader.read(String.self)
            case "unreadable" where unreadable == nil: unreadable = try reader.readIfPresent(Int.self)
            default: try reader.skipValue()
            }
        }
        guard let source else { throw .missing("source", at: object) }
        self.source = source
        self.unreadable = unreadable
    }
}

extension YouTubeAnswer {
    init(from reader: inout JSONReader) throws(JSONError) {
        var items: [Lenient<YouTubeItem>]?
        var nextPageToken: String?
        var pageInfo: Lenient<YouTubeAnswer.Page>?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "items" where items == nil: items = try reader.read([Lenient<YouTubeItem>].self)
            case "nextPageToken" where nextPageToken == nil: nextPageToken = try reader.readIfPresent(String.self)
            case "pageInfo" where pageInfo == nil: pageInfo = try reader.readIfPresent(Lenient<YouTubeAnswer.Page>.self)
            default: try reader.skipValue()
            }
        }
        guard let items else { throw .missing("items", at: object) }
        self.items = items
        self.nextPageToken = nextPageToken
        self.pageInfo = pageInfo
    }
}

extension YouTubeAnswer.Page {
    init(from reader: inout JSONReader) throws(JSONError) {
        var totalResults: Lenient<Int>?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "totalResults" where totalResults == nil: totalResults = try reader.readIfPresent(Lenient<Int>.self)
            default: try reader.skipValue()
            }
        }
        self.totalResults = totalResults
    }
}

extension YouTubeFailure {
    init(from reader: inout JSONReader) throws(JSONError) {
        var error: Lenient<YouTubeFailure.Body>?
        var description: Lenient<String>?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "error" where error == nil: error = try reader.readIfPresent(Lenient<YouTubeFailure.Body>.self)
            case "error_description" where description == nil:
                description = try reader.readIfPresent(Lenient<String>.self)
            default: try reader.skipValue()
            }
        }
        self.error = error
        self.description = description
    }
}

extension YouTubeFailure.Body {
    init(from reader: inout JSONReader) throws(JSONError) {
        guard reader.nextByte == UInt8(ascii: "{") else {
            message = try reader.readIfPresent(Lenient<String>.self)
            errors = nil
            details = nil
            return
        }
        var message: Lenient<String>?
        var errors: Lenient<[Lenient<YouTubeFailure.Detail>]>?
        var details: Lenient<[Lenient<YouTubeFailure.Detail>]>?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "message" where message == nil: message = try reader.readIfPresent(Lenient<String>.self)
            case "errors" where errors == nil:
                errors = try reader.readIfPresent(Lenient<[Lenient<YouTubeFailure.Detail>]>.self)
            case "details" where details == nil:
                details = try reader.readIfPresent(Lenient<[Lenient<YouTubeFailure.Detail>]>.self)
            default: try reader.skipValue()
            }
        }
        self.message = message
        self.errors = errors
        self.details = details
    }
}

extension YouTubeFailure.Detail {
    init(from reader: inout JSONReader) throws(JSONError) {
        var reason: Lenient<String>?
        var message: Lenient<String>?
        var metadata: Lenient<YouTubeFailure.Metadata>?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "reason" where reason == nil: reason = try reader.readIfPresent(Lenient<String>.self)
            case "message" where message == nil: message = try reader.readIfPresent(Lenient<String>.self)
            case "metadata" where metadata == nil:
                metadata = try reader.readIfPresent(Lenient<YouTubeFailure.Metadata>.self)
            default: try reader.skipValue()
            }
        }
        self.reason = reason
        self.message = message
        self.metadata = metadata
    }
}

extension YouTubeFailure.Metadata {
    init(from reader: inout JSONReader) throws(JSONError) {
        var limit: Lenient<String>?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "quota_limit" where limit == nil: limit = try reader.readIfPresent(Lenient<String>.self)
            default: try reader.skipValue()
            }
        }
        self.limit = limit
    }
}

extension YouTubeItem {
    init(from reader: inout JSONReader) throws(JSONError) {
        var id: Lenient<String>?
        var snippet: YouTubeItem.Snippet?
        var contentDetails: Lenient<YouTubeItem.Details>?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "id" where id == nil: id = try reader.readIfPresent(Lenient<String>.self)
            case "snippet" where snippet == nil: snippet = try reader.read(YouTubeItem.Snippet.self)
            case "contentDetails" where contentDetails == nil:
                contentDetails = try reader.readIfPresent(Lenient<YouTubeItem.Details>.self)
            default: try reader.skipValue()
            }
        }
        guard let snippet else { throw .missing("snippet", at: object) }
        self.id = id
        self.snippet = snippet
        self.contentDetails = contentDetails
    }
}

extension YouTubeItem.Details {
    init(from reader: inout JSONReader) throws(JSONError) {
        var videoId: Lenient<String>?
        var videoPublishedAt: Lenient<String>?
        var duration: Lenient<String>?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "videoId" where videoId == nil: videoId = try reader.readIfPresent(Lenient<String>.self)
            case "videoPublishedAt" where videoPublishedAt == nil:
                videoPublishedAt = try reader.readIfPresent(Lenient<String>.self)
            case "duration" where duration == nil: duration = try reader.readIfPresent(Lenient<String>.self)
            default: try reader.skipValue()
            }
        }
        self.videoId = videoId
        self.videoPublishedAt = videoPublishedAt
        self.duration = duration
    }
}

extension YouTubeItem.Resource {
    init(from reader: inout JSONReader) throws(JSONError) {
        var videoId: String?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "videoId" where videoId == nil: videoId = try reader.readIfPresent(String.self)
            default: try reader.skipValue()
            }
        }
        self.videoId = videoId
    }
}

extension YouTubeItem.Snippet {
    init(from reader: inout JSONReader) throws(JSONError) {
        var title: String?
        var publishedAt: Lenient<String>?
        var description: Lenient<String>?
        var thumbnails: Lenient<[String: Lenient<YouTubeItem.Thumbnail>]>?
        var resourceId: Lenient<YouTubeItem.Resource>?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "title" where title == nil: title = try reader.read(String.self)
            case "publishedAt" where publishedAt == nil: publishedAt = try reader.readIfPresent(Lenient<String>.self)
            case "description" where description == nil: description = try reader.readIfPresent(Lenient<String>.self)
            case "thumbnails" where thumbnails == nil:
                thumbnails = try reader.readIfPresent(Lenient<[String: Lenient<YouTubeItem.Thumbnail>]>.self)
            case "resourceId" where resourceId == nil:
                resourceId = try reader.readIfPresent(Lenient<YouTubeItem.Resource>.self)
            default: try reader.skipValue()
            }
        }
        guard let title else { throw .missing("title", at: object) }
        self.title = title
        self.publishedAt = publishedAt
        self.description = description
        self.thumbnails = thumbnails
        self.resourceId = resourceId
    }
}

extension YouTubeItem.Thumbnail {
    init(from reader: inout JSONReader) throws(JSONError) {
        var url: String?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "url" where url == nil: url = try reader.readIfPresent(String.self)
            default: try reader.skipValue()
            }
        }
        self.url = url
    }
}
