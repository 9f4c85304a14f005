import BelfryModel
import BelfryTesting
import Foundation
import Testing

@testable import BelfryTime

struct TimeZoneFileTests {
    @Test("A file of another kind is refused as such", arguments: ["", "TZi", "PNG\n", "tzif2", "#!/bin/sh\n"])
    func notTimeZoneFile(text: String) {
        #expect(throws: TimeZoneFileError.notTimeZoneFile) { try TimeZoneRules(name: "X", parsing: Array(text.utf8)) }
    }

    @Test("A file cut off anywhere is damaged, never read as another zone", arguments: ["Europe/Berlin", "Pacific/Kiritimati", "Etc/UTC"])
    func truncated(name: String) throws {
        let bytes = try file(name)
        _ = try TimeZoneRules(name: name, parsing: bytes)
        for byteCount in 0..<bytes.count {
            let error = byteCount < 4 ? TimeZoneFileError.notTimeZoneFile : .damaged
            let thrown = #expect(throws: TimeZoneFileError.self) { try TimeZoneRules(name: name, parsing: Array(bytes.prefix(byteCount))) }
            guard thrown == error || thrown == .notTimeZoneFile else {
                Issue.record("cut off after \(byteCount) bytes of \(name): \(String(describing: thrown))")
                return
            }
        }
    }

    @Test(
        "A file with any byte changed is refused or read, and what is read can be asked anything",
        arguments: ["Europe/Berlin", "Africa/Casablanca"])
    func changedBytes(name: String) throws {
        let seed = UInt64.seed()
        var generator = SeededGenerator(seed: seed)
        let original = try file(name)
        var readCount = 0
        for _ in 0..<1500 {
            var bytes = original
            bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            guard let zone = try? TimeZoneRules(name: name, parsing: bytes) else { continue }
            readCount += 1
            let now = Instant(secondsSinceEpoch: Int64.random(in: -4_000_000_000...8_000_000_000, using: &generator))
            #expect(zone.nextTransition(after: now).map { $0 > now } ?? true, "seed \(seed)")
            #expect(zone.nextTransition(after: .min).map { $0 > .min } ?? true, "seed \(seed)")
            #expect(abs(zone.offsetSeconds(at: now)) < 26 * 3600, "seed \(seed)")
            #expect(zone.instant(of: zone.civil(at: now)) <= now, "seed \(seed)")
        }
        #expect(readCount > 100, "seed \(seed)")
    }

    @Test("A file of version 1 is too old: it ends in 2038")
    func tooOld() {
        #expect(throws: TimeZoneFileError.tooOld) { try TimeZoneRules(name: "X", parsing: Sample(version: 0).bytes) }
    }

    @Test("A file that counts leap seconds is refused, for its moments are others than ours")
    func leapSeconds() {
        #expect(throws: TimeZoneFileError.countsLeapSeconds) { try TimeZoneRules(name: "X", parsing: Sample(leapCount: 1).bytes) }
    }

    @Test(
        "A file whose own numbers contradict each other is damaged",
        arguments: [
            Sample(offsets: []),
            Sample(times: [0], typeIndices: [1], offsets: [0]),
            Sample(times: [10, 10], typeIndices: [0, 0], offsets: [0]),
            Sample(times: [10, 9], typeIndices: [0, 0], offsets: [0]),
            Sample(times: [.max], typeIndices: [0], offsets: [0]),
            Sample(offsets: [.min]),
            Sample(offsets: [26 * 3600]),
            Sample(offsets: [-25 * 3600]),
            Sample(footer: "no rule"),
        ])
    func damaged(sample: Sample) {
        #expect(throws: TimeZoneFileError.damaged) { try TimeZoneRules(name: "X", parsing: sample.bytes) }
    }

    @Test("A file may begin with a transition at the beginning of time, as older compilers wrote it")
    func bigBang() throws {
        let zone = try TimeZoneRules(name: "X", parsing: Sample(times: [-1 << 59, 0], typeIndices: [0, 1], offsets: [3600, 7200]).bytes)
        #expect(zone.nextTransition(after: .min) == Instant(secondsSinceEpoch: 0))
        #expect(zone.offsetSeconds(at: .min) == 3600)
    }

