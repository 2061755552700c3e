import Synchronization

/// Counts work that costs time, so that tests can see what a key costs without a clock. They set one for their task.
final class WorkCount: Sendable {
    @TaskLocal static var current: WorkCount?

    struct Counts: Equatable, Sendable {
        /// Parts that were laid out.
        var layouts = 0
        /// Tables of all keys that hold.
        var keyTables = 0
        /// Lines that were made of rows.
        var lines = 0
        /// Buffers that were allocated.
        var buffers = 0
        /// Rows of two frames that were compared.
        var comparedRows = 0
        /// Rows whose digest was made, to find what has moved.
        var digests = 0
        /// Rows whose cells were written, in a frame and in another form of it that takes more bytes.
        var paintedRows = 0
    }

    private let counts = Mutex(Counts())

    var all: Counts { counts.withLock { $0 } }
    var layouts: Int { all.layouts }
    var keyTables: Int { all.keyTables }

    func count(_ change: (inout Counts) -> Void) { counts.withLock { change(&$0) } }
}
