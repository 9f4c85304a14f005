import BelfryModel
import BelfryPorts
import BelfryProviders
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryChannels

@Suite("Against nginx, which goes away after every 50 requests", .serialized)
struct NginxTests {
    @Test("5,000 of 5,000 arrive, none is lost and none arrives twice", arguments: [10, 50, 200])
    func goAway(atOnce: Int) async throws {
        let certificate = try ServerCertificate()
        try await Nginx.with(requestCountMax: 50, certificate) { nginx in
            var settings = APNsSettings.sample()
            settings.production = APNsEndpoint(host: "localhost", port: nginx.port)
            settings.trustedRoots = certificate.certificatePath
            let cache = MemoryTokenCache()
            let sender = try APNsSender(settings, cache: cache, seed: 1)
            let results = await sender.send(1...5000, atOnce: atOnce)
            await sender.shutdown()
            #expect(results.counts == ["delivered": 5000], "\(results.codes)")
            let requests = try nginx.requests()
            #expect(requests.count == 5000)
            let missing = Set((1...5000).map { OutgoingNotification.push($0).transmission.text + " 200" }).subtracting(requests)
            #expect(missing.isEmpty)
        }
    }

    @Test("A provider that knows no repetition is asked over connections that aren’t shared, so that no answer is lost where one ends")
    func unshared() async throws {
        let certificate = try ServerCertificate()
        try await Nginx.with(requestCountMax: 50, certificate) { nginx in
            let exchange = HTTPExchange(trustedRoots: certificate.certificatePath, isMultiplexed: false)
            let request = ProviderRequest(url: "https://localhost:\(nginx.port)/3/device/a", headers: [:], body: "Hello")
            let lostCount = await withTaskGroup(of: Int.self) { group in
                for _ in 1...20 {
                    group.addTask {
                        var lostCount = 0
                        for _ in 1...50 {
                            let answer = try? await exchange.exchange(request, timeout: .seconds(20))
                            if answer?.status != 200 { lostCount += 1 }
                        }
                        return lostCount
                    }
                }
                return await group.reduce(0, +)
            }
            await exchange.shutdown()
            let requests = try nginx.requests()
            #expect(lostCount == 0 && requests.count == 1000)
        }
    }
}
