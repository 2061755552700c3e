// Written by scripts/generate from the declarations of this target.

package import Formatting
package import JSON

extension Found {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var rows: [AppRow]?
        var text: SearchText?
        var hasMore: Bool?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "rows" where rows == nil: rows = try reader.read([AppRow].self)
            case "text" where text == nil: text = try reader.read(SearchText.self)
            case "hasMore" where hasMore == nil: hasMore = try reader.readIfPresent(Bool.self)
            default: try reader.skipValue()
            }
        }
        guard let rows else { throw .missing("rows", at: object) }
        guard let text else { throw .missing("text", at: object) }
        self.rows = rows
        self.text = text
        self.hasMore = hasMore
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("hasMore", hasMore)
        writer.member("rows", rows)
        writer.member("text", text)
        writer.endObject()
    }
}

extension JSONReadable where Self == Found {
    package init(rows: [AppRow], text: SearchText, hasMore: Bool? = nil) {
        self.init(rows: rows, text: text, hasMore: hasMore)
    }
}

extension NoDetails {
    package init(from reader: inout JSONReader) throws(JSONError) {
        try reader.beginObject()
        while try reader.nextKey() != nil {
            try reader.skipValue()
        }
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.endObject()
    }
}

extension JSONReadable where Self == NoDetails {
    package init() {
        self.init()
    }
}

extension PagePicture {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var position: Int?
        var caption: String?
        var image: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "position" where position == nil: position = try reader.read(Int.self)
            case "caption" where caption == nil: caption = try reader.read(String.self)
            case "image" where image == nil: image = try reader.readIfPresent(String.self)
            default: try reader.skipValue()
            }
        }
        guard let position else { throw .missing("position", at: object) }
        guard let caption else { throw .missing("caption", at: object) }
        self.position = position
        self.caption = caption
        self.image = image
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("caption", caption)
        writer.member("image", image)
        writer.member("position", position)
        writer.endObject()
    }
}

extension JSONReadable where Self == PagePicture {
    package init(position: Int, caption: String, image: String? = nil) {
        self.init(position: position, caption: caption, image: image)
    }
}

extension PathStep {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var scene: String?
        var name: String?
        var isModal: Bool?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "scene" where scene == nil: scene = try reader.read(String.self)
            case "name" where name == nil: name = try reader.read(String.self)
            case "modal" where isModal == nil: isModal = try reader.readIfPresent(Bool.self)
            default: try reader.skipValue()
            }
        }
        guard let scene else { throw .missing("scene", at: object) }
        guard let name else { throw .missing("name", at: object) }
        self.scene = scene
        self.name = name
        self.isModal = isModal
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("modal", isModal)
        writer.member("name", name)
        writer.member("scene", scene)
        writer.endObject()
    }
}

extension JSONReadable where Self == PathStep {
    package init(scene: String, name: String, isModal: Bool? = nil) {
        self.init(scene: scene, name: name, isModal: isModal)
    }
}

extension ScreenshotPage {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var position: Int?
        var count: Int?
        var caption: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "position" where position == nil: position = try reader.read(Int.self)
            case "count" where count == nil: count = try reader.read(Int.self)
            case "caption" where caption == nil: caption = try reader.read(String.self)
            default: try reader.skipValue()
            }
        }
        guard let position else { throw .missing("position", at: object) }
        guard let count else { throw .missing("count", at: object) }
        guard let caption else { throw .missing("caption", at: object) }
        self.position = position
        self.count = count
        self.caption = caption
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("caption", caption)
        writer.member("count", count)
        writer.member("position", position)
        writer.endObject()
    }
}

extension JSONReadable where Self == ScreenshotPage {
    package init(position: Int, count: Int, caption: String) {
        self.init(position: position, count: count, caption: caption)
    }
}

extension ViewModelInput.Choose {
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

extension JSONReadable where Self == ViewModelInput.Choose {
    package init(id: String) {
        self.init(id: id)
    }
}

extension ViewModelInput.Highlight {
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

extension JSONReadable where Self == ViewModelInput.Highlight {
    package init(id: String) {
        self.init(id: id)
    }
}

extension ViewModelInput.SetQuery {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var query: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "query" where query == nil: query = try reader.read(String.self)
            default: try reader.skipValue()
            }
        }
        guard let query else { throw .missing("query", at: object) }
        self.query = query
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("query", query)
        writer.endObject()
    }
}

extension JSONReadable where Self == ViewModelInput.SetQuery {
    package init(query: String) {
        self.init(query: query)
    }
}

extension ViewModelOutput.Activity {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var activity: String?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "activity" where activity == nil: activity = try reader.readIfPresent(String.self)
            default: try reader.skipValue()
            }
        }
        self.activity = activity
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("activity", activity)
        writer.endObject()
    }
}

extension JSONReadable where Self == ViewModelOutput.Activity {
    package init(activity: String? = nil) {
        self.init(activity: activity)
    }
}

extension ViewModelOutput.Alert {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var alert: AlertText?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "alert" where alert == nil: alert = try reader.readIfPresent(AlertText.self)
            default: try reader.skipValue()
            }
        }
        self.alert = alert
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("alert", alert)
        writer.endObject()
    }
}

