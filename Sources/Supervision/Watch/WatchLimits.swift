/// What watching files may take.
enum WatchLimits {
    /// Of one session: the system has a limit for all programs of the user (`fs.inotify.max_user_watches`).
    static let folders = 4096
    /// Files of one session whose state is kept. Of others, each save counts as a change, but for one in a new folder.
    static let files = 100_000
    /// Bytes of one file, and of all files of one look, that are compared; of others, the size and the time of the last change.
    static let comparedFile = 1 << 20
    static let compared = 16 << 20
    /// Paths of a burst of changes; beyond that, all files are looked at.
    static let burst = 1000
    /// How long a missing file or folder stays unnoticed when it comes back, where nothing tells.
    static let absence = Duration.seconds(1)
}
