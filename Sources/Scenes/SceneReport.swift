package import JSON

/// A message that a scene sends without being asked for an answer.
package struct SceneReport: Sendable {
    package var type: String
    package var message: any JSONWritable & Sendable

    package init(_ type: String, _ message: any JSONWritable & Sendable) {
        self.type = type
        self.message = message
    }
}
