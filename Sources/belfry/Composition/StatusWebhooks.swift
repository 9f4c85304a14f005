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
        (self.path, self.endpoints, self.privateHosts) = (path, endpoints, privateHosts)
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
}

extension House {
    /// Nil where no app is told.
    ///
    /// - Parameters:
    ///   - exchange: guarded as the endpoints ask for.
    ///   - doorbell: by which it is told to stop.
    func statusTeller(over exchange: HTTPExchange, _ doorbell: Doorbell) -> StatusTeller? {
        guard let webhooks = settings.statusWebhooks, !webhooks.apps.isEmpty else { return nil }
        return StatusTeller(
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
