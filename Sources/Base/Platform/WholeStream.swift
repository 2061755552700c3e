/// Writes all of the bytes, and waits where a descriptor takes no more yet.
/// - Returns: the number of written bytes; fewer than all after an error, for which `errno` has the reason.
package func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
    var done = 0
    while done < bytes.count {
        let count = write(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
        guard count > 0 || count < 0 && mayContinue(descriptor, for: .writing) else { break }
        done += max(count, 0)
    }
    return done
}

/// Reads to the end of a file or a stream.
/// - Returns: nil after an error, for which `errno` has the reason: EFBIG where there are more than `most` bytes.
package func readAll(_ descriptor: Int32, most: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        let count = read(descriptor, &chunk, chunk.count)
        if count == 0 { return bytes }
        if count < 0, mayContinue(descriptor, for: .reading) { continue }
        guard count > 0 else { return nil }
        guard bytes.count + count <= most else {
            errno = EFBIG
            return nil
        }
        bytes += chunk[..<count]
    }
}

/// True if a call was only interrupted, or a descriptor was not ready and is now.
private func mayContinue(_ descriptor: Int32, for interest: PollSet.Interest) -> Bool {
    errno == EINTR || errno == EAGAIN && PollSet.isReady(descriptor, for: interest, until: nil)
}
