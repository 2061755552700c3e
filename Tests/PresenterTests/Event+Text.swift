import Wire

/// An event as it stands in a line.
func event(_ line: String) throws -> Event { try Event(line: line) }
