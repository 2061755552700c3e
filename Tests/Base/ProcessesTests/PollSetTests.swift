import Foundation
import Processes
import TestSupport
import Testing

@testable import Platform

@Suite struct PollSetTests {
    @Test func eachPlaceAnswersForItsDescriptor() throws {
        let full = try Pipe.open()
        let empty = try Pipe.open()
        expect(write(full.writer.number, "x", 1), equals: 1)
        var pollSet = PollSet(reading: [empty.reader.number, full.reader.number], writing: [empty.writer.number])
        expect(pollSet.wait(for: .milliseconds(30_000)), equals: .ready)
        expect([0, 1, 2].map(pollSet.isReady), equals: [false, true, true])
        expect([0, 1, 2].map(pollSet.canRead), equals: [false, true, false])
        expect([0, 1, 2].map(pollSet.canWrite), equals: [false, false, true])
        expect(pollSet.ready, equals: [1, 2])
        expect(pollSet.readyDescriptors, equals: [full.reader.number, empty.writer.number])
        expect(!pollSet.isReady(3) && !pollSet.isReady(-1))
    }

    /// If the other end is closed, a read or a write reports it, so the descriptor counts as ready.
    @Test(arguments: [PollSet.Interest.reading, .hangUp]) func theEndOfAPipeIsReady(interest: PollSet.Interest) throws {
        let reader = try Self.lonelyReader()
        #expect(PollSet.isReady(reader.number, for: interest))
        let writer = try Self.lonelyWriter()
        #expect(PollSet.isReady(writer.number, for: .writing))
    }

    private static func lonelyReader() throws -> Descriptor {
        let pipe = try Pipe.open()
        return pipe.reader
    }

    private static func lonelyWriter() throws -> Descriptor {
        let pipe = try Pipe.open()
        return pipe.writer
    }

    @Test func bothDirectionsOfASocketAreDistinguished() throws {
        var ends: [Int32] = [0, 0]
        expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends), equals: 0)
        let ours = Descriptor(owning: ends[0])
        let theirs = Descriptor(owning: ends[1])
        var pollSet = PollSet()
        let place = pollSet.add(ours.number, for: .readingAndWriting)
        expect(pollSet.wait(for: .zero), equals: .ready)
        expect(pollSet.canWrite(place) && !pollSet.canRead(place))
        expect(write(theirs.number, "x", 1), equals: 1)
        expect(pollSet.wait(for: .milliseconds(30_000)), equals: .ready)
        expect(pollSet.canWrite(place) && pollSet.canRead(place))
    }

    @Test func whatIsNotReadyTimesOut() throws {
        let pipe = try Pipe.open()
        var pollSet = PollSet(reading: [pipe.reader.number])
        expect(pollSet.wait(for: .zero), equals: .timedOut)
        expect(pollSet.wait(until: .now - .seconds(1)), equals: .timedOut)
        expect(pollSet.wait(until: .now + .milliseconds(1)), equals: .timedOut)
        #expect(!PollSet.isReady(pipe.reader.number, within: .milliseconds(1)))
        #expect(!PollSet.isReady(pipe.reader.number, for: .hangUp))
        #expect(pollSet.ready.isEmpty)
        pollSet.removeAll()
        #expect(pollSet.isEmpty)
        expect(pollSet.wait(for: .zero), equals: .timedOut)
    }

    /// A closed descriptor is reported, not waited for.
    @Test func aClosedDescriptorIsReady() {
        #expect(PollSet.isReady(Int32.max))
    }

    /// The results of an earlier wait do not remain.
    @Test func anInterruptedWaitFindsNothing() throws {
        let pipe = try Pipe.open()
        expect(write(pipe.writer.number, "x", 1), equals: 1)
        var pollSet = PollSet(reading: [pipe.reader.number])
        expect(pollSet.wait(for: .zero), equals: .ready)
        for _ in 0..<(1 << 16) { pollSet.add(-1) }
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        guard limit.rlim_cur <= 1 << 16 else { return }
        expect(pollSet.wait(for: .zero), equals: .failed(EINVAL))
        #expect(!pollSet.isReady(0))
    }

    @Test(arguments: [
        (Duration.zero, 0), (.seconds(-5), 0), (.nanoseconds(1), 1), (.milliseconds(1), 1), (.milliseconds(1500), 1500),
        (.microseconds(1001), 2),
        (.seconds(1 << 40), Int(Int32.max)),
        (.seconds(Int64.max), Int(Int32.max)),
    ]) func timeIsRoundedUpAndClamped(left: Duration, milliseconds: Int) {
        expect(PollSet.milliseconds(of: left) == milliseconds)
    }
}
