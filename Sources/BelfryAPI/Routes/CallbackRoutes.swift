import BelfryDelivery
import BelfryModel
import BelfryPorts
import BelfryTime
import HTTPTypes
import Hummingbird
import Logging

/// Where providers tell what became of notifications, and what people answered.
struct CallbackRoutes {
    let services: Services
    private let quota = PressQuota()

    init(services: Services) { self.services = services }

    /// Providers post some kilobytes; who posts more is none of them.
    static let bodyByteCountMax = 1024 * 1024

    func add(to router: Router<AppContext>) {
        // By GET a provider checks the address before it uses it.
        router.get("/callbacks/{provider}") { request, context in try await take(request, context) }
        router.post("/callbacks/{provider}") { request, context in try await take(request, context) }
    }

    /// Nothing is believed that isn't signed, and nothing is acknowledged before it is committed: a provider that gets no good answer calls again.
    private func take(_ request: Request, _ context: AppContext) async throws -> Response {
        guard let callbacks = services.callbacks, let provider = context.parameters.get("provider").flatMap(Provider.init(rawValue:)),
            let reader = callbacks.readers[provider]
        else { throw Problem.notFound }
        let body = try await request.rawBody(byteCountMax: Self.bodyByteCountMax)
        let now = services.now()
        let reading: CallbackReading
        do {
            reading = try await reader.read(callbacks.callback(request, body: body), now: now)
        } catch {
            let doubt = CallbackDoubt(error)
            services.counters.addCallback(from: provider, result: doubt.rawValue)
            services.warn(
                "callback refused", of: "\(provider.rawValue) \(doubt.rawValue)", ["provider": "\(provider.rawValue)", "why": "\(doubt.rawValue)"])
            throw Problem.callbackRefused(doubt)
        }
        var (answer, reports) = (reading.answer, reading.reports)
        do {
            if let link = reading.link {
                let owner = try await services.store.link(
                    codeHash: Authenticator.hash(ofKey: link.code), over: link.channel, to: link.value, now: now)
                answer = owner == nil ? link.whenVoid : link.whenLinked
            }
            if let press = reading.press {
                if try await take(press, reader, now: now) {
                    answer = press.whenTaken
                } else {
                    guard let void = press.whenVoid else { throw Problem.unknownAction }
                    (answer, reports) = (void, [])
                }
            }
            if !reports.isEmpty { try await callbacks.reports.apply(reports, now: now) }
        } catch {
            services.counters.addCallback(from: provider, result: "not_kept")
            throw error
        }
        services.counters.addCallback(from: provider, result: "taken")
        var response = Response.text(answer.body, type: answer.contentType)
        // In a browser ntfy's page asks, which would take a press for failed that it can't see taken. What it posts shows no cookie.
        if provider == .ntfy { response.headers[.accessControlAllowOrigin] = "*" }
        return response
    }

    /// Takes what was pressed as if it were pressed on the page, by the one who was told.
    ///
    /// - Returns: false where it isn't offered, or not there.
    /// - Throws: `Problem.tooManyPresses`.
    private func take(_ press: CallbackReading.Press, _ reader: any CallbackReader, now: Instant) async throws -> Bool {
        if case .address(let address) = press.place { try quota.take(at: address, now: now) }
        guard try await isTaken(press, now: now) else { return false }
        if let shown = reader as? any PressedButtons { await shown.show(press) }
        return true
    }

    private func isTaken(_ press: CallbackReading.Press, now: Instant) async throws -> Bool {
        let store = services.store
        guard let overview = try await services.explainer.overview(of: press.delivery, in: store, now: now), case let told = overview.delivery,
            try await store.contactPoints(of: told.recipient).contains(where: press.isFrom)
        else { return false }
        // Of what was taken back they learn it, where somebody can say so to them.
        guard overview.retractedBy == nil || press.whenVoid == nil else { return false }
        guard let mark = press.actionMark else { return try await store.note(.acted, with: press.delivery, of: told.recipient, now: now) }
        guard let action = told.payload.actions?[mark: mark] else { return false }
        do {
            return try await store.take(action.id, with: press.delivery, of: told.recipient, now: now) != nil
        } catch Problem.notTold {
            return false
        }
    }
}
