package import JSON
import Encodings
package import HTTPTransfer
import SafeText

/// Requests without an envelope on a stream: one answer line each.
package struct ExchangeService: RequestService {
    package typealias Reader = ExchangeReader

    package private(set) var failures = FailureTally()
    private let format: ExchangeFormat
    private let standIns: StandIns
    private let diagnose: @Sendable (String) -> Void
    private let destination: BodyDestination
    private let keepsBodies: Bool
    private var pending: [TransferID: ExchangeRequest] = [:]
    /// The values of requests that had an answer each.
    private var values: [TransferID: Int] = [:]
    package private(set) var pendingBytes = 0
    private var count: TransferID = 0

    /// - Parameters:
    ///   - standIns: servers to ask by another way than their hosts.
    ///   - destination: the destination of bodies that are not part of answers.
    ///   - keepsBodies: whether bodies are needed although they are not part of answers, as for a cache.
    ///   - diagnose: takes messages beside the answers, safe to print.
    package init(
        _ format: ExchangeFormat, standIns: StandIns = StandIns(), destination: BodyDestination = .nowhere,
        keepsBodies: Bool = false, diagnose: @escaping @Sendable (String) -> Void
    ) {
        self.format = format
        self.destination = destination
        self.keepsBodies = keepsBodies
        self.standIns = standIns
        self.diagnose = diagnose
    }

    package mutating func receive(
        _ request: ExchangeRequest
    ) -> [(number: TransferID, step: RequestStep<ExchangeAnswer>)] {
        count += 1
        pending[count] = request
        pendingBytes += request.heldBytes
        let first = request.transfer.map { transfer in
            Step.transfer(transfer, Step.Reading { [format] response in .answer(format.answer(request, response)) })
        }
        return completed(count, first, nil).map { [(count, $0)] } ?? []
    }

    package mutating func completed(
        _ number: TransferID, _ result: Result<RequestStep<ExchangeAnswer>, FetchError>, _ effort: Effort?
    ) -> RequestStep<ExchangeAnswer>? {
        guard let request = pending[number] else { return nil }
        switch result {
        case .success(.transfer(var transfer, let reading)):
            standIns.connect(&transfer)
            direct(&transfer, number)
            return .transfer(transfer, reading)
        case .success(.answer(let answer)): return finished(number, answer)
        case .success(let step): return step
        case .failure(let error): return finished(number, format.answer(request, error, effort))
        }
    }

    /// Sets the destination of the body. A body that is not held in memory has no limit.
    private func direct(_ transfer: inout HTTPRequest, _ number: TransferID) {
        if let sink = destination.sink(number, url: transfer.url.text) {
            transfer.sink = sink
            transfer.bodyLimit = nil
        } else if format.hasValues {
            transfer.sink = .values
        } else if !format.hasBodies, !keepsBodies {
            transfer.sink = .nowhere
            transfer.bodyLimit = nil
        }
    }

    private mutating func finished(_ number: TransferID, _ answer: ExchangeAnswer) -> RequestStep<ExchangeAnswer> {
        if let request = pending.removeValue(forKey: number) { pendingBytes -= request.heldBytes }
        let count = values.removeValue(forKey: number) ?? 0
        // The values were the answers.
        if count > 0, answer.failure == nil { return .answer(ExchangeAnswer(line: [], failure: nil)) }
        if let failure = answer.failure { failures.note(failure) }
        return .answer(answer)
    }

    package mutating func arrived(
        _ number: TransferID, _ value: BodyValues.Value, of response: HTTPResponse
    ) -> ExchangeAnswer? {
        guard let request = pending[number] else { return nil }
        values[number, default: 0] += 1
        let answer = format.answer(request, response, value, number: values[number] ?? 1)
        if let failure = answer.failure { failures.note(failure) }
        return answer
    }

    package mutating func attempted(_ attempt: Attempt) -> ExchangeAnswer? {
        let url = pending[attempt.id]?.url?.withoutSecrets ?? ""
        let words = AttemptText.words(attempt: attempt.number, cause: attempt.cause, delay: attempt.delay)
        diagnose("get \(url): \(words)".printable)
        return nil
    }

    package mutating func abandon() -> [(number: TransferID, step: RequestStep<ExchangeAnswer>)] {
        pending.keys.sorted().flatMap { number in
            [(number, .cancel)] + (completed(number, .failure(.cancelled), nil).map { [(number, $0)] } ?? [])
        }
    }

    package func encode(_ answer: ExchangeAnswer) -> [UInt8] { answer.line }
}

/// The destination of bodies that are not part of answers.
package enum BodyDestination: Equatable, Sendable {
    case nowhere
    /// A file, device or FIFO, for one request.
    case file(String)
    /// A standard stream, for one request.
    case descriptor(Int32, name: String)
    /// Files of this folder, named by the number of the request and the last part of its URL's path.
    case folder(String)

    /// Meaning of `-o`: `-` and the names that the system has for standard streams are those, anything else is a path. By
    /// its name, a stream would be opened a second time, and the file behind it be replaced.
    package init(output path: String) {
        switch path {
        case "-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1": self = .descriptor(1, name: path)
        case "/dev/stderr", "/dev/fd/2", "/proc/self/fd/2": self = .descriptor(2, name: path)
        default: self = .file(path)
        }
    }

    /// The place where the body of a request's response goes; nil if it is not written.
    /// - Parameter number: the number of the request, from 1.
    func sink(_ number: UInt64, url: String) -> BodySink? {
        switch self {
        case .nowhere: nil
        case .file(let path): .file(path)
        case .descriptor(let number, let name): .descriptor(number, name: name)
        case .folder(let folder): .entry(folder + "/" + Self.name(number, url))
        }
    }

    /// True if bodies go to stdout, so that answers cannot.
    package var takesOutput: Bool { if case .descriptor(1, _) = self { true } else { false } }

    /// True if a body on its way is a file that must be removed if the program ends.
    package var hasFiles: Bool {
        switch self {
        case .nowhere, .descriptor: false
        case .file, .folder: true
        }
    }

    /// The name of a body's file, such as `12-cover.png`. The number makes names unique, and prevents special ones such as `..`.
    private static func name(_ number: UInt64, _ url: String) -> String {
        let path = url.drop { $0 != ":" }.dropFirst(3).prefix { $0 != "?" && $0 != "#" }
        let last = path.contains("/") ? path.split(separator: "/", omittingEmptySubsequences: false).last ?? "" : ""
        let plain = String(decoding: PercentEncoding.decode(last.utf8).bytes, as: UTF8.self)
        let isSafe = { (scalar: Unicode.Scalar) in
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || [.nonspacingMark, .spacingMark].contains(scalar.properties.generalCategory)
                || "._-".unicodeScalars.contains(scalar)
        }
        // Runs of all others become one mark, so that two names do not become one word.
        var name: [Unicode.Scalar] = []
        for scalar in plain.unicodeScalars.suffix(longestName) where isSafe(scalar) || name.last != "_" {
            name.append(isSafe(scalar) ? scalar : "_")
        }
        while name.reduce(0, { $0 + UTF8.width($1) }) > longestName { name.removeFirst() }
        return name.isEmpty ? "\(number)" : "\(number)-" + String(String.UnicodeScalarView(name))
    }

    /// Bytes.
    private static let longestName = 80
}
