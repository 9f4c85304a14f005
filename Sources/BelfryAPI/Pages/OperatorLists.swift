import BelfryDashboard
import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfryTime
import Foundation
import Hummingbird

/// What the pages for whoever runs Belfry have in common that show lists by app.
struct OperatorLists {
    let services: Services
    let visitor: PageVisitor

    /// So many stand in each list of a page.
    static let countMax = 20
    /// So many apps can be chosen, and are gone through where all are meant.
    static let appCountMax = 50
    /// In the page's address.
    static let appName = "app_id"

    /// The house and those that have or had a key, in the order of their names.
    func apps() async throws -> [AppID] {
        let named = Set(try await services.store.keys().compactMap { AppID($0.name) }).subtracting([.house])
        return Array(([.house] + named.sorted()).prefix(Self.appCountMax))
    }

    /// - Parameter chosen: stands among them, whatever its name.
    func choices(_ apps: [AppID], _ chosen: AppID?) -> [DeliverySearch.Choice] {
        let own = chosen.map { apps.contains($0) ? [] : [$0] } ?? []
        return (apps + own).map { DeliverySearch.Choice(value: $0.text, name: $0.text) }
    }

    func filter(_ apps: [AppID], _ chosen: AppID?) -> DeliverySearch.Filter {
        let every = DeliverySearch.Choice(value: "", name: visitor.words(PlannedWord.everyApp))
        return DeliverySearch.Filter(
            name: Self.appName, label: visitor.words(OperatorWord.pauseApp), choices: [every] + choices(apps, chosen), chosen: chosen?.text ?? "")
    }

    func fact(_ word: some PageWord, _ value: String) -> OperatorItem.Fact { OperatorItem.Fact(visitor.words(word), value) }
    func fact(_ word: some PageWord, _ number: Int) -> OperatorItem.Fact { fact(word, Phrases.text(of: number, in: visitor.language)) }

    /// A reading of each person's own clock.
    func text(ofOwn local: CivilDateTime) -> String {
        let time = Phrases.text(of: local.date, in: visitor.language) + visitor.words.comma + local.time.shortText
        return visitor.words(PlannedWord.byOwnClock, ["time": time])
    }
}

extension Request {
    /// What a field of a form has that looks for something, as it stands in the address; empty where it has nothing.
    func sought(_ name: String) -> String { String((parameters[name] ?? "").prefix(256)).trimmingCharacters(in: .whitespaces) }
}

/// An address of a page with what is looked for, leaving out what is empty.
func pagePath(_ path: String, _ values: KeyValuePairs<String, String>) -> String {
    let query = values.filter { !$0.value.isEmpty }.map { "\($0.key)=\(pathPart($0.value))" }
    return query.isEmpty ? path : path + "?" + query.joined(separator: "&")
}
