import Foundation

/// A PostgreSQL of the measurement's own, with the durability that it has by default, and with as much of its log made ready as one has that is
/// in use ("WAL Configuration" in its documentation); it ends with this process.
final class PostgresCluster {
    let folder: URL
    private let process = Process()
    private let input = Pipe()
    /// What its processes took of the processors in the last measurement, together with ours.
    private(set) var cost = Cost()

    struct NotStarted: Error {}

    init(folder: URL) throws {
        self.folder = folder
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../../..").standardizedFileURL
        process.executableURL = root.appendingPathComponent("Scripts/postgres-cluster")
        process.arguments = [folder.path, "in-use"]
        process.standardInput = input
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        guard output.fileHandleForReading.availableData == Data("ready\n".utf8) else { throw NotStarted() }
    }

    /// Until it has taken its folder away.
    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    var uri: String { "postgres://belfry@\(folder.path.replacingOccurrences(of: "/", with: "%2F"))/postgres" }

    /// Counts the server's work along with ours.
    func measure(_ body: () async throws -> Void) async throws {
        let before = serverSeconds
        cost = try await Cost.measure(.thisProcess, body)
        cost.cpuSeconds += serverSeconds - before
    }

    /// Of the server and all that it has started, ended or not (proc(5): fields 14 to 17 of `stat`, in hundredths).
    private var serverSeconds: Double {
        guard let server = try? String(contentsOf: folder.appendingPathComponent("data/postmaster.pid"), encoding: .utf8).split(separator: "\n").first
        else { return 0 }
        let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.filter { Int($0) != nil } ?? []
        let ticks = processes.reduce(0) { sum, number in
            guard let stat = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8), let end = stat.lastIndex(of: ")") else { return sum }
            let fields = stat[stat.index(after: end)...].split(separator: " ")
            guard number == server || fields[1] == server else { return sum }
            let ended = number == server ? (Int(fields[13]) ?? 0) + (Int(fields[14]) ?? 0) : 0
            return sum + (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0) + ended
        }
        return Double(ticks) / 100
    }
}
