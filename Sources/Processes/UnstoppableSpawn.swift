import Platform

/// Starts a child of our process group so that Ctrl-Z cannot stop it for ever before it runs its program.
///
/// posix_spawn returns when the child runs its program; until then the calling thread does not act on signals. A stop
/// signal to the group in between stops the child, and with it us, where no shell and no Ctrl-C gets at either. So another
/// thread waits for the child, and this one continues it when it stands still. Who asked for the stop has to ask again,
/// as the supervisor does for the view.
enum UnstoppableSpawn {
    private final class Work {
        let spawn: () -> Int32
        let news: Int32

        init(_ spawn: @escaping () -> Int32, news: Int32) {
            self.spawn = spawn
            self.news = news
        }
    }

    /// Milliseconds; what is not stopped is there sooner.
    private static let patience: Int32 = 20

    static func run(_ spawn: () -> Int32) -> Int32 {
        guard let pipe = try? Pipe.open() else { return spawn() }
        return withoutActuallyEscaping(spawn) { spawn in
            let work = Unmanaged.passRetained(Work(spawn, news: pipe.writer.number))
            var thread = pthread_t()
            let code = pthread_create(
                &thread, nil,
                { pointer in
                    guard let pointer else { return nil }
                    let work = Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue()
                    UnstoppableSpawn.tell(UnstoppableSpawn.thread, work.news)
                    UnstoppableSpawn.tell(work.spawn(), work.news)
                    return nil
                }, work.toOpaque())
            guard code == 0 else {
                work.release()
                return spawn()
            }
            defer { pthread_join(thread, nil) }
            let spawner = hear(pipe.reader.number)
            while !hasNews(pipe.reader.number) { continueChildren(of: spawner) }
            return hear(pipe.reader.number)
        }
    }

    /// The calling thread's id.
    private static var thread: Int32 {
        var path = [CChar](repeating: 0, count: 64)
        let count = readlink("/proc/thread-self", &path, path.count)
        let text = String(decoding: path.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return text.split(separator: "/").last.flatMap { Int32($0) } ?? 0
    }

    private static func tell(_ number: Int32, _ descriptor: Int32) {
        var number = number
        while write(descriptor, &number, MemoryLayout<Int32>.size) < 0, errno == EINTR {}
    }

    private static func hear(_ descriptor: Int32) -> Int32 {
        var number: Int32 = 0
        while read(descriptor, &number, MemoryLayout<Int32>.size) < 0, errno == EINTR {}
        return number
    }

    private static func hasNews(_ descriptor: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, patience) > 0
    }

    private static func continueChildren(of thread: Int32) {
        let number = open("/proc/self/task/\(thread)/children", O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { return }
        let file = Descriptor(owning: number)
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(file.number, &bytes, bytes.count)
        for child in String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: " ") {
            if let pid = Int32(child) { kill(pid, SIGCONT) }
        }
    }
}
