import ArgumentParser
import BelfryAPI
import BelfryDelivery
import BelfryModel
import BelfryPhrases
import BelfryPorts
import Foundation

struct Explain: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Tells why a delivery was sent, skipped or held, and what would change it.",
        discussion: "ID is the id of a row of notification_queue. The stored inputs are decided again, to show that they lead to the same verdict.")

    @OptionGroup var storeOptions: StoreOptions

    @Argument(help: "The delivery.")
    var id: String

    @Option(help: "In which language: \(Language.allCases.map(\.rawValue).joined(separator: ", ")).")
    var language = Language.english

    @Flag(help: "Print JSON.")
    var json = false

    func run() async throws {
        try await storeOptions.withHouse { house in
            guard let id = DeliveryID(id), let overview = try await Explainer(zones: house.zones).overview(of: id, in: house.store, now: house.now()) else {
                throw Failure.unknownDelivery
            }
            let explanation = Explainer(zones: house.zones).explain(overview, in: language)
            let transmissions = try await house.store.transmissions(of: id)
            if json { return try printJSON(DeliveryBody(overview, explanation, transmissions)) }
            print(explanation.sentence)
            if let change = explanation.whatWouldChange { print(change) }
            for transmission in transmissions {
                print("\(transmission.provider.rawValue): \(transmission.status.rawValue)\(transmission.why.map { ", \($0)" } ?? "")")
            }
            let words = PageWords(language)
            if let inputs = explanation.inputs { print("\n\(words(AlertWord.decidedFrom)): \(inputs)") }
            if let decision = explanation.replayed, let isAlike = explanation.isReplayedAlike {
                let verdict = words(isAlike ? InputWord.sameVerdict : .otherVerdict)
                print("\(words(InputWord.replayed)): \(verdict) (\(decision.action.rawValue), \(decision.reason.rawValue)).")
            }
        }
    }
}
