import JSONRPC

/// Streams of JSON-RPC, as lines and with headers.
enum FrameProperties {
    private struct Frames: Equatable {
        var messages: [[UInt8]] = []
        var framing: Framing?
    }

    static func check(_ input: [UInt8]) throws(Finding) {
        for longest in [100, FrameReader.longestMessage] {
            let whole = read([input[...]], longest: longest)
            try claim(
                read(input.pieces, longest: longest) == whole, "there are other frames if they come in pieces")
            try claim(whole.messages.allSatisfy { $0.count <= longest }, "a message is longer than its limit")
            for message in whole.messages { try check(message, whole.framing ?? .headers) }
        }
    }

    private static func read(_ pieces: [ArraySlice<UInt8>], longest: Int) -> Frames {
        var reader = FrameReader(longest: longest)
        var frames = Frames()
        for piece in pieces {
            reader.append(piece)
            while let item = reader.next() {
                if case .message(let bytes, _) = item { frames.messages.append(bytes) }
            }
        }
        frames.framing = reader.framing
        return frames
    }

    private static func check(_ bytes: [UInt8], _ framing: Framing) throws(Finding) {
        // A carriage return before the line feed belongs to the frame.
        if framing == .headers || bytes.last != 0x0D {
            let again = read([framing.frame(bytes)[...]], longest: FrameReader.longestMessage)
            try claim(again.messages == [bytes], "a message is another one after framing and reading")
        }
        guard let message = try? RPCMessage(bytes) else { return }
        if message.idRange != nil {
            let renamed = try? RPCMessage(message.replacingID(with: Array("7".utf8)))
            try claim(
                renamed?.id == Array("7".utf8) && renamed?.kind == message.kind && renamed?.method == message.method,
                "a message with another id is another message")
        }
        for element in message.elements {
            try claim(!element.isEmpty, "a batch has an element without text")
        }
    }
}
