import Platform

/// Writes a body as it arrives. A body that is not kept is removed again, where the place allows that.
protocol BodyWriter: AnyObject {
    func append(_ bytes: UnsafeRawBufferPointer) throws(TransferError)
    /// Keeps the body, which is complete and which no retry will follow.
    func keep() throws(TransferError)
    /// True if bytes were written that cannot be removed again.
    var isCommitted: Bool { get }
}

/// A complete body that is not kept yet: that of a response that is retried is dropped.
struct UnkeptBody: Equatable, Sendable {
    /// Name of the place in answers.
    let name: String
    /// The writer, which only the transfer's thread uses.
    nonisolated(unsafe) private let writer: any BodyWriter

    init(_ name: String, _ writer: any BodyWriter) {
        self.name = name
        self.writer = writer
    }

    func keep() throws(TransferError) { try writer.keep() }

    static func == (one: Self, other: Self) -> Bool { one.writer === other.writer }
}

/// A file beside the one that it replaces once it is complete. Its name is random, so that two programs never share it,
/// and no other user can plant it.
final class PartFile: BodyWriter {
    private let target: FileTarget
    private let part: String
    private let descriptor: Int32
    private var isKept = false

    let isCommitted = false

    init(_ target: FileTarget) throws(TransferError) {
        self.target = target
        (part, descriptor) = try Self.make(target)
        target.passAttributes(to: descriptor)
    }

    deinit {
        close(descriptor)
        guard !isKept else { return }
        unlink(part)
        target.takeBack()
    }

    func append(_ bytes: UnsafeRawBufferPointer) throws(TransferError) {
        guard writeAll(bytes, to: descriptor) == bytes.count else { throw target.failure() }
    }

    func keep() throws(TransferError) {
        guard rename(part, target.real) == 0 else { throw target.failure() }
        isKept = true
    }

    /// Opens a new file, never one that is there already, be it a link.
    private static func make(_ target: FileTarget) throws(TransferError) -> (part: String, descriptor: Int32) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        for _ in 0..<attempts {
            let part = target.beginningOfPart + String(UInt32.random(in: .min ... .max), radix: 36) + ".part"
            let descriptor = open(part, flags, target.existing == nil ? 0o666 : 0o600)
            if descriptor >= 0 { return (part, descriptor) }
            guard errno == EEXIST else { break }
        }
        throw target.failure("make a file beside it: ")
    }

    private static let attempts = 16
}

/// The regular file that a path names, whether or not it exists yet.
struct FileTarget {
    /// The path as it was given, for messages.
    let path: String
    /// The path behind all links.
    let real: String
    /// The file that exists there now; the new one gets its attributes.
    let existing: FileStatus?
    /// True if it was made for this purpose, behind a link that led nowhere.
    private let isMade: Bool

    /// Follows links. An existing file must be writable, as for curl.
    init(following path: String) throws(TransferError) {
        self.path = path
        guard path.utf8.last != UInt8(ascii: "/") else { throw Self.failure(path, EISDIR) }
        isMade = FileStatus(at: path) == nil && errno == ENOENT && FileStatus(atLink: path)?.isLink == true
        if isMade { try Self.make(path) }
        guard let status = FileStatus(at: path) else {
            guard errno == ENOENT else { throw Self.failure(path) }
            (real, existing) = (path, nil)
            return
        }
        guard status.isRegular else { throw Self.failure(path, EISDIR) }
        guard faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0 else { throw Self.failure(path) }
        (real, existing) = (try Self.real(path, status), status)
    }

    /// A file in a folder in which this program chooses the names: a link or a device there is not meant for it.
    init(entry path: String) throws(TransferError) {
        self.path = path
        real = path
        isMade = false
        guard let status = FileStatus(atLink: path) else {
            guard errno == ENOENT else { throw Self.failure(path) }
            existing = nil
            return
        }
        guard status.isRegular else {
            throw .file("write \(path): it exists, and is not a regular file")
        }
        guard faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0 else { throw Self.failure(path) }
        existing = status
    }

    func failure(_ during: String = "") -> TransferError {
        let code = LocalFailure.code
        return LocalFailure.isLackOfDescriptors(code)
            ? .exhausted(LocalFailure.tooManyFiles) : .file("write \(path): \(during)\(LocalFailure.words(code))")
    }

    /// The folder, and as much of the name as leaves room for an ending: a name has 255 bytes.
    var beginningOfPart: String {
        let start = real.utf8.lastIndex(of: UInt8(ascii: "/")).map { real.utf8.index(after: $0) } ?? real.startIndex
        return real[..<start] + String(decoding: real.utf8[start...].prefix(200), as: UTF8.self) + "."
    }

