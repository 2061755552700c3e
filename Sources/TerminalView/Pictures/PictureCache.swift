/// The drawings so far, and the pictures that could not be drawn.
package struct PictureCache: Sendable {
    private var drawings: [PictureRequest: CellBuffer] = [:]
    /// Oldest first.
    private var order: [PictureRequest] = []
    /// The keys of pictures that could not be drawn.
    private var failed: Set<String> = []

    private var cells = 0

    /// Cells in all. It must exceed those of the pictures in sight, or they would be drawn again and again.
    private let capacity: Int

    package init(capacity: Int = 100_000) {
        self.capacity = capacity
    }

    package subscript(request: PictureRequest) -> CellBuffer? { drawings[request] }

    package func hasFailed(_ key: String) -> Bool { failed.contains(key) }

    /// - Parameter drawing: nil when it could not be drawn.
    package mutating func keep(_ drawing: CellBuffer?, for request: PictureRequest) {
        guard let drawing else {
            failed.insert(request.key)
            return
        }
        guard drawings.updateValue(drawing, forKey: request) == nil else { return }
        order.append(request)
        cells += drawing.size.columns * drawing.size.rows
        while cells > capacity, order.count > 1 {
            let size = drawings.removeValue(forKey: order.removeFirst())?.size
            cells -= size.map { $0.columns * $0.rows } ?? 0
        }
    }
}
