/// Where JSON is appended to: a writer, or bytes.
protocol JSONSink: ~Copyable {
    mutating func append(_ byte: UInt8)
    mutating func append(_ bytes: Span<UInt8>)
}

extension [UInt8]: JSONSink {
    mutating func append(_ bytes: Span<UInt8>) {
        bytes.withUnsafeBufferPointer { append(contentsOf: $0) }
    }
}
