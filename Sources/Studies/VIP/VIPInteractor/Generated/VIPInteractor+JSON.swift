// Written by scripts/generate from the declarations of this target.

import InteractorMessages
import JSON
import Scenes
import VIPMessages

extension GreetingInteractor.State {
    init(from reader: inout JSONReader) throws(JSONError) {
        var greeting: GreetingData?
        var isNobody: Bool?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "greeting" where greeting == nil: greeting = try reader.readIfPresent(GreetingData.self)
            case "isNobody" where isNobody == nil: isNobody = try reader.readIfPresent(Bool.self)
            default: try reader.skipValue()
            }
        }
        self.greeting = greeting
        self.isNobody = isNobody ?? false
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("greeting", greeting)
        writer.member("isNobody", isNobody)
        writer.endObject()
    }
}
