import CSimulation
import Platform

/// The system calls that lead to a world. There is one at a time.
enum SimulatedCalls {
    nonisolated(unsafe) private static var world: World?

    static func install(_ world: World) {
        Self.world = world
        var calls = simulation_calls()
        calls.now = { SimulatedCalls.world?.look() ?? 0 }
        calls.sleep = { SimulatedCalls.world?.sleep($0) }
        calls.poll = { entries, count, timeout in
            SimulatedCalls.world?.poll(UnsafeMutableBufferPointer(start: entries, count: count), Int(timeout)) ?? 0
        }
        calls.read = { number, bytes, count in
            SimulatedCalls.world?.read(Int(number), UnsafeMutableRawBufferPointer(start: bytes, count: count)) ?? 0
        }
        calls.write = { number, pieces, count in
            let pieces = UnsafeBufferPointer(start: pieces, count: Int(count)).map {
                UnsafeRawBufferPointer(start: $0.iov_base, count: $0.iov_len)
            }
            return SimulatedCalls.world?.write(Int(number), pieces) ?? 0
        }
        calls.close = { SimulatedCalls.world?.close(Int($0)) ?? 0 }
        calls.pipe = { ends in
            guard let ends, let world = SimulatedCalls.world else { return -Int(EMFILE) }
            let (reader, writer) = world.openPipe()
            (ends[0], ends[1]) = (Int32(reader), Int32(writer))
            return 0
        }
        calls.duplicate = { SimulatedCalls.world?.duplicate(Int($0)) ?? 0 }
        calls.reopen = { SimulatedCalls.world?.reopen(Int($0)) ?? 0 }
        calls.capacity = { SimulatedCalls.world?.pipe(of: Int($0))?.capacity ?? -Int(EBADF) }
        calls.unread = { SimulatedCalls.world?.pipe(of: Int($0))?.count ?? -Int(EBADF) }
        calls.set_flags = { _, _ in 0 }
        calls.identity = { SimulatedCalls.world?.pipe(of: Int($0))?.identity ?? -Int(EBADF) }
        calls.spawn = { arguments, pairs, count in
            var words: [String] = []
            var place = 0
            while let arguments, let word = arguments[place] {
                words.append(String(cString: word))
                place += 1
            }
            let given = (0..<Int(count)).map { (ours: Int(pairs?[2 * $0] ?? 0), theirs: Int(pairs?[2 * $0 + 1] ?? 0)) }
            return SimulatedCalls.world?.spawn(words, given) ?? 0
        }
        calls.wait = { SimulatedCalls.world?.wait(for: Int($0), reaps: $1 != 0, waits: $2 != 0) ?? 0 }
        calls.kill = { SimulatedCalls.world?.kill(Int($0), Int($1)) ?? 0 }
        calls.exists = { SimulatedCalls.world?.exists(Int($0)) == true ? 1 : 0 }
        calls.listen = { SimulatedCalls.world?.listen() ?? 0 }
        calls.accept = { SimulatedCalls.world?.accept(from: Int($0)) ?? 0 }
        calls.handle = { SimulatedCalls.world?.handle($0, $1) }
        calls.fill = { SimulatedCalls.world?.fill(UnsafeMutableRawBufferPointer(start: $0, count: $1)) }
        simulation_begin(&calls)
    }
}
