import TerminalView

/// Bytes of a terminal.
enum KeyProperties {
    static func check(_ input: [UInt8]) throws(Finding) {
        let whole = try keys(of: [input[...]], expectsAnswer: true)
        _ = try keys(of: input.pieces, expectsAnswer: false)
        // Ctrl-C that comes alone ends a paste.
        guard !input.contains(0x03) else { return }
        try claim(
            try keys(of: input.pieces, expectsAnswer: true) == whole, "there are other keys if they come in pieces")
    }

    private static func keys(of pieces: [ArraySlice<UInt8>], expectsAnswer: Bool) throws(Finding) -> [Key] {
        var decoder = KeyDecoder()
        decoder.expectsAnswer = expectsAnswer
        var keys: [Key] = []
        var count = 0
        for piece in pieces {
            keys += decoder.decode(piece)
            count += piece.count
            try claim(keys.count <= count + 1, "\(count) bytes are \(keys.count) keys")
        }
        keys += decoder.timeout()
        try claim(keys.count <= count + 1, "\(count) bytes are \(keys.count) keys")
        for key in keys {
            if case .text(let scalar) = key {
                try claim(scalar.properties.generalCategory != .control, "a control character is a letter")
            }
        }
        try claim(decoder.waiting == .nothing, "after a wait, the decoder waits for \(decoder.waiting)")
        try claim(decoder.decode("a".utf8) == [.text("a")], "after a wait, a letter is another key")
        return keys
    }
}
