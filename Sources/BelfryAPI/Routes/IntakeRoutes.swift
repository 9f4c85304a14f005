import BelfryDelivery
import BelfryModel
import BelfryPorts
import Foundation
import HTTPTypes
import Hummingbird

/// What other programs report in forms of their own: alerts, monitors, and scripts that have something to say.
///
/// Each is an order of the app whose key is shown; the parameters of the address say who is told.
struct IntakeRoutes {
    let services: Services

    func add(to router: Router<AppContext>) {
        router.post("/v1/intake/alertmanager") { request, _ in try await take(request, from: .alertmanager) }
        router.post("/v1/intake/grafana") { request, _ in try await take(request, from: .grafana) }
        router.post("/v1/intake/uptime-kuma") { request, _ in try await take(request, from: .uptimeKuma) }
        router.post("/v1/intake/text") { request, _ in try await takeText(request) }
    }

    private struct Accepted: Encodable {
        let deliveries: [DeliveryID]
        let calledOff: [DeliveryID]
        let isRepeated: Bool

        init(_ receipt: IntakeDesk.Receipt) {
            (deliveries, calledOff, isRepeated) = (receipt.deliveries, receipt.calledOff, receipt.isRepeated)
        }

        enum CodingKeys: String, CodingKey {
            case deliveries
            case calledOff = "called_off"
            case isRepeated = "is_repeated"
        }
    }

    private func take(_ request: Request, from source: IntakeSource) async throws -> Response {
        let app = try await services.appOrAdmin(request, may: .intake).app(saying: nil)
        try request.checkParameters(IntakeTarget.parameterNames)
        let target = try IntakeTarget(request.parameters)
        return try await take(try IntakeReport(from: source, try await request.bodyData()), for: target, of: app)
    }

    /// Words, or JSON where the header says so. Forms are what `curl -d` says that it sends, whatever it is.
    private func takeText(_ request: Request) async throws -> Response {
        let app = try await services.appOrAdmin(request, may: .intake).app(saying: nil)
        let type = request.headers[.contentType]?.lowercased() ?? ""
        let isJSON = type.hasPrefix("application/json")
        try request.checkParameters(IntakeTarget.textParameterNames + (isJSON ? [] : PlainMessage.fieldNames))
        guard !type.hasPrefix("multipart/") else {
            throw Problem.wrongType(field: "Content-Type", expected: "text/plain or application/json")
        }
        let parameters = request.parameters
        var target = try IntakeTarget(parameters)
        let body = try await request.rawBody(byteCountMax: Request.bodyByteCountMax)
        // What stands beside the words, in the address or in headers, counts as much as they do.
        let fields = isJSON ? [] : PlainMessage.fieldNames.compactMap { name in request.headers.value(named: name).map { "\(name): \($0)" } }
        let beside = ([request.uri.query ?? ""] + fields).joined(separator: "\n")
        let key = try request.idempotencyKey(of: app, body: body + Data(beside.utf8))
        do {
            target = try await target.joined(in: services.store, by: app, zones: services.zones, now: services.now())
        } catch {
            // By now its families or rotas may be gone: whoever asks again for what was taken in learns that it was.
            guard let key, try await !services.store.deliveries(under: key.text, of: app, now: services.now()).isEmpty else { throw error }
        }
        guard !isJSON else { return try await take(try IntakeReport(from: .text, body), for: target, of: app, under: key) }
        guard let words = String(validating: body, as: UTF8.self) else { throw Problem.wrongType(field: "body", expected: "text in UTF-8") }
        let message = try PlainMessage(words) { request.headers.value(named: $0) ?? parameters[$0] }
        return try await take(try IntakeReport(message), for: target, of: app, under: key)
    }

    private func take(_ report: IntakeReport, for target: IntakeTarget, of app: AppID, under key: IdempotencyKey? = nil) async throws -> Response {
        let evaluator = services.intake.evaluator
        let desk = IntakeDesk(
            store: services.store, routes: evaluator.routes, identifiers: evaluator.identifiers, deliveryCountMax: OrderDesk.deliveryCountMax
        ) { Authenticator.hash(ofKey: $0) }
        let receipt = try await desk.take(report, for: target, of: app, under: key, now: services.now())
        // What was merged into one that was called off waits again, too.
        if !receipt.isRepeated || !receipt.calledOff.isEmpty { services.doorbell.ring() }
        return try .json(Accepted(receipt), status: .accepted)
    }
}
