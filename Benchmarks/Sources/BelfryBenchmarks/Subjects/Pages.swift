import AsyncHTTPClient
import BelfryAPI
import BelfryModel
import BelfryPorts
import BelfrySQLite
import Foundation
import NIOCore
import NIOHTTP1

/// How long the first byte of each page takes over HTTP on the loopback, and how heavy the page is with all that it loads.
struct Pages {
    private let workplace: Workplace
    private let report: Report
    private static let warmUpCount = 20
    private static let requestCount = 300
    private static let othersCount = 1_000_000

    init(workplace: Workplace, report: Report) {
        (self.workplace, self.report) = (workplace, report)
    }

    /// Tells its figures itself: a share of the slowest is no median.
    func measured() async throws -> [Contender] {
        let world = try await PageWorld("pages.sqlite", memberCount: 1000, familySize: 5, workplace: workplace)
        try await measure(world, "1,000 members in families of 5", try await paths(of: world))
        try await RawQueue(path: workplace.path("pages.sqlite"), table: .belfry).addHeld(Self.othersCount)
        try await measure(world, "and a million deliveries of others", try await paths(of: world))
        let familySize = FamilyRecord.memberCountMax - 1
        let large = try await PageWorld("large.sqlite", memberCount: 1000, familySize: familySize, isVisitorEverywhere: true, workplace: workplace)
        try await measure(large, "an admin of 1,000, in families as large as can be", try await paths(of: large))
        return []
    }

    private func paths(of world: PageWorld) async throws -> [String] {
        let alert = try await world.store.alerts(visibleTo: world.visitor, countMax: 1).first.map { "/alerts/\($0.alert.id.text)" }
        let newest = try await world.store.deliveries(matching: DeliveryQuery(recipient: world.visitor, countMax: 1)).deliveries.first
        let delivery = newest.map { "/deliveries/\($0.delivery.id.text)" }
        return ["/"] + [alert].compactMap { $0 } + ["/timeline", "/inbox", "/inbox?folder=archive", "/start", "/settings", "/deliveries"]
            + ["/deliveries?status=failed", "/deliveries?status=sent&channel=push", "/deliveries?q=\(world.visitor.text)"] + [delivery].compactMap { $0 }
    }

    private func measure(_ world: PageWorld, _ name: String, _ paths: [String]) async throws {
        report.note("pages: \(name)")
        let services = try await world.services()
        let (addresses, continuation) = AsyncStream.makeStream(of: String.self)
        let running = Task { try await Server(services, host: "127.0.0.1", port: 0) { continuation.yield($0) }.run() }
        defer { running.cancel() }
        guard let address = await addresses.first(where: { _ in true }) else { throw Missing(what: "a server") }
        let session = try await services.authenticator.makeToken(for: world.visitor, validFor: .seconds(3600))
        for path in paths {
            let (waits, byteCount) = try await ask(address + path, session)
            let weight = try await byteCount + weight(address, path, session)
            let sizes = "\(Report.text(Double(byteCount) / 1000)) kB, with its files \(Report.text(Double(weight) / 1000)) kB"
            report.note("  \(path): first byte \(Self.percentiles(waits)); \(sizes)")
        }
    }

    private func ask(_ address: String, _ session: String) async throws -> (milliseconds: [Double], byteCount: Int) {
        var (waits, byteCount) = ([Double](), 0)
        for number in 0..<Self.warmUpCount + Self.requestCount {
            let begin = ContinuousClock.now
            let response = try await HTTPClient.shared.execute(Self.request(address, session), timeout: .seconds(60))
            let wait = begin.duration(to: .now) / .milliseconds(1)
            byteCount = try await response.body.collect(upTo: 64_000_000).readableBytes
            guard response.status == .ok else { throw Missing(what: "the page \(address)") }
            if number >= Self.warmUpCount { waits.append(wait) }
        }
        return (waits, byteCount)
    }

    /// Of the files that a page names.
    private func weight(_ address: String, _ path: String, _ session: String) async throws -> Int {
        let response = try await HTTPClient.shared.execute(Self.request(address + path, session), timeout: .seconds(60))
        let text = String(buffer: try await response.body.collect(upTo: 64_000_000))
        var byteCount = 0
        for file in Set(text.matches(of: /(?:href|src)="(\/assets\/[^"]+)"/).map { String($0.1) }) {
            let answer = try await HTTPClient.shared.execute(Self.request(address + file, session), timeout: .seconds(60))
            byteCount += try await answer.body.collect(upTo: 64_000_000).readableBytes
        }
        return byteCount
    }

    private static func request(_ address: String, _ session: String) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: address)
        request.headers.add(name: "cookie", value: "belfry_session=\(session)")
        return request
    }

    private static func percentiles(_ values: [Double]) -> String {
        let sorted = values.sorted()
        func at(_ share: Double) -> String { Report.text(sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]) }
        return "p50 \(at(0.5)) ms, p99 \(at(0.99)) ms"
    }
}
