import BelfryModel

@testable import BelfryDashboard

/// A family's page with every part in it; `word` stands wherever a text from outside can stand.
func overview(_ word: String = "Ana") -> OverviewPage {
    OverviewPage(
        personName: word, familyName: word,
        alerts: [alert("a1", word), alert("a2", word, isHidden: true), alert("a3", word, isActive: false)], scores: [scores("ana", word)],
        deliveries: Delivery.Status.allCases.map { delivery("d-\($0)", word, status: $0) } + [delivery("d-other", word, status: nil)],
        inbox: [message("d-sent", word, isRead: false), message("d-other", word, isRead: true)],
        backlog: BacklogLine(sentence: "\(word) waits.", isLate: true), notice: word)
}

let emptyOverview = OverviewPage(
    personName: "Ana", familyName: nil, alerts: [], deliveries: [], inbox: [], backlog: BacklogLine(sentence: "Nothing waits."))

func alert(_ id: String, _ word: String = "Ana", isActive: Bool = true, isHidden: Bool = false, dayCount: Int = 5) -> AlertCard {
    AlertCard(
        id: id, memberName: word, title: word, sentence: word, severity: .attention, levelText: word, statusText: word, isActive: isActive,
        snoozedText: isHidden ? word : nil, dismissedText: isHidden ? word : nil,
        chart: (0..<dayCount).map { ChartPoint(dateText: word, value: $0 == 2 ? nil : 400 - Double($0) * 7.25, valueText: word) }, baseline: 430,
        baselineText: word)
}

func scores(_ id: String, _ word: String = "Ana", dayCount: Int = 4) -> ScoreCard {
    let points = (0..<dayCount).map { ChartPoint(dateText: word, value: $0 == 1 ? nil : 60 + Double($0), valueText: word) }
    return ScoreCard(
        id: id, memberName: word, vitalityText: word,
        pillars: [.init(name: word, currentText: word, points: points), .init(name: word, currentText: "", points: [])],
        insights: TrendTone.allCases.map { .init(tone: $0, title: word, sentence: word) })
}

func delivery(_ id: String, _ word: String = "Ana", status: Delivery.Status?) -> DeliveryRow {
    DeliveryRow(
        id: id, recipientName: word, memberName: word, channelText: word, statusText: word, status: status, reasonSentence: word,
        decidedText: word, attemptsText: word, errorText: word, inputs: [.init(name: word, value: word)])
}

func message(_ id: String, _ word: String = "Ana", isRead: Bool) -> InboxRow {
    InboxRow(id: id, title: word, body: word, severity: .critical, timeText: word, isRead: isRead)
}
