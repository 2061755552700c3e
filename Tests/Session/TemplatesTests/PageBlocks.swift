import Foundation
import TestSupport

/// The fenced blocks of a page, which have words behind their fence, such as `python app.py`, and its indented commands.
struct PageBlocks {
    struct Block {
        let words: [String]
        var text = ""
    }

    private(set) var blocks: [Block] = []
    /// Lines such as `    viperline run .     # a comment`, without their blanks.
    private(set) var commands: [String] = []

    /// - Parameter path: in the repository.
    init(_ path: String) throws {
        let page = try String(contentsOfFile: Checkout.path(path), encoding: .utf8)
        var isOpen = false
        for line in page.components(separatedBy: "\n") {
            if line.hasPrefix("```") {
                isOpen.toggle()
                if isOpen { blocks.append(Block(words: line.dropFirst(3).split(separator: " ").map(String.init))) }
            } else if isOpen {
                blocks[blocks.endIndex - 1].text += line + "\n"
            } else if line.hasPrefix("    ") {
                commands.append(line.trimmingCharacters(in: .whitespaces))
            }
        }
    }

    func text(named name: String) throws -> String {
        try require(blocks.first { $0.words.dropFirst().first == name }?.text, name)
    }
}
