import Platform

/// Starts a child in our process group so that Ctrl-Z can't stop it for ever before it runs its program.
///
/// posix_spawn returns when the child runs its program; until then the calling thread handles no signals. A stop signal to the
/// group in between stops the child, and so blocks us, where neither a shell nor Ctrl-C can help. Therefore another thread
/// calls posix_spawn, and this one continues the child if it takes too long. The stop is lost; the supervisor passes it on to
/// the view again.
enum UnstoppableSpawn {
    private final class Work {
        let spawn: () -> Int32
        let news: Int32

        init(_ spawn: @escaping () -> Int32, news: Int32) {
            self.spawn = spawn
            self.news = news
        }
    }

    /// Milliseconds after which the child is taken for stopped.
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
            while !PollSet.isReady(pipe.reader.number, within: patience) { continueChildren(of: spawner) }
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
