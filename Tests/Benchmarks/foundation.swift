import Foundation

/// What roles did before our own JSON code: decode an event into a structure and encode it again.
struct Event: Codable {
    var specversion: String
    var type: String
    var source: String
    var id: String
    var subject: String?
    var correlationid: String?
    var data: Tree
}

enum Tree: Codable {
    case text(String)
    case number(Double)
    case bool(Bool)
    case list([Tree])
    case object([String: Tree])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([String: Tree].self) {
            self = .object(value)
        } else if let value = try? container.decode([Tree].self) {
            self = .list(value)
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else {
            self = .number(try container.decode(Double.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .bool(let value): try container.encode(value)
        case .list(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}

let decoder = JSONDecoder()
let encoder = JSONEncoder()
while let line = readLine() {
    guard let event = try? decoder.decode(Event.self, from: Data(line.utf8)) else { continue }
    FileHandle.standardOutput.write(try encoder.encode(event) + Data("\n".utf8))
}
