import BelfryDelivery
import BelfryModel
import BelfryPlanning
import BelfryPorts
import BelfryTime
import Foundation

/// The verdicts on a batch as a lease asks for them: inputs put together, decided, and written as JSON to be replayed.
struct Judging {
    private let judge: Judge
    private let candidates: [DeliveryCandidate]
    private let now: Instant

    private static let batchSize = 500
    private static let batchCount = 10

    init(zones: any TimeZoneDatabase) throws {
        judge = Judge(zones: zones, switchboard: Switchboard([.push: [.inbox: NobodysSender()]]))
        now = World.noon
        candidates = (0..<Self.batchSize).map { number in
            DeliveryCandidate(
                delivery: World.delivery(number),
                preferences: StoredPreferences(columns: [
                    .notifyInApp: "1", .notifyPush: "1", .notifyEmail: "0", .championNotifyEmail: "1", .championNotifySMS: "0",
                    .quietHoursStart: "22:00:00", .quietHoursEnd: "07:00:00", .quietHoursLevel: "all", .quietHoursAction: "skip",
                    .timezone: World.zoneNames[number % World.zoneNames.count],
                ]),
                alert: .init(severity: .watch, snoozeUntil: nil, dismissedAt: nil, status: .active), isSuperseded: false)
        }
    }

    var contenders: [Contender] {
        let limit = "the same inputs, written as JSON and no more"
        let written = judge.verdicts(on: candidates, now: now, ageMax: World.ageMax).compactMap(\.inputs)
        let inputs = written.compactMap { try? JSONDecoder().decode(DecisionInputs.self, from: Data($0.utf8)) }
        guard inputs.count == Self.batchSize else { fatalError("a verdict has no inputs that can be read") }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return [
            Contender(name: "verdicts on 500", unit: .perSecond("rows"), operationCount: Self.batchSize * Self.batchCount, beside: limit) {
                for _ in 0..<Self.batchCount { keep(judge.verdicts(on: candidates, now: now, ageMax: World.ageMax).count) }
            },
            Contender(name: limit, unit: .perSecond("rows"), operationCount: Self.batchSize * Self.batchCount) {
                for _ in 0..<Self.batchCount {
                    for inputs in inputs { keep(try encoder.encode(inputs).count) }
                }
            },
        ]
    }
}
