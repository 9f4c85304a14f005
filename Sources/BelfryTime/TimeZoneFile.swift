/// Why a file of the tz database could not be used.
public enum TimeZoneFileError: Error, Equatable, Sendable {
    /// It does not begin with `TZif`.
    case notTimeZoneFile
    /// It is of version 1, which ends in 2038; every system of the last two decades has version 2 or later.
    case tooOld
    /// It counts leap seconds, which do not exist here, so that its moments are others than ours.
    case countsLeapSeconds
    /// It ends early, names an offset that it does not have or that no place on Earth has, or its moments are out of order.
    case damaged
}

extension TimeZoneRules {
    /// Reads the 64-bit part and the footer of a TZif file (RFC 9636, section 3).
    ///
    /// - Throws: ``TimeZoneFileError``
    public init(name: String, parsing bytes: [UInt8]) throws(TimeZoneFileError) {
        var file = TimeZoneFileReader(bytes)
        let first = try file.header()
        guard first.version >= 2 else { throw .tooOld }
        try file.skip(first.bodyByteCount(timeByteCount: 4))
        let header = try file.header()
        guard header.leapCount == 0 else { throw .countsLeapSeconds }

        var times: [Int64] = []
        for _ in 0..<header.timeCount { times.append(Int64(bitPattern: try file.bigEndian(byteCount: 8))) }
        var typeIndices: [Int] = []
        for _ in 0..<header.timeCount { typeIndices.append(Int(try file.bigEndian(byteCount: 1))) }
        var typeOffsets: [Int32] = []
        for _ in 0..<header.typeCount {
            typeOffsets.append(Int32(truncatingIfNeeded: try file.bigEndian(byteCount: 4)))
            try file.skip(2)  // whether it counts as daylight saving time, and its abbreviation: neither moves a clock
        }
        try file.skip(header.abbreviationByteCount + header.standardCount + header.utcCount)
        guard let initial = typeOffsets.first, typeIndices.allSatisfy(typeOffsets.indices.contains),
            typeOffsets.allSatisfy(offsetSecondsRange.contains), zip(times, times.dropFirst()).allSatisfy(<),
            times.last ?? 0 <= Instant.max.secondsSinceEpoch
        else { throw .damaged }

        // A change of name alone (`EST` to `CDT` at one offset) is not a transition.
        var transitions: [Int64] = []
        var offsets = [initial]
        for (time, index) in zip(times, typeIndices) where typeOffsets[index] != offsets.last {
            transitions.append(time)
            offsets.append(typeOffsets[index])
        }
        let footer = try file.footer()
        let rule = PosixTimeZoneRule(parsing: footer)
        guard rule != nil || footer.isEmpty else { throw .damaged }
        var ruleStart = times.last ?? .min
        // What the rule says of this century is listed too, so that it is looked up and not computed each time.
        while ruleStart >= 0, let next = rule?.nextTransition(after: ruleStart), next < listedEnd, let offset = rule?.offset(atSecond: next) {
            transitions.append(next)
            offsets.append(Int32(offset))
            ruleStart = next
        }
        self.init(name: name, transitions: transitions, offsets: offsets, rule: rule, ruleStart: ruleStart)
    }
}

/// 2100-01-01T00:00:00Z, in seconds since 1970.
private let listedEnd: Int64 = 4_102_444_800

/// More than 25 hours west to less than 26 hours east, as RFC 9636 has it.
private let offsetSecondsRange: ClosedRange<Int32> = -89_999...93_599

private struct TimeZoneFileHeader {
    let version: Int
    let utcCount: Int
    let standardCount: Int
    let leapCount: Int
    let timeCount: Int
    let typeCount: Int
    let abbreviationByteCount: Int

    func bodyByteCount(timeByteCount: Int) -> Int {
        timeCount * (timeByteCount + 1) + typeCount * 6 + abbreviationByteCount + leapCount * (timeByteCount + 4) + standardCount + utcCount
    }
}

private struct TimeZoneFileReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    mutating func header() throws(TimeZoneFileError) -> TimeZoneFileHeader {
        guard rest.starts(with: "TZif".utf8) else { throw .notTimeZoneFile }
        try skip(4)
        let versionByte = try bigEndian(byteCount: 1)
        try skip(15)
        var counts: [Int] = []
        for _ in 0..<6 { counts.append(Int(try bigEndian(byteCount: 4))) }
        return TimeZoneFileHeader(
            version: versionByte == 0 ? 1 : Int(versionByte) - Int(UInt8(ascii: "0")),
            utcCount: counts[0], standardCount: counts[1], leapCount: counts[2], timeCount: counts[3], typeCount: counts[4],
            abbreviationByteCount: counts[5])
    }

    mutating func bigEndian(byteCount: Int) throws(TimeZoneFileError) -> UInt64 {
        guard rest.count >= byteCount else { throw .damaged }
        var value: UInt64 = 0
        for byte in rest.prefix(byteCount) { value = value << 8 | UInt64(byte) }
        rest = rest.dropFirst(byteCount)
        return value
    }

    mutating func skip(_ byteCount: Int) throws(TimeZoneFileError) {
        guard rest.count >= byteCount else { throw .damaged }
        rest = rest.dropFirst(byteCount)
    }

    /// The text between the two line feeds that end the file: a POSIX TZ string, or nothing.
    mutating func footer() throws(TimeZoneFileError) -> String {
        guard rest.first == UInt8(ascii: "\n") else { throw .damaged }
        let line = rest.dropFirst().prefix { $0 != UInt8(ascii: "\n") }
        guard line.endIndex < rest.endIndex else { throw .damaged }
        return String(decoding: line, as: UTF8.self)
    }
}
