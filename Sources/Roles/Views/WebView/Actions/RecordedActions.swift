import Platform
import ScreenModel
import ViewMessages
package import Wire

extension WebState {
    /// Carries out an action.
    /// - Parameter fields: the posted fields.
    /// - Returns: the outcome, and its part of a recording; nil where nothing was done. A page may be older than the screen, so
    ///   only the screen on which an action is carried out shows which fields are secrets.
    package mutating func perform(_ action: PageAction, recording fields: FormFields) -> (ActionOutcome, Event?) {
        let names = action.publicFields(on: top?.screen)
        let secrets = action.secretFields(on: top?.screen)
        let outcome = perform(action, on: fields["scene"])
        guard !outcome.isRefused else { return (outcome, nil) }
        let kept = FormFields(
            fields.fields.compactMap { name, value in
                if secrets.contains(name) { return (name, value.isEmpty ? "" : Screen.withheldSecret) }
                return names.contains(name) ? (name, value) : nil
            })
        return (outcome, Event(ProcessOutput.Entered.type, ProcessOutput.Entered(text: kept.encoded + "\n")))
    }
}

extension PageAction {
    /// The names of the posted fields that it consists of, without secrets. Others are not its own, such as the page's key.
    fileprivate func publicFields(on screen: Screen?) -> Set<String> {
        let own: Set<String> =
            switch self {
            case .search: ["query"]
            case .filter, .openFirst, .palette, .change: ["value"]
            case .resize: ["columns", "rows"]
            case .enter(let form, let field, _): screen?.hasPublicInput(field, of: form) == true ? ["value"] : []
            case .backTo: ["to"]
            case .submit(let form, _): screen?.publicInputs(of: form) ?? []
            case .select, .press, .sort, .toggle, .mark, .clearMarks, .scroll, .more, .follow, .highlight, .back,
                .closeFailure, .quit:
                []
            }
        return own.union(["do", "scene"])
    }

    /// The names of the posted fields that hold secrets, whose place placeholders take.
    fileprivate func secretFields(on screen: Screen?) -> Set<String> {
        if case .submit(let form, _) = self { screen?.secretInputs(of: form) ?? [] } else { [] }
    }
}

extension Screen {
    /// True if a field is there and not secret. Where two fields have one name, one secret is enough.
    fileprivate func hasPublicInput(_ field: String, of form: String) -> Bool {
        let fields = forms.filter { $0.id == form }.flatMap(\.fields).filter { $0.id == field }
        return !fields.isEmpty && fields.allSatisfy { $0.kind != .secret }
    }

    /// The inputs of the fields that are not secret. Where two fields have one name, one secret is enough.
    fileprivate func publicInputs(of form: String) -> Set<String> {
        Set(forms.filter { $0.id == form }.flatMap(\.fields).map(InputName.of)).subtracting(secretInputs(of: form))
    }

    fileprivate func secretInputs(of form: String) -> Set<String> {
        Set(forms.filter { $0.id == form }.flatMap(\.fields).filter { $0.kind == .secret }.map(InputName.of))
    }
}

/// Actions on the session's own input: a form a line, as a page posts it. A script can use the view like that, and a recorded
/// session is verified so.
struct ActionInput {
    private let descriptor: Int32
    private var bytes: [UInt8] = []
    /// The current line is too long: the rest of it is skipped.
    private var isSkipping = false
    private(set) var hasEnded = false

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// A terminal belongs to its foreground process.
    var canRead: Bool {
        guard !hasEnded else { return false }
        let foreground = tcgetpgrp(descriptor)
        return foreground < 0 || foreground == getpgrp()
    }

    /// Reads what is there.
    /// - Returns: whole lines.
    mutating func read() -> [[UInt8]] {
        var chunk = [UInt8](repeating: 0, count: 1 << 14)
        let count = Platform.read(descriptor, &chunk, chunk.count)
        guard count > 0 else {
            hasEnded = count == 0 || ![EINTR, EAGAIN].contains(errno)
            return []
        }
        return split(chunk[..<count])
    }

    /// - Returns: the lines that are whole now.
    mutating func split(_ more: some Sequence<UInt8>) -> [[UInt8]] {
        bytes += more
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
        bytes = lines.popLast() ?? []
        if isSkipping, !lines.isEmpty {
            lines.removeFirst()
            isSkipping = false
        }
        if isSkipping || bytes.count > Admission.longestBody { (bytes, isSkipping) = ([], true) }
        return lines
    }
}
