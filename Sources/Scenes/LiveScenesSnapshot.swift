import JSON

/// All that ``LiveScenes`` knows, except for what its successor is started with too.
struct LiveScenesSnapshot: JSONWritable {
    let scenes: [LiveScene]
    let foreign: ForeignScenes
    let preferences: Preferences

    init(scenes: [LiveScene], foreign: ForeignScenes, preferences: Preferences) {
        self.scenes = scenes
        self.foreign = foreign
        self.preferences = preferences
    }

    init(from reader: inout JSONReader, _ makeLogic: LiveScenes.LogicFactory) throws(JSONError) {
        var scenes: [LiveScene]?
        var foreign: ForeignScenes?
        var preferences: Preferences?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "foreign" where foreign == nil: foreign = try reader.readIfPresent()
            case "preferences" where preferences == nil: preferences = try reader.readIfPresent()
            case "scenes" where scenes == nil:
                scenes = []
                try reader.beginArray()
                while try reader.nextElement() { scenes?.append(try LiveScene(from: &reader, makeLogic)) }
            default: try reader.skipValue()
            }
        }
        guard let scenes else { throw .missing("scenes", at: object) }
        self.scenes = scenes
        self.foreign = foreign ?? ForeignScenes()
        self.preferences = preferences ?? Preferences()
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        if foreign != ForeignScenes() { writer.member("foreign", foreign) }
        if preferences != Preferences() { writer.member("preferences", preferences) }
        writer.member("scenes", scenes)
        writer.endObject()
    }
}
