package import Composition
package import Platform
package import Processes

/// Watches the files of a session's services, and reports which of them were saved.
package final class SourceWatch {

    package enum Owner: Hashable, Sendable {
        case service(String)
        case composeFiles
    }

    package struct Save: Equatable {
        package let owner: Owner
        /// Paths.
        package var files: [String]
    }

    /// A rule, and what has changed of its files since they were last looked at.
    private struct Source {
        let owner: Owner
        var files: WatchedFiles
        var changed: Set<String> = []
        var isStale = false
        var quiet: QuietPeriod?
        /// When to look for what is missing.
        var retry: Instant?

        mutating func note(_ meaning: WatchedFiles.Meaning, at now: Instant) {
            switch meaning {
            case .nothing: return
            case .everything: isStale = true
            case .file(let path): changed.insert(path)
            }
            if changed.count > WatchLimits.burst {
                changed = []
                isStale = true
            }
            quiet?.note(at: now)
            quiet = quiet ?? QuietPeriod(from: now)
        }

        var deadline: Instant? { earliest(quiet?.end, retry) }
    }

    private let watch: FolderWatch
    private var sources: [Source]
    /// The paths of each watched folder: links may lead to it in several ways.
    private var paths: [FolderWatch.Folder: Set<String>] = [:]
    private var numbers: [String: FolderWatch.Folder] = [:]
    /// Folders that could not be watched, for the log.
    private var troubles: [String] = []
    private var hasTroubles = false

    package init(_ composition: Composition, at now: Instant) throws(SystemError) {
        watch = try FolderWatch()
        sources = composition.services.flatMap { service in
            service.watch.map { Source(owner: .service(service.name), files: WatchedFiles($0)) }
        }
        let known = Set(sources.map(\.files.rule.path))
        sources += composition.files.filter { !known.contains($0) }.map { path in
            Source(owner: .composeFiles, files: WatchedFiles(WatchRule(path: path)))
        }
        for index in sources.indices { _ = lookAtAll(of: index, at: now) }
    }

    /// Watches the files of one program from now on.
    package init(_ rules: [WatchRule], at now: Instant) throws(SystemError) {
        watch = try FolderWatch()
        sources = rules.map { Source(owner: .service("server"), files: WatchedFiles($0)) }
        for index in sources.indices { _ = lookAtAll(of: index, at: now) }
    }

    package var descriptor: Int32 { watch.descriptor }
    package var nextDeadline: Instant? { sources.reduce(nil) { earliest($0, $1.deadline) } }

    /// Troubles since the last call.
    package func takeTroubles() -> [String] {
        defer { troubles = [] }
        return troubles
    }

    /// Notes what has changed.
    package func read(at now: Instant) {
        for change in watch.take() {
            switch change {
            case .file(let name, let folder): note(name, in: folder, isFolder: false, at: now)
            case .folder(let name, let folder): note(name, in: folder, isFolder: true, at: now)
            case .moved(let folder):
                watch.remove(folder)
                lost(folder, at: now)
            case .gone(let folder): lost(folder, at: now)
            case .overflow: for index in sources.indices { sources[index].note(.everything, at: now) }
            }
        }
    }

    /// Saves that are complete: nothing changes any more.
    package func takeSaves(at now: Instant) -> [Save] {
        var saves: [Save] = []
        for index in sources.indices {
            guard let deadline = sources[index].deadline, deadline <= now else { continue }
            let files = look(at: index, now)
            guard !files.isEmpty else { continue }
            if let known = saves.firstIndex(where: { $0.owner == sources[index].owner }) {
                saves[known].files += files
            } else {
                saves.append(Save(owner: sources[index].owner, files: files))
            }
        }
        return saves
    }

    // MARK: - Changes

    private func note(_ name: String, in folder: FolderWatch.Folder, isFolder: Bool, at now: Instant) {
        for path in paths[folder] ?? [] {
            for index in sources.indices {
                sources[index].note(sources[index].files.meaning(of: name, in: path, isFolder: isFolder), at: now)
            }
        }
    }

    /// A folder is not watched any more; another one may be at its path.
    private func lost(_ folder: FolderWatch.Folder, at now: Instant) {
        for path in paths.removeValue(forKey: folder) ?? [] {
            numbers[path] = nil
            for index in sources.indices where sources[index].files.folders.contains(path) {
                sources[index].note(.everything, at: now)
            }
        }
    }

    // MARK: - Looking

    private func look(at index: Int, _ now: Instant) -> [String] {
        let (isStale, changed) = (sources[index].isStale || sources[index].retry != nil, sources[index].changed)
        if isStale { return lookAtAll(of: index, at: now) }
        sources[index].quiet = nil
        sources[index].changed = []
        var room = room(for: index)
        return changed.sorted().filter { sources[index].files.look(at: $0, &room) }
    }

    private func lookAtAll(of index: Int, at now: Instant) -> [String] {
        let reported = sources[index].changed.filter { !sources[index].files.knows($0) }
        sources[index].quiet = nil
        sources[index].changed = []
        sources[index].isStale = false
        var room = room(for: index)
        let before = sources[index].files.folders
        let changed = sources[index].files.look(&room, watch: begin)
        let stay = sources.reduce(into: Set<String>()) { $0.formUnion($1.files.folders) }
        for path in before where !stay.contains(path) { end(path) }
        sources[index].retry = sources[index].files.isThere ? nil : now + WatchLimits.absence
        // Nothing else reports changes of files beyond the limit.
        return changed + reported.filter { !sources[index].files.knows($0) && FileStamp(of: $0) != nil }.sorted()
    }

    private func room(for index: Int) -> WatchedFiles.Room {
        let others = sources.indices.filter { $0 != index }.reduce(0) { $0 + sources[$1].files.fileCount }
        return WatchedFiles.Room(files: max(0, WatchLimits.files - others))
    }

    /// - Returns: whether the folder is watched.
    private func begin(_ path: String) -> Bool {
        guard numbers[path] != nil || numbers.count < WatchLimits.folders else {
            noteTrouble(
                "more than \(WatchLimits.folders) folders are not watched, such as \(path); name what is of no interest "
                    + "under develop.watch.ignore")
            return false
        }
        do throws(SystemError) {
            let number = try watch.add(path)
            // Another folder is at this path now.
            if let old = numbers[path], old != number { end(path) }
            numbers[path] = number
            paths[number, default: []].insert(path)
            return true
        } catch {
            // A missing folder is looked for again.
            if error.isFull { noteTrouble("\(error) (fs.inotify.max_user_watches)") }
            return false
        }
    }

    private func end(_ path: String) {
        guard let number = numbers.removeValue(forKey: path) else { return }
        paths[number]?.remove(path)
        guard paths[number]?.isEmpty == true else { return }
        paths[number] = nil
        watch.remove(number)
    }

    private func noteTrouble(_ trouble: String) {
        if !hasTroubles { troubles.append(trouble) }
        hasTroubles = true
    }
}

/// When a burst of changes ends. An editor saves in several steps, and a tool many files.
struct QuietPeriod {

    /// How long nothing must have changed.
    static let length = Duration.milliseconds(40)
    /// A burst ends after this time even if the changes continue.
    static let longestBurst = Duration.seconds(1)

    private let first: Instant
    private var last: Instant

    init(from now: Instant) {
        first = now
        last = now
    }

    mutating func note(at now: Instant) { last = now }

    var end: Instant { min(last + Self.length, first + Self.longestBurst) }
}
