/// What becomes of a service whose process has ended.
enum Fate: Equatable {
    /// - Parameter asked: whether the supervisor had asked for the end.
    case leaves(asked: Bool)
    case comesBack(after: Duration)
    /// It has died too often in a row.
    case givesUp(deaths: Int)
    /// It makes room for another process, as requested.
    case makesRoom
    /// It was on trial and has failed; the old program comes back.
    case fallsBack
    /// Its files are watched: the next process is started when one of them is saved.
    case waitsForSave
}
