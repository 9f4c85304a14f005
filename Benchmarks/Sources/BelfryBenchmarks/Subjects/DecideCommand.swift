import Foundation

/// `belfry decide` as a process of its own: lines in through one pipe, answers out through another.
struct DecideCommand {
    private let command: URL
    private let lines: Data
    private static let lineCount = 100_000

    /// Nil, and a note in the report, where the command has not been built.
    init?(path: String, report: Report) {
        guard FileManager.default.isExecutableFile(atPath: path) else {
            report.note(
                "command: not measured, because there is no \(path). Build it with `swift build -c release --product belfry`, or name another with --belfry.")
            return nil
        }
        command = URL(fileURLWithPath: path)
        let lines = (0..<Self.lineCount).map { number in
            let zone = World.zoneNames[number % World.zoneNames.count]
            let severity = ["watch", "attention", "critical"][number % 3]
            return """
                {"now":"2026-01-25T\(String(format: "%02d", number % 24)):00:00Z","timezone":"\(zone)","notify_push":true,\
                "quiet_hours_start":"22:00:00","quiet_hours_end":"07:00:00","quiet_hours_notification_level":"critical_only",\
                "quiet_hours_action":"\(number % 2 == 0 ? "skip" : "defer")","severity":"\(severity)","snooze_until":null,"dismissed_at":null}

                """
        }
        self.lines = Data(lines.joined().utf8)
    }

    var contender: Contender {
        Contender(name: "belfry decide, through pipes", unit: .perSecond("lines"), operationCount: Self.lineCount, whose: .finishedChildren) {
            guard try answerCount() == Self.lineCount else { throw Missing(what: "an answer of `belfry decide`") }
        }
    }

    private func answerCount() throws -> Int {
        let process = Process()
        process.executableURL = command
        process.arguments = ["decide"]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let writer = Thread { [lines] in
            try? input.fileHandleForWriting.write(contentsOf: lines)
            try? input.fileHandleForWriting.close()
        }
        writer.start()
        var count = 0
        while let chunk = try output.fileHandleForReading.read(upToCount: 1 << 16), !chunk.isEmpty {
            count += chunk.count { $0 == UInt8(ascii: "\n") }
        }
        process.waitUntilExit()
        return process.terminationStatus == 0 ? count : 0
    }
}
