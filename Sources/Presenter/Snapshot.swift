import JSON

/// All that a presenter knows, except for its settings, with which its successor is started too.
struct Snapshot: JSONWritable {
    let scenes: [LiveScene]

    init(scenes: [LiveScene]) { self.scenes = scenes }

    init(from reader: inout JSONReader, _ settings: PresenterSettings) throws(JSONError) {
        var scenes: [LiveScene]?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            guard case "scenes" = key, scenes == nil else {
                try reader.skipValue()
                continue
            }
            scenes = []
            try reader.beginArray()
            while try reader.nextElement() { scenes?.append(try LiveScene(from: &reader, settings)) }
        }
        guard let scenes else { throw .missing("scenes", at: object) }
        self.scenes = scenes
    }
}
