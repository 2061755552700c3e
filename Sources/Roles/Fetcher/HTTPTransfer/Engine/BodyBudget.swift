import Synchronization

/// The memory budget of all bodies, from their first byte until they are released.
///
/// A transfer that finds no room is paused, and so is its server. Only the awaited transfer may exceed the budget, so
/// one can always continue to its end.
package final class BodyBudget: Sendable {
    package static let standardLimit = 16 << 20

    package let limit: Int
    private let taken = Atomic<Int>(0)
    private let highest = Atomic<Int>(0)
    /// The transfer that may exceed it.
    private let favourite = Atomic<TransferID>(.max)
    private let refused = Mutex<[TransferID]>([])

    package init(limit: Int = standardLimit) {
        self.limit = limit
    }

    /// Bytes held.
    package var held: Int { taken.load(ordering: .relaxed) }

    /// The highest number of bytes held.
    package var peak: Int { highest.load(ordering: .relaxed) }

    var isSpent: Bool { held >= limit }

    /// True if resuming is worthwhile: a transfer that would get next to nothing stays paused.
    var hasRoom: Bool { held <= limit - limit / 8 }

    /// Returns and clears the transfers refused since the last call.
    func takeRefused() -> [TransferID] {
        refused.withLock { refused in
            defer { refused = [] }
            return refused
        }
    }

    /// Notes a transfer that is paused for another reason than a lack of room.
    fileprivate func refuse(_ transfer: TransferID) { refused.withLock { $0.append(transfer) } }

    func favour(_ transfer: TransferID?) { favourite.store(transfer ?? .max, ordering: .relaxed) }

    /// - Returns: whether there was room.
    fileprivate func take(_ bytes: Int, for transfer: TransferID) -> Bool {
        guard held + bytes <= limit || favourite.load(ordering: .relaxed) == transfer else {
            refuse(transfer)
            return false
        }
        add(bytes)
        return true
    }

    fileprivate func add(_ bytes: Int) {
        let sum = taken.add(bytes, ordering: .relaxed).newValue
        highest.max(sum, ordering: .relaxed)
    }

    fileprivate func give(_ bytes: Int) { taken.subtract(bytes, ordering: .relaxed) }
}

/// A body's share of a budget, returned when the last reference goes.
package final class BodyShare: Sendable, Equatable {
    private let budget: BodyBudget
    private let taken = Atomic<Int>(0)

    init(of budget: BodyBudget) {
        self.budget = budget
    }

    /// The share of a body already in memory.
    convenience init(of budget: BodyBudget, holding bytes: Int) {
        self.init(of: budget)
        taken.add(bytes, ordering: .relaxed)
        budget.add(bytes)
    }

    deinit { budget.give(held) }

    var held: Int { taken.load(ordering: .relaxed) }

    func take(_ bytes: Int, for transfer: TransferID) -> Bool {
        guard budget.take(bytes, for: transfer) else { return false }
        taken.add(bytes, ordering: .relaxed)
        return true
    }

    func refuse(_ transfer: TransferID) { budget.refuse(transfer) }

    func giveBack(_ bytes: Int) {
        taken.subtract(bytes, ordering: .relaxed)
        budget.give(bytes)
    }

    /// Shares do not affect the equality of responses.
    package static func == (one: BodyShare, other: BodyShare) -> Bool { true }
}
