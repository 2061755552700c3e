import ScreenModel

/// The drawings so far, and the pictures that could not be drawn.
package struct PictureCache: Sendable {
    /// True if images are kept to be drawn.
    var isUsed: Bool
    private var drawings: [PictureRequest: Drawing] = [:]
    /// Oldest first.
    private var order: [PictureRequest] = []
    /// The keys of pictures that could not be drawn.
    private var failed: Set<String> = []
    private var cost = 0
    /// Cells in all, or what takes as much memory. It must exceed those of the pictures in sight, or they would be drawn again and again.
    private let capacity: Int

    package init(isUsed: Bool = true, capacity: Int = 100_000) {
        self.isUsed = isUsed
        self.capacity = capacity
    }

    package subscript(request: PictureRequest) -> Drawing? { drawings[request] }

    /// True if there is no point in keeping the image with that key.
    package func isUseless(_ key: String) -> Bool { !isUsed || failed.contains(key) }

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

/// A picture in pixels. Two are equal only if they are one.
package struct PixelDrawing: Sendable {
    let format: PictureFormat
    /// The number by which the terminal knows it.
    let number: Int
    let size: Size
    let pixels: PixelSize
    /// The pixels in the syntax of the format: printable ASCII.
    let data: [UInt8]
}

extension PixelDrawing: Hashable {
    package static func == (left: PixelDrawing, right: PixelDrawing) -> Bool { left.number == right.number }
    package func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// A picture in pixels at its place on the screen.
package struct PlacedDrawing: Hashable, Sendable {
    let drawing: PixelDrawing
    var position: Position
}

/// A picture as it was drawn.
package enum Drawing: Sendable {
    case cells(CellBuffer)
    case pixels(PixelDrawing)
}