    @Test("The rule of the footer holds from the last transition on, even where that one changed only the name")
    func footerStart() throws {
        let last = try instant("2030-01-01T00:00:00Z").secondsSinceEpoch
        let sample = Sample(times: [0, last], typeIndices: [1, 2], offsets: [0, 3600, 3600], footer: "AAA-1BBB,M3.2.0,M11.1.0")
        let zone = try TimeZoneRules(name: "X", parsing: sample.bytes)
        #expect(zone.offsetSeconds(at: try instant("2029-07-01T00:00:00Z")) == 3600)
        #expect(zone.offsetSeconds(at: try instant("2030-07-01T00:00:00Z")) == 7200)
        #expect(zone.nextTransition(after: try instant("2025-01-01T00:00:00Z"))?.description == "2030-03-10T01:00:00Z")
    }

    @Test(
        "What the rule of the footer says of this century is listed, and what it says of the next is not",
        arguments: ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Europe/Dublin", "America/Nuuk"])
    func listedCentury(name: String) throws {
        let zone = try zone(name)
        let rule = try #require(zone.rule)
        var second = try instant("2037-12-01T00:00:00Z").secondsSinceEpoch
        let end = try instant("2100-01-01T00:00:00Z").secondsSinceEpoch
        var listed = zone.transitions.filter { $0 > second }[...]
        while let next = rule.nextTransition(after: second), next < end {
            let first = listed.popFirst()
            #expect(first == next)
            #expect(zone.nextTransition(after: Instant(secondsSinceEpoch: second)) == Instant(secondsSinceEpoch: next))
            #expect(zone.offsetSeconds(at: Instant(secondsSinceEpoch: next)) == rule.offset(atSecond: next))
            second = next
        }
        #expect(listed.isEmpty)
        #expect(zone.nextTransition(after: Instant(secondsSinceEpoch: end))?.secondsSinceEpoch == rule.nextTransition(after: end))
    }

    @Test("Without a footer the last offset stays")
    func noFooter() throws {
        let zone = try TimeZoneRules(name: "X", parsing: Sample(times: [0], typeIndices: [1], offsets: [0, 3600]).bytes)
        #expect(zone.offsetSeconds(at: .max) == 3600)
        #expect(zone.nextTransition(after: Instant(secondsSinceEpoch: 0)) == nil)
    }

    private func file(_ name: String) throws -> [UInt8] {
        let folder = ProcessInfo.processInfo.environment["TZDIR"] ?? "/usr/share/zoneinfo"
        return Array(try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")))
    }

    /// A file of the least size, made by hand.
    struct Sample: CustomTestStringConvertible {
        var version = UInt8(ascii: "2")
        var leapCount: UInt32 = 0
        var times: [Int64] = []
        var typeIndices: [UInt8] = []
        var offsets: [Int32] = [0]
        var footer = ""

        var testDescription: String { "times \(times), types \(typeIndices), offsets \(offsets), footer \(footer)" }

        var bytes: [UInt8] {
            header(timeCount: 0, typeCount: 0, leapCount: 0)
                + header(timeCount: UInt32(times.count), typeCount: UInt32(offsets.count), leapCount: leapCount)
                + times.flatMap(bigEndian) + typeIndices + offsets.flatMap { bigEndian($0) + [0, 0] }
                + Array(repeating: 0, count: Int(leapCount) * 12) + Array("\n\(footer)\n".utf8)
        }

        private func header(timeCount: UInt32, typeCount: UInt32, leapCount: UInt32) -> [UInt8] {
            Array("TZif".utf8) + [version] + Array(repeating: 0, count: 15) + [0, 0, leapCount, timeCount, typeCount, 0].flatMap(bigEndian)
        }

        private func bigEndian(_ number: some FixedWidthInteger) -> [UInt8] {
            withUnsafeBytes(of: number.bigEndian, Array.init)
        }
    }
}
