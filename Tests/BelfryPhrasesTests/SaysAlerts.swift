import BelfryModel
import BelfryTesting

@testable import BelfryPhrases

/// Tests of what is said of an alert about Ben.
protocol SaysAlerts {}

extension SaysAlerts {
    func payload(_ metric: Metric = .steps, memberName: String? = "Ben", change: (inout Payload) -> Void = { _ in }) -> Payload {
        var payload = Delivery.example(1).payload
        payload.metric = metric
        payload.pattern = metric.badPattern
        payload.memberName = memberName
        change(&payload)
        return payload
    }

    /// With plain spaces, so that the sentences below can be read.
    func words(_ payload: Payload, in language: Language = .english) -> (title: String, body: String) {
        let words = Phrases.content(of: payload, severity: .watch, in: language)
        return (words.title, words.body.replacing("\u{A0}", with: " ").replacing("\u{202F}", with: " "))
    }
}