extension JSONReadable where Self == ViewModelOutput.Alert {
    package init(alert: AlertText? = nil) {
        self.init(alert: alert)
    }
}

extension ViewModelOutput.App {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var app: AppText?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "app" where app == nil: app = try reader.readIfPresent(AppText.self)
            default: try reader.skipValue()
            }
        }
        self.app = app
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("app", app)
        writer.endObject()
    }
}

extension JSONReadable where Self == ViewModelOutput.App {
    package init(app: AppText? = nil) {
        self.init(app: app)
    }
}

extension ViewModelOutput.DidFail {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var action: String?
        var message: String?
        var url: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "action" where action == nil: action = try reader.read(String.self)
            case "message" where message == nil: message = try reader.read(String.self)
            case "url" where url == nil: url = try reader.readIfPresent(String.self)
            default: try reader.skipValue()
            }
        }
        guard let action else { throw .missing("action", at: object) }
        guard let message else { throw .missing("message", at: object) }
        self.action = action
        self.message = message
        self.url = url
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("action", action)
        writer.member("message", message)
        writer.member("url", url)
        writer.endObject()
    }
}

extension JSONReadable where Self == ViewModelOutput.DidFail {
    package init(action: String, message: String, url: String? = nil) {
        self.init(action: action, message: message, url: url)
    }
}

extension ViewModelOutput.DidOpen {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var url: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "url" where url == nil: url = try reader.read(String.self)
            default: try reader.skipValue()
            }
        }
        guard let url else { throw .missing("url", at: object) }
        self.url = url
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("url", url)
        writer.endObject()
    }
}

extension JSONReadable where Self == ViewModelOutput.DidOpen {
    package init(url: String) {
        self.init(url: url)
    }
}

extension ViewModelOutput.Greeting {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var greeting: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "greeting" where greeting == nil: greeting = try reader.read(String.self)
            default: try reader.skipValue()
            }
        }
        guard let greeting else { throw .missing("greeting", at: object) }
        self.greeting = greeting
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("greeting", greeting)
        writer.endObject()
    }
}

extension JSONReadable where Self == ViewModelOutput.Greeting {
    package init(greeting: String) {
        self.init(greeting: greeting)
    }
}

extension ViewModelOutput.Path {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var path: [PathStep]?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "path" where path == nil: path = try reader.read([PathStep].self)
            default: try reader.skipValue()
            }
        }
        guard let path else { throw .missing("path", at: object) }
        self.path = path
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("path", path)
        writer.endObject()
    }
}

extension JSONReadable where Self == ViewModelOutput.Path {
    package init(path: [PathStep]) {
        self.init(path: path)
    }
}

extension ViewModelOutput.Picture {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var picture: PagePicture?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "picture" where picture == nil: picture = try reader.readIfPresent(PagePicture.self)
            default: try reader.skipValue()
            }
        }
        self.picture = picture
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("picture", picture)
        writer.endObject()
    }
}

extension JSONReadable where Self == ViewModelOutput.Picture {
    package init(picture: PagePicture? = nil) {
        self.init(picture: picture)
    }
}

extension ViewModelOutput.Preview {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var app: AppText?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "app" where app == nil: app = try reader.readIfPresent(AppText.self)
            default: try reader.skipValue()
            }
        }
        self.app = app
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("app", app)
        writer.endObject()
    }
}

extension JSONReadable where Self == ViewModelOutput.Preview {
    package init(app: AppText? = nil) {
        self.init(app: app)
    }
}

extension ViewModelOutput.Query {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var query: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "query" where query == nil: query = try reader.read(String.self)
            default: try reader.skipValue()
            }
        }
        guard let query else { throw .missing("query", at: object) }
        self.query = query
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("query", query)
        writer.endObject()
    }
}

extension JSONReadable where Self == ViewModelOutput.Query {
    package init(query: String) {
        self.init(query: query)
    }
}

extension ViewModelOutput.Rows {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var found: Found?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "found" where found == nil: found = try reader.readIfPresent(Found.self)
            default: try reader.skipValue()
            }
        }
        self.found = found
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("found", found)
        writer.endObject()
    }
}

extension JSONReadable where Self == ViewModelOutput.Rows {
    package init(found: Found? = nil) {
        self.init(found: found)
    }
}

extension ViewModelOutput.Screenshot {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var page: ScreenshotPage?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "page" where page == nil: page = try reader.readIfPresent(ScreenshotPage.self)
            default: try reader.skipValue()
            }
        }
        self.page = page
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("page", page)
        writer.endObject()
    }
}

extension JSONReadable where Self == ViewModelOutput.Screenshot {
    package init(page: ScreenshotPage? = nil) {
        self.init(page: page)
    }
}

extension ViewModelOutput.Title {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var title: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "title" where title == nil: title = try reader.read(String.self)
            default: try reader.skipValue()
            }
        }
        guard let title else { throw .missing("title", at: object) }
        self.title = title
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("title", title)
        writer.endObject()
    }
}

extension JSONReadable where Self == ViewModelOutput.Title {
    package init(title: String) {
        self.init(title: title)
    }
}
