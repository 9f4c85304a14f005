import BelfryAPI
import BelfryChannels
import BelfryDelivery
import BelfryModel
import BelfryPorts
import BelfrySystem
import BelfryTime
import Foundation
import Logging

/// The apps that are told what becomes of their deliveries, each with its endpoint.
struct StatusWebhooks: Sendable {
    /// The file that names them, with their secrets.
    let path: String
    /// The file as it was read; nil where it had gone meanwhile.
    let version: FileVersion?
    let endpoints: [AppID: StatusWebhook]
    /// Of those that may lead into a private network.
    let privateHosts: Set<String>

    var apps: [AppID] { endpoints.keys.sorted() }

    /// What can't be used in the file: a sentence's end, without any value of it.
    struct Unusable: Error {
        let why: String
    }

    private struct Entry: Decodable {
        let url: String
        let secret: String
        let previous_secret: String?
        let allow_private: Bool?
    }

    /// - Throws: ``Unusable``
    init(inFile path: String) throws(Unusable) {
        // First, so that what is written while it is read is read once more.
        let version = FileVersion(of: path)
        guard let data = FileManager.default.contents(atPath: path) else { throw Unusable(why: "the path of a file that Belfry may read") }
        guard let entries = try? JSONDecoder().decode([String: Entry].self, from: data) else {
            throw Unusable(why: #"a JSON object with the names of apps, each with "url" and "secret", both texts"#)
        }
        var endpoints: [AppID: StatusWebhook] = [:]
        var privateHosts: Set<String> = []
        for (name, entry) in entries.sorted(by: { $0.key < $1.key }) {
            guard let app = AppID(name) else { throw Unusable(why: "a JSON object whose members are the names of apps") }
            let mayBePrivate = entry.allow_private ?? false
            let endpoint = try Self.endpoint(of: app, entry)
            guard endpoint.isSecret || mayBePrivate else { throw Unusable(why: #"a JSON object; the "url" of \#(app) has to begin with https://"#) }
            endpoints[app] = endpoint
            if mayBePrivate { privateHosts.insert(endpoint.host) }
        }
        (self.path, self.version, self.endpoints, self.privateHosts) = (path, version, endpoints, privateHosts)
    }

    private static func endpoint(of app: AppID, _ entry: Entry) throws(Unusable) -> StatusWebhook {
        do {
            return try StatusWebhook(url: entry.url, secrets: [entry.secret, entry.previous_secret].compactMap { $0 })
        } catch {
            switch error {
            case .unusableURL: throw Unusable(why: #"a JSON object; the "url" of \#(app) has to be an absolute address that begins with https://"#)
            case .unusableSecret: throw Unusable(why: "a JSON object; each secret of \(app) has to be whsec_ and then 24 to 64 bytes in base64")
            }
        }
    }

    var networkGuard: NetworkGuard { NetworkGuard(trustedHosts: privateHosts) }

    /// So many names are looked up at once: those who send look theirs up in the same place.
    private static let lookupCountMax = 8

    /// Why apps' endpoints can't be called, of those that can't. Some are looked up at once, because each may wait for a name server.
    func refusals() async -> [AppID: NetworkGuard.Refusal] {
        let networkGuard = networkGuard
        return await withTaskGroup(of: (AppID, NetworkGuard.Refusal?).self) { group in
            var refusals: [AppID: NetworkGuard.Refusal] = [:]
            for (place, (app, endpoint)) in endpoints.enumerated() {
                if place >= Self.lookupCountMax, let (known, refusal) = await group.next() { refusals[known] = refusal }
                group.addTask { (app, await endpoint.refusal(by: networkGuard)) }
            }
            for await (app, refusal) in group { refusals[app] = refusal }
            return refusals
        }
    }
}

extension House {
    /// How often it is looked whether the file has changed.
    private static let fileInterval = Duration.seconds(2)

    /// Says that the apps want to be told, so that nothing is missed of what happens from now on. Where the store is away it is said later.
    func askForStatuses(_ webhooks: StatusWebhooks) async {
        try? await store.ask(for: webhooks.apps, now: now())
    }

    /// Tells apps what becomes of their deliveries until it is told to stop; a file that changes is read anew, as those with secrets are.
    ///
    /// - Parameters:
    ///   - webhooks: the file as it was read last.
    ///   - doorbell: by which it is told to stop.
    func tellStatuses(_ webhooks: StatusWebhooks, _ doorbell: Doorbell) async {
        var webhooks = webhooks
        let watch = doorbell.extended()
        while true {
            let bell = doorbell.extended()
            // Guarded as the endpoints ask for.
            let exchange = HTTPExchange(trustedRoots: settings.channels.trustedRoots, guarded: webhooks.networkGuard)
            let teller = statusTeller(webhooks, over: exchange, bell)
            async let telling: Void = teller.run()
            let next = await changed(webhooks, watch)
            bell.stop()
            await telling
            await exchange.shutdown()
            guard let next else { return }
            logger.notice("read the endpoints of apps anew", metadata: ["apps": "\(next.apps.count)"])
            webhooks = next
            await askForStatuses(webhooks)
        }
    }

    /// Waits until the file says something else that can be used. Nil where it is told to stop.
    private func changed(_ webhooks: StatusWebhooks, _ watch: Doorbell) async -> StatusWebhooks? {
        var known = webhooks.version
        while true {
            await watch.wait(atMost: Self.fileInterval)
            guard !watch.isStopping, !Task.isCancelled else { return nil }
            let version = FileVersion(of: webhooks.path)
            guard version != known else { continue }
            known = version
            do {
                return try StatusWebhooks(inFile: webhooks.path)
            } catch {
                logger.error("the endpoints of apps stay as they were: the file can't be used", metadata: ["expected": "\(error.why)"])
            }
        }
    }

    /// - Parameter doorbell: by which it is told to stop.
    private func statusTeller(_ webhooks: StatusWebhooks, over exchange: HTTPExchange, _ doorbell: Doorbell) -> StatusTeller {
        StatusTeller(
            log: store, apps: webhooks.apps, holder: identity.text, doorbell: doorbell, now: now,
            post: { [now] batch in
                guard let endpoint = webhooks.endpoints[batch.app] else { return .refused(why: "no_endpoint", after: nil) }
                return await endpoint.tell(batch, over: exchange, now: now())
            }, observe: observeStatuses)
    }

    private var observeStatuses: @Sendable (StatusTellerEvent) -> Void {
        { [counters, logger] event in
            counters.add(event)
            switch event {
            case .told(let app, let count): logger.debug("told an app what became of its deliveries", metadata: ["app": "\(app)", "events": "\(count)"])
            case .refused(let app, let why):
                logger.warning("an app didn't take what became of its deliveries; trying again", metadata: ["app": "\(app)", "why": "\(why)"])
            case .logFailed(let error): logger.error("the store failed; trying again", metadata: ["error": "\(describe(error))"])
            }
        }
    }
}