    /// Gives a new file the owner and the mode of the one that it will replace.
    func passAttributes(to descriptor: Int32) {
        guard let existing = existing?.system else { return }
        var mode = existing.st_mode & 0o777
        if fchown(descriptor, existing.st_uid, existing.st_gid) != 0,
            fchown(descriptor, .max, existing.st_gid) != 0
        {
            // Another group gets no rights that all users do not have.
            mode = mode & 0o707 | mode & (mode & 0o007) << 3
        }
        fchmod(descriptor, mode)
    }

    /// Removes the file that was made behind a link, if the body is not kept.
    func takeBack() {
        if isMade { unlink(real) }
    }
}

extension FileTarget {
    private static func failure(_ path: String, _ code: Int32 = errno) -> TransferError {
        .file("write \(path): \(LocalFailure.words(code))")
    }

    /// The kernel follows the link, if it may be followed at all.
    private static func make(_ path: String) throws(TransferError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0o666)
        guard descriptor >= 0 else { throw failure(path) }
        close(descriptor)
    }

    /// - Parameter status: of the file that is meant.
    private static func real(_ path: String, _ status: FileStatus) throws(TransferError) -> String {
        guard let real = resolvedPath(path) else { throw failure(path) }
        guard FileStatus(atLink: real)?.isSame(as: status) == true else {
            throw .file("write \(path): it has just been replaced by something else")
        }
        return real
    }
}

/// A device, a FIFO or an open descriptor, from which nothing can be removed again. So only the body of a success is written
/// as it arrives; the page of a refusal or a redirect is held until neither a retry nor another hop can follow.
final class BodyStream: BodyWriter {
    enum Place {
        case path(String)
        /// A descriptor that this program was given; it stays open.
        case descriptor(Int32)
    }

    private let place: Place
    private let name: String
    private let isHeld: Bool
    private let patience: Duration
    private var held: [UInt8] = []
    private var descriptor: Int32 = -1
    /// Bytes for which a place that is ready for writing has room.
    private var step = Int(PIPE_BUF)

    private(set) var isCommitted = false

    /// - Parameters:
    ///   - name: for messages.
    ///   - isHeld: whether nothing is written before ``keep()``.
    ///   - patience: the time that a FIFO may be without a reader.
    init(_ place: Place, name: String, isHeld: Bool, patience: Duration) {
        self.place = place
        self.name = name
        self.isHeld = isHeld
        self.patience = patience
    }

    /// True if there is something at a path that is neither a regular file nor a folder.
    static func isMeant(by path: String) -> Bool {
        FileStatus(at: path).map { !$0.isRegular && !$0.isFolder } ?? false
    }

    deinit {
        if case .path = place, descriptor >= 0 { close(descriptor) }
    }

    func append(_ bytes: UnsafeRawBufferPointer) throws(TransferError) {
        guard isHeld else { return try send(bytes) }
        guard held.count + bytes.count <= HTTPRequest.standardBodyLimit else {
            throw .bodyTooLarge(limit: HTTPRequest.standardBodyLimit)
        }
        held.append(contentsOf: bytes)
    }

    func keep() throws(TransferError) {
        var failure: TransferError?
        held.withUnsafeBytes { bytes in
            do throws(TransferError) { try send(bytes) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    private func send(_ bytes: UnsafeRawBufferPointer) throws(TransferError) {
        if descriptor < 0 { descriptor = try open() }
        isCommitted = isCommitted || !bytes.isEmpty
        var done = 0
        while done < bytes.count {
            try waitForRoom()
            let count = write(descriptor, bytes.baseAddress.map { $0 + done }, min(step, bytes.count - done))
            if count < 0, errno == EAGAIN || errno == EINTR { continue }
            guard count > 0 else { throw failure() }
            done += count
        }
    }

    /// A signal ends the wait, so that the user can end a program whose reader does not come.
    private func waitForRoom() throws(TransferError) {
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard poll(&entry, 1, -1) >= 0 else { throw failure() }
    }

    private func open() throws(TransferError) -> Int32 {
        switch place {
        case .descriptor(let number):
            if FileStatus(of: number)?.isRegular == true { step = .max }
            return number
        case .path(let path): return try open(path)
        }
    }

    /// A FIFO can be opened once it has a reader.
    private func open(_ path: String) throws(TransferError) -> Int32 {
        let end = Instant.now + patience
        while true {
            let number = Platform.open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
            if number >= 0 {
                if FileStatus(of: number)?.isRegular == false { return number }
                close(number)
                throw .file("write \(name): it has just been replaced by something else")
            }
            guard errno == ENXIO, Self.isFIFO(path) else { throw failure() }
            guard Instant.now < end else { throw .file("write \(name): it has no reader") }
            guard poll(nil, 0, 20) == 0 else { throw failure() }
        }
    }

    private static func isFIFO(_ path: String) -> Bool {
        defer { errno = ENXIO }
        return FileStatus(at: path)?.isPipe ?? false
    }

    private func failure() -> TransferError { .file("write \(name): \(LocalFailure.words())") }
}
