// Written by scripts/generate from the declarations of this target.

import JSON
import RouterMessages

extension NavigationStack {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("count", count)
        writer.member("scenes", scenes)
        writer.endObject()
    }
}
