// Written by scripts/generate-json from the declarations of this target.

import JSON

extension RecordedFrame.Batch {
    init(from reader: inout JSONReader) throws(JSONError) {
        var batch: JSONBytes?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "batch" where batch == nil: batch = try reader.read(JSONBytes.self)
            default: try reader.skipValue()
            }
        }
        guard let batch else { throw .missing("batch", at: object) }
        self.batch = batch
    }
}

extension RecordedFrame.Noise {
    init(from reader: inout JSONReader) throws(JSONError) {
        var text: String?
        var base64: String?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "text" where text == nil: text = try reader.readIfPresent(String.self)
            case "base64" where base64 == nil: base64 = try reader.readIfPresent(String.self)
            default: try reader.skipValue()
            }
        }
        self.text = text
        self.base64 = base64
    }
}
