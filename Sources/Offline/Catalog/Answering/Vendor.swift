import CSamples
import Platform
import Synchronization
import YAML

/// An API, as the files in its folder of `Answers` describe it.
final class Vendor: Sendable {
    let name: String
    let rules: VendorRules
    private let tables = Mutex<[String: AnswerTable]>([:])
    private let windows: Mutex<[String: RateWindow]>
    private let now: @Sendable () -> Int

    static var names: [String] {
        EmbeddedFiles.names.filter { $0.hasSuffix("/api.yaml") }.map { String($0.prefix { $0 != "/" }) }
    }

    /// - Parameters:
    ///   - name: of the folder; nil for one that does not exist.
    ///   - now: seconds since 1970.
    init?(_ name: String, now: @escaping @Sendable () -> Int = { time(nil) }) {
        let file = "\(name)/api.yaml"
        guard let bytes = EmbeddedFiles.bytes(of: file),
            let tree = YAMLReader.read(String(decoding: bytes, as: UTF8.self), file: file).tree
        else { return nil }
        self.name = name
        self.now = now
        rules = VendorRules(tree)
        windows = Mutex(rules.windows)
    }

    /// A table is read when it is first asked for: at the start that would take longer than everything else.
    func table(_ name: String) -> AnswerTable? {
        tables.withLock { tables in
            if let table = tables[name] { return table }
            guard let rules = rules.tables[name] else { return nil }
            let table = AnswerTable(rules, of: rows(rules), shared: self.rules.shared)
            tables[name] = table
            return table
        }
    }

    private func rows(_ rules: TableRules) -> [AnswerRow] {
        let lines = (EmbeddedFiles.bytes(of: "\(name)/\(rules.file)") ?? []).split(separator: UInt8(ascii: "\n"))
        let rows = (1...max(rules.count, 1)).flatMap { number in
            lines.enumerated().compactMap { place, line in
                AnswerRow(Array(line), adding: rules.count > 1 ? ["place": place, "n": number] : ["place": place])
            }
        }
        return rules.elements.map { name in rows.flatMap { $0.elements(of: name) } } ?? rows
    }

    /// Counts a request.
    /// - Returns: whether there was one left, and the headers about the limit.
    func spend(_ window: String) -> (isGranted: Bool, values: [String: Fragment]) {
        windows.withLock { windows in
            guard var found = windows[window] else { return (true, [:]) }
            let isGranted = found.spend(at: now())
            windows[window] = found
            return (isGranted, found.values.merging(["resource": Fragment(window)]) { $1 })
        }
    }
}

/// The files of `Answers`, which are embedded in the program.
enum EmbeddedFiles {
    private static let numbers: [String: Int] = {
        var numbers: [String: Int] = [:]
        while let name = catalog_file(numbers.count).name { numbers[String(cString: name)] = numbers.count }
        return numbers
    }()

    static var names: [String] { numbers.keys.sorted() }

    static func bytes(of name: String) -> [UInt8]? {
        numbers[name].map { number in
            let file = catalog_file(number)
            return Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
        }
    }
}
