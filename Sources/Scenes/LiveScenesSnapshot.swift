import JSON

/// All that ``LiveScenes`` knows, except for what its successor is started with too.
struct LiveScenesSnapshot: JSONWritable {
    let scenes: [LiveScene]

    init(scenes: [LiveScene]) { self.scenes = scenes }

    init(from reader: inout JSONReader, _ makeLogic: LiveScenes.LogicFactory) throws(JSONError) {
        var scenes: [LiveScene]?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            guard case "scenes" = key, scenes == nil else {
                try reader.skipValue()
                continue
            }
            scenes = []
            try reader.beginArray()
            while try reader.nextElement() { scenes?.append(try LiveScene(from: &reader, makeLogic)) }
        }
        guard let scenes else { throw .missing("scenes", at: object) }
        self.scenes = scenes
    }
}
