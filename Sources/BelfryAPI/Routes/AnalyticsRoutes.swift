import BelfryDelivery
import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation
import HTTPTypes
import Hummingbird

/// How deliveries fare, for whoever holds the admin secret: numbers, and nobody's names.
struct AnalyticsRoutes {
    let services: Services

    func add(to router: Router<AppContext>) {
        router.get("/v1/analytics") { request, _ in
            try await services.requireAdmin(request)
            try request.checkParameters("from", "to", "by")
            let values = request.parameters
            let query = try DeliveryAnalytics.Query(
                from: values["from"], to: values["to"], by: values["by"], today: TimeZoneRules.utc.civil(at: services.now()).date)
            let analytics = DeliveryAnalytics(
                try await services.store.statistics(on: query.days), on: query.days, by: query.dimensions)
            return request.prefersCSV
                ? Response.text(analytics.csv, type: "text/csv; charset=utf-8; header=present") : try Response.json(analytics)
        }
    }
}

extension Request {
    /// Whether `Accept` names CSV, and not JSON before it.
    var prefersCSV: Bool {
        let accepted = (headers[.accept] ?? "").lowercased()
        guard let csv = accepted.range(of: "text/csv") else { return false }
        return accepted.range(of: "application/json").map { csv.lowerBound < $0.lowerBound } ?? true
    }
}
