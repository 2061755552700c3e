// Replaces the file of swift-argument-parser that imports Foundation; see README.md in this package's folder.

extension Error {
  func describe() -> String { String(describing: self) }
}

/// Writes JSON with sorted keys and an indentation of two spaces, for `--experimental-dump-help`.
enum JSONEncoder {
  static func encode<T: Encodable>(_ value: T) -> String {
    let node = Node()
    guard (try? value.encode(to: NodeEncoder(node: node, codingPath: []))) != nil else { return "" }
    return node.text(indentation: "")
  }
}

/// A value under construction.
private final class Node {
  enum Content {
    case scalar(String)
    case array([Node])
    case object([String: Node])
  }

  var content = Content.object([:])

  func child(_ key: String) -> Node {
    let child = Node()
    if case .object(var members) = content {
      members[key] = child
      content = .object(members)
    }
    return child
  }

  func element() -> Node {
    let child = Node()
    if case .array(let elements) = content { content = .array(elements + [child]) }
    return child
  }

  func text(indentation: String) -> String {
    let inner = indentation + "  "
    switch content {
    case .scalar(let text): return text
    case .array(let elements):
      let lines = elements.map { inner + $0.text(indentation: inner) }
      return lines.isEmpty ? "[\n\n\(indentation)]" : "[\n\(lines.joined(separator: ",\n"))\n\(indentation)]"
    case .object(let members):
      let lines = members.sorted { $0.key < $1.key }
        .map { "\(inner)\(Node.quoted($0.key)) : \($0.value.text(indentation: inner))" }
      return lines.isEmpty ? "{\n\n\(indentation)}" : "{\n\(lines.joined(separator: ",\n"))\n\(indentation)}"
    }
  }

  static func quoted(_ text: String) -> String {
    var output = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\""
      case "\\": output += "\\\\"
      case "\n": output += "\\n"
      case "\t": output += "\\t"
      case "\r": output += "\\r"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        output += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output + "\""
  }
}

private struct NodeEncoder: Encoder {
  let node: Node
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    node.content = .object([:])
    return KeyedEncodingContainer(KeyedNode<Key>(node: node, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.content = .array([])
    return UnkeyedNode(node: node, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleNode(node: node, codingPath: codingPath)
  }
}

private struct SingleNode: SingleValueEncodingContainer {
  let node: Node
  let codingPath: [any CodingKey]

  func encodeNil() { node.content = .scalar("null") }
  func encode(_ value: Bool) { node.content = .scalar("\(value)") }
  func encode(_ value: String) { node.content = .scalar(Node.quoted(value)) }
  func encode(_ value: Double) { node.content = .scalar("\(value)") }
  func encode(_ value: Float) { node.content = .scalar("\(value)") }
  func encode(_ value: Int) { node.content = .scalar("\(value)") }
  func encode(_ value: Int8) { node.content = .scalar("\(value)") }
  func encode(_ value: Int16) { node.content = .scalar("\(value)") }
  func encode(_ value: Int32) { node.content = .scalar("\(value)") }
  func encode(_ value: Int64) { node.content = .scalar("\(value)") }
  func encode(_ value: UInt) { node.content = .scalar("\(value)") }
  func encode(_ value: UInt8) { node.content = .scalar("\(value)") }
  func encode(_ value: UInt16) { node.content = .scalar("\(value)") }
  func encode(_ value: UInt32) { node.content = .scalar("\(value)") }
  func encode(_ value: UInt64) { node.content = .scalar("\(value)") }

  func encode<T: Encodable>(_ value: T) throws {
    try value.encode(to: NodeEncoder(node: node, codingPath: codingPath))
  }
}

private struct KeyedNode<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: Node
  let codingPath: [any CodingKey]

  func encodeNil(forKey key: Key) { node.child(key.stringValue).content = .scalar("null") }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try value.encode(to: NodeEncoder(node: node.child(key.stringValue), codingPath: codingPath + [key]))
  }

  func nestedContainer<Nested: CodingKey>(keyedBy: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
    NodeEncoder(node: node.child(key.stringValue), codingPath: codingPath + [key]).container(keyedBy: keyedBy)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    NodeEncoder(node: node.child(key.stringValue), codingPath: codingPath + [key]).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { NodeEncoder(node: node.child("super"), codingPath: codingPath) }

  func superEncoder(forKey key: Key) -> any Encoder {
    NodeEncoder(node: node.child(key.stringValue), codingPath: codingPath + [key])
  }
}

private struct UnkeyedNode: UnkeyedEncodingContainer {
  let node: Node
  let codingPath: [any CodingKey]
  var count = 0

  init(node: Node, codingPath: [any CodingKey]) {
    self.node = node
    self.codingPath = codingPath
  }

  mutating func encodeNil() { next().content = .scalar("null") }

  mutating func encode<T: Encodable>(_ value: T) throws {
    try value.encode(to: NodeEncoder(node: next(), codingPath: codingPath))
  }

  mutating func nestedContainer<Nested: CodingKey>(keyedBy: Nested.Type) -> KeyedEncodingContainer<Nested> {
    NodeEncoder(node: next(), codingPath: codingPath).container(keyedBy: keyedBy)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    NodeEncoder(node: next(), codingPath: codingPath).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { NodeEncoder(node: next(), codingPath: codingPath) }

  private mutating func next() -> Node {
    count += 1
    return node.element()
  }
}
