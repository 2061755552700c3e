import Commands
import RPC

/// Deliberate faults of `viperline rpc`.
struct FaultOptions: CommandOptions {
    private var faults: [FrameFault] = []
    private var seed = UInt64(1)

    init() {}

    static var table: OptionTable<Self> {
        [
            .option(
                "fault", value: "[client:]method[#n][@p]:kind", \.faults, reading: FrameFault.init,
                "A deliberate fault, such as tools/call#2:drop; see above."),
            .option(
                "seed", value: "number", \.seed, "Of the faults with a probability: the same seed, the same faults."),
        ]
    }

    mutating func validate() throws {
        guard faults.count <= FrameFault.most else {
            throw UsageError("--fault: at most \(FrameFault.most) faults are possible")
        }
    }

    var isEmpty: Bool { faults.isEmpty }

    /// Nil without a fault.
    func plan(_ table: DialogueProtocol?) -> FrameFaultPlan? {
        faults.isEmpty ? nil : FrameFaultPlan(faults, seed: seed, table)
    }
}
