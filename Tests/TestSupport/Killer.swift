import Foundation

/// A service that kills another one. The view waits for it, so that no session ends before it looks.
package struct Killer {
    package enum Moment {
        /// Once, after so many events whose line contains the text.
        case after(Int, of: String = "")
        /// Again and again, after random pauses from the seed.
        case seed(Int)
    }

    private let folder: TemporaryFolder
    /// Options of `viperline run` that add it.
    package let options: [String]
    /// How often it has killed.
    package var kills: Int { ((try? folder.text(of: "kills")) ?? "").split(separator: "\n").count }

    /// - Parameter view: the service that reads the commands.
    package init(of victim: String, _ moment: Moment, view: String = "view") throws {
        folder = try TemporaryFolder()
        try folder.write(Self.program, to: "killer.py")
        let words =
            switch moment {
            case .after(let number, let text): "after, \"\(number)\", '\(text)'"
            case .seed(let seed): "random, \"\(seed)\", ''"
            }
        let overlay = try folder.write(
            """
            services:
              killer:
                command: [python3, "\(folder.path)/killer.py", \(victim), "\(folder.path)/kills", \(words)]
                receives: ["*"]
              \(view): {depends_on: {killer: {condition: service_healthy}}}
            """, to: "killer.yaml")
        options = ["-f", overlay.path]
    }

    private static let program = """
        import os, random, signal, sys, time
        service, told, when, number, text = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]), sys.argv[5]
        variable, supervisor = f"VIPERLINE_SERVICE={service}".encode(), os.getppid()
        def victim():
            for pid in filter(str.isdigit, os.listdir("/proc")):
                try:
                    parent = int(open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()[1])
                    if parent != supervisor: continue
                    variables = open(f"/proc/{pid}/environ", "rb").read().split(b"\\0")
                except (OSError, IndexError, ValueError):
                    continue
                if variable in variables: return int(pid)
        def kill():
            # Between the death of one process and the start of the next there is none.
            while (pid := victim()) is None:
                if os.getppid() != supervisor: return
                time.sleep(0.001)
            try: os.kill(pid, signal.SIGKILL)
            except ProcessLookupError: return
            with open(told, "a") as file: file.write("killed\\n")
        print('{"type": "process.output.ready"}', flush=True)
        if when == "after":
            for line in sys.stdin:
                if text in line:
                    number -= 1
                    if number == 0: kill()
        else:
            dice = random.Random(number)
            for _ in range(8):
                time.sleep(dice.uniform(0.001, 0.05))
                if os.getppid() == supervisor: kill()
            sys.stdin.read()
        """
}
