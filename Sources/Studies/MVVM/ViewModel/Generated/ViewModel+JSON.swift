// Written by scripts/generate from the declarations of this target.

import Formatting
import InteractorMessages
import JSON
import Scenes
import ViewModelMessages

extension GreetingViewModel.State {
    init(from reader: inout JSONReader) throws(JSONError) {
        var text: String?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "text" where text == nil: text = try reader.readIfPresent(String.self)
            default: try reader.skipValue()
            }
        }
        self.text = text ?? ""
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("text", text)
        writer.endObject()
    }
}

extension SearchViewModel.State {
    init(from reader: inout JSONReader) throws(JSONError) {
        var query: String?
        var search: ItemSearch<App>?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "query" where query == nil: query = try reader.readIfPresent(String.self)
            case "search" where search == nil: search = try reader.read(ItemSearch<App>.self)
            default: try reader.skipValue()
            }
        }
        guard let search else { throw .missing("search", at: object) }
        self.query = query ?? ""
        self.search = search
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("query", query)
        writer.member("search", search)
        writer.endObject()
    }
}
