import Foundation
import Testing

/// A PostgreSQL of the tests' own, on a socket in a temporary folder: one for a whole run, started when it is first needed, and others for
/// tests that break it.
///
/// It ends, and its folder goes, with the process that runs the tests, however that ends: see `Scripts/postgres-cluster`.
package final class PrivateCluster: Sendable {
    /// Where its socket is.
    package let folder: URL
    private let process: Process
    /// As long as it is open the cluster runs.
    private let input = Pipe.uninherited()
    private let output = Pipe.uninherited()

    /// - Parameters:
    ///   - name: of its folder, in the temporary one.
    ///   - settings: as the script takes them.
    package init(named name: String, _ settings: [String]) async throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(name)
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..").standardizedFileURL
        process = Process()
        process.executableURL = root.appendingPathComponent("Scripts/postgres-cluster")
        process.arguments = [folder.path] + settings
        process.standardInput = input
        process.standardOutput = output
        try process.start()
        #expect(await word() == "ready\n", "PostgreSQL doesn't start; Scripts/setup test installs it")
    }

    deinit { try? input.fileHandleForWriting.close() }

    private func word() async -> String {
        await withCheckedContinuation { continuation in
            // On a thread of its own, because reading waits.
            Thread.detachNewThread {
                continuation.resume(returning: String(decoding: self.output.fileHandleForReading.availableData, as: UTF8.self))
            }
        }
    }

    /// What can be done to it; see the script.
    package enum Order: String, Sendable {
        case kill, start, promote, fill, free

        fileprivate var answer: String {
            switch self {
            case .kill: "killed"
            case .start: "ready"
            case .promote: "promoted"
            case .fill: "filled"
            case .free: "freed"
            }
        }
    }

    package func tell(_ order: Order) async throws {
        input.fileHandleForWriting.write(Data("\(order.rawValue)\n".utf8))
        let answer = await word()
        try #require(answer == "\(order.answer)\n", "\(order)")
    }

    private static let running = Task { try await PrivateCluster(number: 0, []) }

    package static func shared() async throws -> PrivateCluster { try await running.value }

    private convenience init(number: Int, _ settings: [String]) async throws {
        try await self.init(
            named: "belfry-postgres-\(ProcessInfo.processInfo.processIdentifier)-\(number)",
            ["ephemeral", "max_connections=400", "max_locks_per_transaction=256"] + settings)
    }

    private static let nodes = Task {
        var nodes: [PrivateCluster] = []
        for number in 1...3 {
            nodes.append(try await PrivateCluster(number: number, ["shared_preload_libraries=citus", "max_prepared_transactions=200"]))
        }
        return nodes
    }

    /// Three nodes of Citus, of which the first coordinates; who asks for them has installed it.
    package static func citus() async throws -> [PrivateCluster] { try await nodes.value }

    /// As libpq takes it.
    ///
    /// - Parameter otherHosts: clusters of which one may have taken its place.
    package func uri(database: String, otherHosts: [PrivateCluster] = []) -> String {
        let hosts = ([self] + otherHosts).map { $0.folder.path.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "" }
        return "postgres://belfry@\(hosts.joined(separator: ","))/\(database)"
    }
}
