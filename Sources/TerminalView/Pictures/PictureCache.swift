/// What became of the pictures that were to be drawn.
package struct PictureCache: Sendable {
    private var drawings: [PictureRequest: CellBuffer] = [:]
    /// From the oldest to the newest.
    private var order: [PictureRequest] = []
    /// The keys of pictures that could not be drawn.
    private var failed: Set<String> = []

    private static let capacity = 24

    package init() {}

    package subscript(request: PictureRequest) -> CellBuffer? { drawings[request] }

    package func hasFailed(_ key: String) -> Bool { failed.contains(key) }

    /// - Parameter drawing: nil when it could not be drawn.
    package mutating func keep(_ drawing: CellBuffer?, for request: PictureRequest) {
        guard let drawing else {
            failed.insert(request.key)
            return
        }
        if drawings.updateValue(drawing, forKey: request) == nil { order.append(request) }
        if order.count > Self.capacity { drawings[order.removeFirst()] = nil }
    }
}
