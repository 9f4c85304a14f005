import BelfryTesting
import Foundation

/// The offsets of one zone from 2000 to 2040 as the C library computes them, apart from everything that Belfry computes.
struct ZoneOracle: Sendable {
    let name: String
    /// `offsets[i]` holds from `starts[i]` on, in seconds east of UTC; the first start is the beginning of time.
    private(set) var starts: [Int] = [.min]
    private(set) var offsets: [Int]

    /// 2000-01-01 and 2041-01-01 in UTC, in seconds since 1970: what the oracle knows lies between.
    static let span = 946_684_800..<2_240_611_200

    init(name: String, firstOffset: Int) {
        self.name = name
        offsets = [firstOffset]
    }

    /// Takes over a change; one of the name or of the season alone is none.
    mutating func append(start: Int, offset: Int) {
        guard offset != offsets[offsets.count - 1] else { return }
        starts.append(start)
        offsets.append(offset)
    }

    func offset(at second: Int) -> Int {
        var index = 0
        return offset(at: second, near: &index)
    }

    /// The same, with a search that begins where the last one ended.
    func offset(at second: Int, near index: inout Int) -> Int {
        while index + 1 < starts.count, starts[index + 1] <= second { index += 1 }
        while starts[index] > second { index -= 1 }
        return offsets[index]
    }
}

// MARK: Asking zdump

extension ZoneOracle {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Every zone of the system's tz database.
    static func everyZone() throws -> [ZoneOracle] { try answer.get() }

    private static let answer = Result { try read(zdump(names: namesOfSystem())) }

    /// The files below the folder that are zones, by their names there.
    private static func namesOfSystem() throws -> [String] {
        let folder = ProcessInfo.processInfo.environment["TZDIR"] ?? "/usr/share/zoneinfo"
        let names = (FileManager.default.subpaths(atPath: folder) ?? []).filter { name in
            guard !name.hasPrefix("posix/"), !name.hasPrefix("right/"), !["localtime", "posixrules", "Factory"].contains(name) else {
                return false
            }
            let file = FileHandle(forReadingAtPath: "\(folder)/\(name)")
            defer { try? file?.close() }
            return (try? file?.read(upToCount: 4)) == Data("TZif".utf8)
        }
        guard !names.isEmpty else { throw Failure(description: "there are no zones in \(folder): install the package tzdata") }
        return names.sorted()
    }

    /// What zdump says of zones, the brief way, which has the offset of zones that never change too.
    private static func zdump(names: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["zdump", "-i", "-c", "2000,2041"] + names
        let output = Pipe.uninherited()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.start()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus != 127 else {
            throw Failure(description: "zdump is missing: install the package libc-bin, which brings it")
        }
        guard process.terminationStatus == 0 else { throw Failure(description: "zdump ended with status \(process.terminationStatus)") }
        return String(decoding: data, as: UTF8.self)
    }

    /// Reads blocks such as
    ///
    ///     TZ="Europe/Berlin"
    ///     -	-	+01	CET
    ///     2000-03-26	03	+02	CEST	1
    ///
    /// whose lines say what the clock shows just after a change, and the offset from then on.
    private static func read(_ text: String) throws -> [ZoneOracle] {
        var zones: [ZoneOracle] = []
        var name = ""
        for line in text.split(separator: "\n") {
            if line.hasPrefix("TZ=\"") {
                name = String(line.dropFirst(4).dropLast())
                continue
            }
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard fields.count >= 3, let offset = seconds(ofOffset: fields[2]) else { throw Failure(description: "zdump said: \(line)") }
            if fields[0] == "-" {
                zones.append(ZoneOracle(name: name, firstOffset: offset))
            } else {
                let date = fields[0].split(separator: "-").compactMap { Int($0) }
                let time = fields[1].split(separator: ":").compactMap { Int($0) } + [0, 0]
                guard date.count == 3, time.count >= 3 else { throw Failure(description: "zdump said: \(line)") }
                let wall = dayNumber(date[0], date[1], date[2]) * 86_400 + time[0] * 3600 + time[1] * 60 + time[2]
                zones[zones.count - 1].append(start: wall - offset, offset: offset)
            }
        }
        return zones
    }

    /// `+0530` is 19,800.
    private static func seconds(ofOffset text: Substring) -> Int? {
        let digits = text.dropFirst().compactMap(\.wholeNumberValue)
        guard let sign = ["+": 1, "-": -1][text.prefix(1)], [2, 4, 6].contains(digits.count), digits.count == text.count - 1 else {
            return nil
        }
        let units = [36_000, 3600, 600, 60, 10, 1]
        return sign * zip(digits, units).reduce(0) { $0 + $1.0 * $1.1 }
    }

    /// Days since 1970-01-01, counted year by year and month by month.
    private static func dayNumber(_ year: Int, _ month: Int, _ day: Int) -> Int {
        func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
        let lengths = [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return (1970..<year).reduce(0) { $0 + (isLeap($1) ? 366 : 365) } + lengths[..<(month - 1)].reduce(0, +) + day - 1
    }
}
