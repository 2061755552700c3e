/// Fetches politely: runs transfers on a ``TransferEngine`` in the order, at the pace and as often as its settings say,
/// and answers from its cache what need not be asked.
package struct HTTPClient: ~Copyable {
    package typealias Completion = TransferEngine.Completion

    /// What came of one turn.
    package struct Turn {
        package let completions: [Completion]
        /// Requests that failed and will be tried again.
        package let attempts: [Attempt]
        /// The watched descriptors that can be read or written, or have ended.
        package let ready: [Int32]
    }

    private var engine: TransferEngine

    package init(_ settings: ClientSettings) throws(TransferError) {
        engine = try TransferEngine(parallel: settings.parallel, userAgent: settings.userAgent)
    }

    /// While set, nothing new is begun; what is under way goes on.
    package var isPaused: Bool {
        get { engine.isPaused }
        set { engine.isPaused = newValue }
    }

    /// Requests that have not been answered yet.
    package var pending: Int { engine.pending }

    /// Requests whose transfer is under way.
    package var inFlight: Int { engine.inFlight }

    /// Takes a request on; it is answered by ``turn(reading:writing:milliseconds:)``, once, unless it is cancelled.
    package mutating func start(_ request: HTTPRequest, as id: TransferID) { engine.start(request, as: id) }

    /// Gives a request up. It is not answered.
    package mutating func cancel(_ id: TransferID) { engine.cancel(id) }

    /// Does what can be done, and waits for more where nothing was.
    /// - Parameters:
    ///   - reading: wake up as well when one of these can be read.
    ///   - writing: wake up as well when one of these can be written.
    ///   - milliseconds: the longest wait; nil waits as long as it takes.
    package mutating func turn(
        reading: [Int32] = [], writing: [Int32] = [], milliseconds: Int32? = nil
    ) -> Turn {
        let turn = engine.turn(reading: reading, writing: writing, milliseconds: milliseconds)
        return Turn(completions: turn.completions, attempts: [], ready: turn.ready)
    }
}
