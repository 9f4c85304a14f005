import ArgumentParser
import BelfryAPI
import BelfryDelivery
import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfrySystem
import BelfryTime
import Foundation

struct Explain: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Tells why a delivery was sent, skipped or held, and what would change it.",
        discussion: "ID is the id of a row of notification_queue. The stored inputs are decided again, to show that they lead to the same verdict.")

    @OptionGroup var storeOptions: StoreOptions

    @Argument(help: "The delivery.")
    var id: String

    @Option(help: "In which language it is told.")
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
            let words = PageWords(language)
            print(explanation.sentence)
            if let change = explanation.whatWouldChange { print(change) }
            if let moment = overview.retractedAt, let name = overview.retractedBy {
                print("\(words(OperatorWord.retractedBy, ["name": printable(name)])) (\(moment)).")
            }
            if let moment = overview.changedAt, let name = overview.changedBy {
                print("\(words(OperatorWord.changedBy, ["name": printable(name)])) (\(moment)).")
            }
            for transmission in transmissions {
                // The provider's own words may be among them.
                print("\(transmission.provider.rawValue): \(transmission.status.rawValue)\(transmission.why.map { ", \(printable($0))" } ?? "")")
                if let moment = transmission.removedAt { print("  \(words(OperatorWord.removed)) (\(moment)).") }
                if let why = transmission.staysBecause { print("  \(words(OperatorWord.stays)): \(printable(why))") }
            }
            // By the recipient's clock, by which it was decided.
            let stored = StoredInputs(explanation)
            let zone = stored.timezone.flatMap { house.zones.rules(named: $0) } ?? .utc
            let inputs = stored.lines(in: language) { moment in
                let civil = zone.civil(at: moment)
                return Phrases.text(of: civil.date, in: language) + words.comma + civil.time.shortText
            }
            if !inputs.isEmpty { print("\n\(words(AlertWord.decidedFrom)):") }
            for (name, value) in inputs { print("  \(printable(name)): \(printable(value))") }
            if let decision = explanation.replayed, let isAlike = explanation.isReplayedAlike {
                let verdict = words(isAlike ? InputWord.sameVerdict : .otherVerdict)
                print("\(words(InputWord.replayed)): \(verdict) (\(decision.action.rawValue), \(decision.reason.rawValue)).")
            }
        }
    }
}
