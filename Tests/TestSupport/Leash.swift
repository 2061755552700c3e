import Foundation
import Processes
import Synchronization

/// Kills the processes of the tests that are still there when the process of the tests has ended, however it has.
enum Leash {
    private static let state = Mutex(try? Leash.start())

    /// The process has started, as a child of this one.
    static func hold(_ pid: pid_t) { send("\(pid)") }
    /// It is reaped; another one may have its number.
    static func release(_ pid: pid_t) { send("-\(pid)") }

    private static func send(_ word: String) {
        state.withLock { writer in
            guard let number = writer?.number else { return }
            _ = write(number, word + "\n", word.utf8.count + 1)
        }
    }

    /// - Returns: the end of a pipe that the shell reads until this process has ended.
    private static func start() throws -> Descriptor {
        let input = try Pipe.open()
        var launch = Launch([
            "sh", "-c",
            """
            held=' '
            while read -r word; do
                case $word in
                -*) held=${held%%" ${word#-} "*}\\ ${held#*" ${word#-} "} ;;
                *) held="$held$word " ;;
                esac
            done
            kill -9 $held
            """,
        ])
        launch.searchesPath = true
        launch.descriptors = [(input.reader.number, 0)]
        launch.files = [.init("/dev/null", O_WRONLY, as: 1), .init("/dev/null", O_WRONLY, as: 2)]
        launch.group = .ownSession
        _ = try launch.start()
        return kept(input.writer)
    }

    private static func kept(_ end: consuming Descriptor) -> Descriptor { end }
}
