import CSimulation
import Platform
import Processes
import Supervision

/// Histories played in a copy of this process, which may hang or crash.
struct Trial {
    private(set) var failure: History.Failure?
    /// The copy crashed or hung.
    private(set) var crash: History.Failure?
    private(set) var decisions = 0
    /// The last history that was begun.
    private(set) var seed: UInt64 = 0

    /// What the copy reports in the end.
    final class Report {
        fileprivate let writer: Int32
        var decisions = 0

        fileprivate init(_ writer: Int32) { self.writer = writer }

        /// Each history may take its time.
        func note(_ seed: UInt64) {
            send("seed \(seed)\n")
            alarm(Trial.mostSeconds)
        }

        fileprivate func send(_ text: String) {
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { write(writer, $0.baseAddress, $0.count) }
                guard count > 0 else { return }
                rest = rest.dropFirst(count)
            }
        }
    }

    private static let failing: Int32 = 3
    private static let mostSeconds: UInt32 = 60

    init(
        in folder: SessionFolder, keepsAccount: Bool = false, _ body: (History, Report) -> Void
    ) throws(SystemError) {
        let path = folder.path + ".trial"
        let number = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard number >= 0 else { throw SystemError("make the file \(path)") }
        let file = Descriptor(owning: number)
        unlink(path)
        let process = simulation_fork(Self.mostSeconds)
        guard process >= 0 else { throw SystemError("copy this process") }
        if process == 0 {
            let report = Report(file.number)
            let history = History(keepsAccount: keepsAccount, folder: folder) { failure in
                let lines = ["failed \(failure.choices.map(String.init).joined(separator: ","))", failure.promise]
                report.send((lines + failure.account).joined(separator: "\n"))
                _exit(Self.failing)
            }
            body(history, report)
            report.send("done \(report.decisions)\n")
            _exit(0)
        }
        let code = simulation_await(process)
        take(Self.contents(of: file.number), endedWith: code)
    }

    /// - Parameter code: the copy's exit code.
    private mutating func take(_ report: [UInt8], endedWith code: Int32) {
        let lines = String(decoding: report, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        for line in lines {
            if line.hasPrefix("seed ") { seed = UInt64(line.dropFirst(5)) ?? 0 }
            if line.hasPrefix("done ") { decisions = Int(line.dropFirst(5)) ?? 0 }
        }
        if code == Self.failing, let place = lines.firstIndex(where: { $0.hasPrefix("failed ") }) {
            let choices = lines[place].dropFirst(7).split(separator: ",").compactMap { Int($0) }
            failure = History.Failure(
                promise: place + 1 < lines.count ? String(lines[place + 1]) : "", choices: choices,
                account: lines.dropFirst(place + 2).map(String.init))
        } else if code != 0 {
            crash = History.Failure(promise: "it crashes or hangs", choices: [], account: [])
        }
    }

    private static func contents(of number: Int32) -> [UInt8] {
        lseek(number, 0, SEEK_SET)
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = read(number, &chunk, chunk.count), count > 0 { bytes += chunk[..<count] }
        return bytes
    }
}
