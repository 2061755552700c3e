/// The drawings so far, and the pictures that could not be drawn.
package struct PictureCache: Sendable {
    private var drawings: [PictureRequest: Drawing] = [:]
    /// Oldest first.
    private var order: [PictureRequest] = []
    /// The keys of pictures that could not be drawn.
    private var failed: Set<String> = []

    private var cost = 0

    /// Cells in all, or what takes as much memory. It must exceed those of the pictures in sight, or they would be drawn again and again.
    private let capacity: Int

    package init(capacity: Int = 100_000) {
        self.capacity = capacity
    }

    package subscript(request: PictureRequest) -> Drawing? { drawings[request] }

    package func hasFailed(_ key: String) -> Bool { failed.contains(key) }

    /// - Parameter drawing: nil when it could not be drawn.
    package mutating func keep(_ drawing: Drawing?, for request: PictureRequest) {
        guard let drawing else {
            failed.insert(request.key)
            return
        }
        guard drawings.updateValue(drawing, forKey: request) == nil else { return }
        order.append(request)
        cost += Self.cost(of: drawing)
        while cost > capacity, order.count > 1 {
            cost -= drawings.removeValue(forKey: order.removeFirst()).map(Self.cost) ?? 0
        }
    }

    /// The terminal takes another kind of drawings, or cells of another size.
    mutating func forgetDrawings() {
        drawings = [:]
        order = []
        cost = 0
    }

    private static func cost(of drawing: Drawing) -> Int {
        switch drawing {
        case .cells(let cells): cells.size.columns * cells.size.rows
        case .pixels(let pixels): pixels.data.count / 64
        }
    }
}
