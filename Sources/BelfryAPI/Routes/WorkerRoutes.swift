import BelfryDelivery
import BelfryModel
import BelfryTime
import HTTPTypes
import Hummingbird

/// The worker by hand: one batch now, for whoever holds the admin secret.
struct WorkerRoutes {
    let services: Services

    static let batchCountRange = 1.0...1000.0
    /// In hours; the longest is a year, and zero means that everything is too old.
    static let ageRange = 0.0...8760.0

    func add(to router: Router<AppContext>) {
        router.post("/functions/v1/process_notifications") { request, _ in
            try await services.requireAdmin(request)
            // Who calls it by a schedule may say more, as when it is.
            let arguments = try await request.decodeLeniently(Arguments.self)
            let evaluations = Evaluations(store: services.store, evaluator: services.intake.evaluator, insights: services.insights)
            _ = try await evaluations.step(now: services.now())
            let report = try await services.worker.processBatch(
                countMax: Int(arguments.batchSize), ageMax: .milliseconds(Int64(arguments.maxAge * 3_600_000)),
                isStopping: { services.doorbell.isStopping })
            return try Response.json(Answer(report))
        }
    }

    private struct Arguments: Decodable {
        let batchSize: Double
        let maxAge: Double

        private enum CodingKeys: String, CodingKey {
            case batchSize, maxAge
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            batchSize = try container.decodeIfPresent(Double.self, forKey: .batchSize) ?? 50
            maxAge = try container.decodeIfPresent(Double.self, forKey: .maxAge) ?? 24
            guard batchCountRange.contains(batchSize), batchSize == batchSize.rounded() else {
                throw Problem.numberOutOfRange(field: "batchSize", range: batchCountRange)
            }
            guard ageRange.contains(maxAge) else { throw Problem.numberOutOfRange(field: "maxAge", range: ageRange) }
        }
    }

    private struct Answer: Encodable {
        let ok = true
        let processed: Int
        let sent: Int
        let skipped: Int
        let failed: Int

        init(_ report: BatchReport) {
            processed = report.processedCount
            sent = report.sentCount
            skipped = report.skippedCount
            failed = report.failedCount
        }
    }
}
