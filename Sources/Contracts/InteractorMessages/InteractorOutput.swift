import JSON

/// Answers of the fetcher, with the correlation of the request, in order of completion.
package enum InteractorOutput {
    /// Entities of a source.
    package struct Found<Item: Entity>: JSONCodable, Equatable, Sendable {
        package var source: String
        package var items: [Item]
        /// Requests the next page; absent on the last one.
        package var cursor: String?
        /// The number of entities in all, if the source reports it; it may be more than can be listed.
        package var total: Int?
        /// The number of entries of this page that were left out because they are not available.
        package var unavailable: Int?
        /// The number of results of this page that were left out because they could not be read.
        package var unreadable: Int?
        /// The source has ended the search early.
        package var incomplete: Bool?

        package init(
            source: String, items: [Item], cursor: String? = nil, total: Int? = nil, unavailable: Int? = nil,
            unreadable: Int? = nil, incomplete: Bool? = nil
        ) {
            self.source = source
            self.items = items
            self.cursor = cursor
            self.total = total
            self.unavailable = unavailable
            self.unreadable = unreadable
            self.incomplete = incomplete
        }
    }

    /// The type of every `found`, for all kinds of entities.
    package static let found = "interactor.output.found"

    /// The payload of any `found`, without its items.
    package struct FoundSource: JSONCodable, Equatable, Sendable {
        package var source: String
    }

    /// The answer to a `get`: a response with a status below 400.
    package struct Got: JSONCodable, Equatable, Sendable {
        package static let type = "interactor.output.got"
        /// The URL of the response, after redirects.
        package var url: String
        package var status: Int
        /// The Content-Type.
        package var contentType: String?
        /// The body, when it is UTF-8.
        package var body: String?
        /// The body, when it is not.
        package var base64: String?
    }

    /// A request that has failed.
    package struct Failed: JSONCodable, Equatable, Sendable {
        package static let type = "interactor.output.failed"
        package var kind: FailureKind
        /// Action, object and cause, in a sentence.
        package var message: String
        /// The same request may succeed later.
        package var retryable: Bool
        package var source: String?
        /// The HTTP status, where there was one.
        package var status: Int?
        /// Seconds to wait before the next attempt, if the server reported it.
        package var retryAfter: Int?
        /// The time when a limit ends, RFC 3339 in UTC, if the server reported it.
        package var retryAt: String?
    }

    /// The state of a request before its final answer.
    package struct Progress: JSONCodable, Equatable, Sendable {
        package static let type = "interactor.output.progress"
        /// Bytes.
        package var done: Int
        package var total: Int?
        /// The number of the attempt that has failed, from 1. Another one follows.
        package var attempt: Int?
        /// The reason for the failure.
        package var cause: String?
        /// Seconds until the next one.
        package var delay: Double?
    }
}

/// The reason why a request failed.
package enum FailureKind: String, JSONCodable, Sendable, CaseIterable {
    case invalidRequest, network, timeout, http, rateLimited, decode, tooLarge, cancelled
    /// A key or a token is missing, or the service does not take it.
    case unauthorized
    /// The requested entity does not exist.
    case notFound
    /// The fetcher's own machine is the cause: a file, the disk, too many open files.
    case local
}

/// The items of a source, of all pages so far.
package struct ItemPages<Item: Entity>: JSONCodable, Equatable, Sendable {
    package var items: [Item] = []
    /// Requests the next page; nil after the last one.
    package var cursor: String?
    /// The number of items in all, if the source reports it.
    package var total: Int?
    /// The number of items that were left out because they are not available.
    package var unavailable: Int = 0
    /// The number of items that were left out because they could not be read.
    package var unreadable: Int?
    /// The number of items that were left out because others have their ids.
    package var repeated: Int?
    /// The source has ended a search early.
    package var incomplete: Bool?

    package init() {}

    package mutating func append(_ page: InteractorOutput.Found<Item>) {
        if items.isEmpty { items = page.items } else { items += page.items }
        cursor = page.cursor
        total = page.total ?? total
        unavailable = Self.sum(unavailable, page.unavailable)
        if let more = page.unreadable, more > 0 { unreadable = Self.sum(unreadable ?? 0, more) }
        if page.incomplete == true { incomplete = true }
    }

    /// Adds counts from outside, which may be of any size, without overflow.
    fileprivate static func sum(_ count: Int, _ more: Int?) -> Int {
        min(max(count, 0), 1_000_000_000) + min(max(more ?? 0, 0), 1_000_000_000)
    }

    /// True if there may be more; nil for no, as screens have it.
    package var hasMore: Bool? { cursor == nil ? nil : true }
}

extension ItemPages where Item: Identifiable, Item.ID == String {
    /// Adds the items whose ids have not come before. Of the others, it counts those that differ: results may shift
    /// between two requests, so that one is repeated on the next page, but two items with one id are one too few.
    /// - Returns: the items that are new.
    package mutating func appendNew(_ page: InteractorOutput.Found<Item>) -> [Item] {
        // The places of ids, among these items and then those of the page.
        var known = Dictionary(zip(items.map { $0.id }, items.indices), uniquingKeysWith: { first, _ in first })
        known.reserveCapacity(items.count + page.items.count)
        var new: [Int] = []
        var lost = 0
        for index in page.items.indices {
            let item = page.items[index]
            if let place = known[item.id] {
                let other = place < items.count ? items[place] : page.items[place - items.count]
                if other != item { lost += 1 }
            } else {
                known[item.id] = items.count + index
                new.append(index)
            }
        }
        var page = page
        if new.count < page.items.count { page.items = new.map { page.items[$0] } }
        append(page)
        if lost > 0 { repeated = Self.sum(repeated ?? 0, lost) }
        return page.items
    }
}
