import CCurl
import Platform

/// A libcurl multi handle: runs many easy handles on the calling thread.
struct MultiHandle: ~Copyable {
    /// Nil before the first transfer: a program that fetches nothing starts neither libcurl nor OpenSSL.
    private var raw: UnsafeMutableRawPointer?
    private var keptConnections: Int
    private var running: [UnsafeMutableRawPointer: EasyHandle] = [:]
    /// True if the last call of ``wait(reading:own:writing:for:)`` did not look at any descriptor.
    private var hasPassed = false

    /// The status of libcurl's start, once per process, as it requires.
    private static let libraryStatus = curl_global_init(Int(CURL_GLOBAL_DEFAULT))

    init(keptConnections: Int) { self.keptConnections = keptConnections }

    /// - Parameter count: 0 would be libcurl's own default.
    mutating func keepConnections(_ count: Int) {
        keptConnections = max(1, count)
        if let raw { viperline_curl_multi_set_long(raw, CURLMOPT_MAXCONNECTS, keptConnections) }
    }

    deinit {
        for easy in running.keys { curl_multi_remove_handle(raw, easy) }
        if let raw { curl_multi_cleanup(raw) }
    }

    private mutating func start() throws(TransferError) -> UnsafeMutableRawPointer {
        if let raw { return raw }
        guard Self.libraryStatus == CURLE_OK, let new = curl_multi_init() else {
            throw .network("libcurl cannot start")
        }
        raw = new
        keepConnections(keptConnections)
        return new
    }

    mutating func add(_ easy: EasyHandle) throws(TransferError) {
        let code = curl_multi_add_handle(try start(), easy.raw)
        guard code == CURLM_OK else { throw .network(String(cString: curl_multi_strerror(code))) }
        running[easy.raw] = easy
    }

    mutating func remove(_ easy: EasyHandle) {
        curl_multi_remove_handle(raw, easy.raw)
        running[easy.raw] = nil
    }

    /// Advances every transfer without waiting.
    /// - Returns: the handles that ended, now removed, with their failures.
    mutating func perform() -> [(easy: EasyHandle, failure: CURLcode?)] {
        guard let raw else { return [] }
        var count: Int32 = 0
        curl_multi_perform(raw, &count)
        var ended: [(easy: EasyHandle, failure: CURLcode?)] = []
        var left: Int32 = 0
        while let entry = curl_multi_info_read(raw, &left) {
            // Copied first: removing the handle frees the entry.
            let message = entry.pointee
            guard message.msg == CURLMSG_DONE, let easy = running[message.easy_handle] else { continue }
            remove(easy)
            ended.append((easy, message.data.result == CURLE_OK ? nil : message.data.result))
        }
        return ended
    }

    /// Waits until a transfer can continue, a descriptor is ready, or the time is up.
    /// - Parameter own: descriptors that no other process can close. Without waiting, they are looked at every second time only.
    /// - Returns: the descriptors that are ready or closed.
    mutating func wait(reading: [Int32], own: [Int32], writing: [Int32], for time: Duration?) -> [Int32] {
        guard let raw else { return Self.ready(PollSet(reading: own + reading, writing: writing), within: time) }
        var extra =
            (own + reading).map { curl_waitfd(fd: $0, events: Int16(CURL_WAIT_POLLIN), revents: 0) }
            + writing.map { curl_waitfd(fd: $0, events: Int16(CURL_WAIT_POLLOUT), revents: 0) }
        // Without waiting, libcurl's own descriptors need no poll: it checks each when it performs.
        if time != .zero {
            curl_multi_poll(raw, &extra, UInt32(extra.count), time.map(PollSet.milliseconds) ?? .max, nil)
            hasPassed = false
            if reading.isEmpty, writing.isEmpty { return extra.filter { $0.revents != 0 }.map(\.fd) }
        } else if reading.isEmpty, writing.isEmpty, !hasPassed {
            hasPassed = true
            return []
        }
        hasPassed = false
        guard !extra.isEmpty else { return [] }
        // Polled again, because libcurl drops POLLHUP, the only sign of a closed pipe.
        return Self.ready(PollSet(reading: own + reading, writing: writing), within: .zero)
    }

    private static func ready(_ descriptors: PollSet, within time: Duration?) -> [Int32] {
        var descriptors = descriptors
        descriptors.wait(for: time)
        return descriptors.readyDescriptors
    }
}
