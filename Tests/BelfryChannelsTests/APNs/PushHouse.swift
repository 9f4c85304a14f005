import BelfryModel
import BelfryPorts
import BelfryProviders
import BelfryTesting
import BelfryTime
import NIOCore

@testable import BelfryChannels

/// A simulator of each environment, and a sender that speaks to both.
struct PushHouse {
    let production: APNsSimulator
    let sandbox: APNsSimulator
    let sender: APNsSender
    let tokens: MemoryTokenCache

    static func with(
        _ faults: APNsFaults = APNsFaults(), connectionCountMax: Int = 4, timing: PushClient.Timing = .patient, limits: PushPool.Limits = .init(),
        protections: [PushEnvironment: ProviderProtection] = [:], _ body: (PushHouse) async throws -> Void
    ) async throws {
        let certificate = try ServerCertificate()
        let now: @Sendable () -> Int64 = { Instant.noon.secondsSinceEpoch }
        let production = APNsSimulator(faults: faults, now: now)
        let sandbox = APNsSimulator(signingKey: production.signingKey, now: now)
        var settings = APNsSettings.sample(
            of: production, production: try await production.start(certificate), sandbox: try await sandbox.start(certificate),
            certificate: certificate)
        settings.connectionCountMax = connectionCountMax
        let tokens = MemoryTokenCache()
        let sender = try APNsSender(settings, cache: tokens, protections: protections, limits: limits, timing: timing, seed: 1)
        let result: Result<Void, any Error>
        do {
            try await body(PushHouse(production: production, sandbox: sandbox, sender: sender, tokens: tokens))
            result = .success(())
        } catch {
            result = .failure(error)
        }
        await sender.shutdown()
        await production.stop()
        await sandbox.stop()
        try result.get()
    }

    func send(_ numbers: ClosedRange<Int>, atOnce: Int) async -> [SendResult] { await sender.send(numbers, atOnce: atOnce) }
}

extension PushClient.Timing {
    /// So slow that no limit is reached, however busy the machine is.
    static var patient: PushClient.Timing { PushClient.Timing(tick: .minutes(1), connectTimeout: .minutes(1)) }
}

extension APNsSender {
    /// Sends the notifications of these numbers, so many at a time.
    ///
    /// - Returns: how each ended, in their order.
    func send(_ numbers: ClosedRange<Int>, atOnce: Int) async -> [SendResult] {
        await withTaskGroup(of: (Int, SendResult).self) { group in
            var results: [Int: SendResult] = [:]
            for number in numbers {
                if number - numbers.lowerBound >= atOnce, let (done, result) = await group.next() { results[done] = result }
                group.addTask { (number, await self.send(.push(number), now: .noon)) }
            }
            for await (done, result) in group { results[done] = result }
            return numbers.compactMap { results[$0] }
        }
    }
}

extension [SendResult] {
    /// How many ended how.
    var counts: [String: Int] { reduce(into: [:]) { $0[$1.outcome.label, default: 0] += 1 } }
    /// Why they ended so, each code once.
    var codes: Set<String> { Set(compactMap { $0.outcome.why.map { String($0.prefix { $0 != ":" }) } }) }
}
