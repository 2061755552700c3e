import Platform
import Processes

/// Notices that the control socket was removed under a living session, alone or with the session's folder, as by a cleaner of
/// temporary files or at the end of the user's login, and makes both again a little later, so as not to get in the way of that.
final class ControlPlace {
    private static let delay = Duration.milliseconds(200)
    /// The time until the next attempt, where the folder cannot be made.
    private static let pause = Duration.seconds(10)

    private var folder: SessionFolder
    /// True if this object has made the folder, and removes it.
    private var isRestored = false
    private let watch: FolderWatch
    private(set) var nextDeadline: Instant?
    private var isReported = false

    /// - Returns: nil where the system watches no more folders; then the session goes on without its socket.
    init?(_ folder: SessionFolder) {
        guard let watch = try? FolderWatch(), (try? watch.add(folder.path)) != nil else { return nil }
        self.watch = consume watch
        self.folder = folder
    }

    deinit {
        if isRestored { folder.remove() }
    }

    var descriptor: Int32 { watch.descriptor }

    /// Something in the folder has changed.
    func note(at now: Instant) {
        if !watch.take().isEmpty, nextDeadline == nil, isGone { nextDeadline = now + Self.delay }
    }

    /// Listens anew once it is time.
    /// - Returns: what to log.
    func restore(at now: Instant, _ listen: (String) throws(SystemError) -> Void) -> String? {
        guard let due = nextDeadline, due <= now else { return nil }
        nextDeadline = nil
        guard isGone else { return nil }
        do throws(SystemError) {
            let restored = try folder.restored()
            isRestored = isRestored || restored !== folder
            folder = restored
            try listen(folder.controlSocket)
            _ = try watch.add(folder.path)
            isReported = false
            return "\(folder.controlSocket) was removed while the session runs; tools can connect there again"
        } catch {
            nextDeadline = now + Self.pause
            defer { isReported = true }
            return isReported
                ? nil : "\(folder.controlSocket) was removed, so no tool can connect to this session: \(error)"
        }
    }

    private var isGone: Bool { FileStatus(atLink: folder.controlSocket) == nil }
}
