import CZlib

extension ArraySlice<UInt8> {
    /// The checksum that gzip and PNG use (RFC 1952, section 8).
    package var crc32: UInt32 {
        // zlib's result fits into 32 bits; its type is C's `unsigned long`.
        withUnsafeBytes { UInt32(truncatingIfNeeded: crc32_z(0, $0.baseAddress, $0.count)) }
    }
}
