// Written by scripts/generate from the declarations of this target.

import InteractorMessages
package import JSON
import Scenes

extension AlertText {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var title: String?
        var message: String?
        var isFailure: Bool?
        var offersRetry: Bool?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "title" where title == nil: title = try reader.read(String.self)
            case "message" where message == nil: message = try reader.read(String.self)
            case "failure" where isFailure == nil: isFailure = try reader.readIfPresent(Bool.self)
            case "offersRetry" where offersRetry == nil: offersRetry = try reader.readIfPresent(Bool.self)
            default: try reader.skipValue()
            }
        }
        guard let title else { throw .missing("title", at: object) }
        guard let message else { throw .missing("message", at: object) }
        self.title = title
        self.message = message
        self.isFailure = isFailure ?? false
        self.offersRetry = offersRetry ?? false
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("failure", isFailure)
        writer.member("message", message)
        writer.member("offersRetry", offersRetry)
        writer.member("title", title)
        writer.endObject()
    }
}

extension JSONReadable where Self == AlertText {
    package init(title: String, message: String, isFailure: Bool = false, offersRetry: Bool = false) {
        self.init(title: title, message: message, isFailure: isFailure, offersRetry: offersRetry)
    }
}

extension AppRow {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var id: String?
        var name: String?
        var company: String?
        var rating: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "id" where id == nil: id = try reader.read(String.self)
            case "name" where name == nil: name = try reader.read(String.self)
            case "company" where company == nil: company = try reader.readIfPresent(String.self)
            case "rating" where rating == nil: rating = try reader.readIfPresent(String.self)
            default: try reader.skipValue()
            }
        }
        guard let id else { throw .missing("id", at: object) }
        guard let name else { throw .missing("name", at: object) }
        self.id = id
        self.name = name
        self.company = company
        self.rating = rating
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("company", company)
        writer.member("id", id)
        writer.member("name", name)
        writer.member("rating", rating)
        writer.endObject()
    }
}

extension AppText {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var name: String?
        var company: String?
        var rating: String?
        var price: String?
        var page: String?
        var news: Section?
        var description: Section?
        var screenshots: [String]?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "name" where name == nil: name = try reader.read(String.self)
            case "company" where company == nil: company = try reader.readIfPresent(String.self)
            case "rating" where rating == nil: rating = try reader.readIfPresent(String.self)
            case "price" where price == nil: price = try reader.readIfPresent(String.self)
            case "page" where page == nil: page = try reader.readIfPresent(String.self)
            case "news" where news == nil: news = try reader.readIfPresent(Section.self)
            case "description" where description == nil: description = try reader.readIfPresent(Section.self)
            case "screenshots" where screenshots == nil: screenshots = try reader.readIfPresent([String].self)
            default: try reader.skipValue()
            }
        }
        guard let name else { throw .missing("name", at: object) }
        self.name = name
        self.company = company
        self.rating = rating
        self.price = price
        self.page = page
        self.news = news
        self.description = description
        self.screenshots = screenshots ?? []
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("company", company)
        writer.member("description", description)
        writer.member("name", name)
        writer.member("news", news)
        writer.member("page", page)
        writer.member("price", price)
        writer.member("rating", rating)
        writer.member("screenshots", screenshots)
        writer.endObject()
    }
}

extension AppText.Section {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var heading: String?
        var caption: String?
        var body: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "heading" where heading == nil: heading = try reader.read(String.self)
            case "caption" where caption == nil: caption = try reader.readIfPresent(String.self)
            case "body" where body == nil: body = try reader.read(String.self)
            default: try reader.skipValue()
            }
        }
        guard let heading else { throw .missing("heading", at: object) }
        guard let body else { throw .missing("body", at: object) }
        self.heading = heading
        self.caption = caption
        self.body = body
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("body", body)
        writer.member("caption", caption)
        writer.member("heading", heading)
        writer.endObject()
    }
}

extension JSONReadable where Self == AppText.Section {
    package init(heading: String, caption: String? = nil, body: String) {
        self.init(heading: heading, caption: caption, body: body)
    }
}

extension SearchText {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var empty: String?
        var captions: [String]?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "empty" where empty == nil: empty = try reader.readIfPresent(String.self)
            case "captions" where captions == nil: captions = try reader.readIfPresent([String].self)
            default: try reader.skipValue()
            }
        }
        self.empty = empty
        self.captions = captions ?? []
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("captions", captions)
        writer.member("empty", empty)
        writer.endObject()
    }
}
