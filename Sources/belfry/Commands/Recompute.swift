import ArgumentParser
import BelfryDelivery
import BelfryPorts
import BelfrySystem
import BelfryTime
import Foundation

struct Recompute: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Evaluates everybody's days anew, and queues what follows.",
        discussion: """
            A worker does the same once a day. What was cut off goes on where it was; evaluating twice finds nothing new. Ends with 1 where \
            somebody's evaluation couldn't be kept.
            """)

    @OptionGroup var storeOptions: StoreOptions

    @Flag(help: "Print JSON.")
    var json = false

    func run() async throws {
        try await storeOptions.withHouse { house in
            let answer = try await recompute(Evaluations(store: house.store, evaluator: house.evaluator), now: house.now)
            json
                ? try printJSON(answer)
                : print("Members evaluated: \(answer.members); alerts opened or changed: \(answer.alerts); notifications queued: \(answer.queued_deliveries).")
            guard answer.failed_members == 0 else {
                throw Failure("Members whose evaluation couldn't be kept: \(answer.failed_members). A worker tries them again; `belfry doctor` looks at the store.")
            }
        }
    }

    private func recompute(_ evaluations: Evaluations, now clock: () -> Instant) async throws -> Answer {
        var answer = Answer()
        var isThrough = false
        var isFirst = true
        while true {
            let now = clock()
            if !isThrough { isThrough = try await evaluations.continueRound(again: isFirst, now: now).isThrough }
            isFirst = false
            let report = try await evaluations.step(now: now)
            answer.members += report.memberCount
            answer.failed_members += report.failedMemberCount
            answer.alerts += report.changedAlerts.count
            answer.queued_deliveries += report.queuedDeliveryCount
            guard !isThrough || report.memberCount + report.failedMemberCount > 0 else { return answer }
        }
    }

    private struct Answer: Encodable {
        var members = 0
        var failed_members = 0
        var alerts = 0
        var queued_deliveries = 0
    }
}
