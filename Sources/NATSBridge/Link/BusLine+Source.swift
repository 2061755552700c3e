import JSON
import Wire

extension BusLine {
    /// The line with another source. A bus drops a line that claims a source other than the service that writes it.
    package func claimed(by service: String) -> [UInt8] {
        guard let source, source != service, let layout = try? EnvelopeScanner.scan(bytes.span),
            let range = layout[.source]
        else { return bytes }
        var claimed = Array(bytes[..<range.lowerBound])
        JSONText.append(service, to: &claimed)
        claimed += bytes[range.upperBound...]
        return claimed
    }
}
