import BelfryModel
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryPhrases

@Suite("The words of alerts")
struct AlertPhrasesTests: SaysAlerts {
    @Test("A notification says whose what has changed, how far, for how long and to what")
    func content() {
        let content = Phrases.content(of: payload(), severity: .watch)
        #expect(content.title == "Ben's steps are down")
        #expect(content.body.replacing("\u{A0}", with: " ") == "Steps have been 35% below Ben's usual 8,000 for 4 days, lately 5,201.")
        #expect(content.severity == .watch)
    }

    struct InsightRow: Sendable {
        let metric: Metric
        let baseline: Double
        let recent: Double
        let title: String
        let sentence: String
    }

    @Test(
        "Each metric has its sentence, in its own unit",
        arguments: [
            InsightRow(
                metric: .sleepMinutes, baseline: 430, recent: 327, title: "Ana's sleep is down",
                sentence: "Sleep has been 24% below Ana's usual 7 h 10 min for 9 days, lately 5 h 27 min."),
            InsightRow(
                metric: .steps, baseline: 8412, recent: 5010, title: "Ana's steps are down",
                sentence: "Steps have been 40% below Ana's usual 8,412 for 9 days, lately 5,010."),
            InsightRow(
                metric: .hrv, baseline: 62, recent: 45, title: "Ana's heart rate variability is down",
                sentence: "Heart rate variability has been 27% below Ana's usual 62 ms for 9 days, lately 45 ms."),
            InsightRow(
                metric: .restingHeartRate, baseline: 58, recent: 71, title: "Ana's resting heart rate is up",
                sentence: "Resting heart rate has been 22% above Ana's usual 58 bpm for 9 days, lately 71 bpm."),
            InsightRow(
                metric: .sleepEfficiency, baseline: 91, recent: 70, title: "Ana's sleep efficiency is down",
                sentence: "Sleep efficiency has been 23% below Ana's usual 91% for 9 days, lately 70%."),
            InsightRow(
                metric: .movementMinutes, baseline: 60, recent: 40, title: "Ana's movement is down",
                sentence: "Movement has been 33% below Ana's usual 1 h for 9 days, lately 40 min."),
            InsightRow(
                metric: .deepSleepMinutes, baseline: 75, recent: 50, title: "Ana's deep sleep is down",
                sentence: "Deep sleep has been 33% below Ana's usual 1 h 15 min for 9 days, lately 50 min."),
        ])
    func insights(row: InsightRow) {
        let payload = payload(row.metric, memberName: "Ana") {
            $0.baselineValue = row.baseline
            $0.recentValue = row.recent
            $0.deviationPercent = (row.recent / row.baseline - 1) * 100
            $0.dayCount = 9
        }
        #expect(words(payload).title == row.title)
        #expect(words(payload).body == row.sentence)
    }

    @Test("Whatever facts are missing, a sentence is made of the others")
    func missingFacts() {
        var bare = Payload()
        #expect(words(bare).title == "A message about your family")
        #expect(words(bare).body == "There is news about a member of your family.")
        bare.memberName = "Ben"
        #expect(words(bare).title == "A message about Ben")
        #expect(words(bare).body == "There is news about Ben.")
        bare.metric = .sleepMinutes
        #expect(words(bare).title == "Ben's sleep is down")
        #expect(words(bare).body == "Sleep has been below Ben's usual.")
        bare.level = .days7
        #expect(words(bare).body == "Sleep has been below Ben's usual for 7 days.")
        bare.memberName = nil
        #expect(words(bare).title == "Below the usual: sleep")
        #expect(words(bare).body == "Sleep has been below the usual for 7 days.")
        bare.baselineValue = 430
        #expect(words(bare).body == "Sleep has been below the usual 7 h 10 min for 7 days.")
        bare.pattern = .riseVsBaseline
        #expect(words(bare).body == "Sleep has been above the usual 7 h 10 min for 7 days.")
    }

    static let translated: [(language: Language, title: String, body: String)] = [
        (.german, "Ben: Schritte unter dem Üblichen", "Die Schrittzahl liegt seit 4 Tagen, zuletzt 5.201, 35 % unter dem Üblichen von Ben (8.000)."),
        (
            .french, "Ben : nombre de pas en baisse",
            "Le nombre de pas est depuis 4 jours 35 % en dessous du niveau habituel pour Ben (8 000), dernièrement 5 201."
        ),
        (
            .spanish, "Ben: pasos a la baja",
            "El número de pasos está desde hace 4 días un 35 % por debajo de lo habitual en Ben (8000), últimamente 5201."
        ),
        (.turkish, "Ben: adım sayısı düştü", "Adım sayısı, 4 gündür (son olarak 5.201) Ben için olağan düzeyin (8.000) %35 altında."),
        (
            .arabic, "\u{2068}Ben\u{2069}: عدد الخطوات أقل من المعتاد",
            "عدد الخطوات أقل من المعتاد لدى \u{2068}Ben\u{2069} (8,000) بنسبة 35\u{200E}%\u{200E} منذ 4 أيام، ومؤخرًا 5,201."
        ),
    ]

    @Test("It is said in every language", arguments: translated)
    func translations(language: Language, title: String, body: String) {
        let said = words(payload(), in: language)
        #expect(said.title.replacing("\u{A0}", with: " ") == title)
        #expect(said.body == body)
        #expect(Phrases.content(of: payload(), severity: .watch, in: language).language == language)
    }

    @Test("Whatever facts are missing, every language makes a whole sentence of the others", arguments: Language.allCases)
    func missingFactsTranslated(language: Language) {
        var bare = Payload()
        for change in [{ $0.memberName = "Ben" }, { $0.metric = .steps }, { $0.level = .days7 }, { $0.baselineValue = 8000 }] as [(inout Payload) -> Void] {
            let (title, body) = words(bare, in: language)
            #expect(!title.isEmpty && body.hasSuffix(".") && !body.contains("  ") && !body.contains("()") && !body.contains(" ."))
            change(&bare)
        }
    }

    @Test(
        "A name is a name, whatever stands in it",
        arguments: ["<b>Ben</b>", "%@ %d", "\\(name)", "Zoë 👩‍👩‍👧", "O'Neil", "'; DROP TABLE notification_queue; --", "{{name}}"])
    func untrustedNames(name: String) {
        let content = Phrases.content(of: payload(memberName: name), severity: .watch)
        #expect(content.title == "\(name)'s steps are down")
        #expect(content.body.replacing("\u{A0}", with: " ") == "Steps have been 35% below \(name)'s usual 8,000 for 4 days, lately 5,201.")
    }

    @Test("A name that runs the other way has its own direction, and no effect on the words beside it")
    func isolatedName() {
        #expect(words(payload(memberName: "مريم")).title == "\u{2068}مريم\u{2069}'s steps are down")
    }

    @Test("Of a silent wearable is said since when nothing comes and why that may be, to the member of their own, and no figure of any metric")
    func silentWearable() {
        let silent = Payload(of: .silence(ofDays: 3), memberName: "Ben")
        #expect(words(silent).title == "Ben's wearable sends nothing")
        #expect(words(silent).body == "No values have come from Ben's wearable for 3 days. Its battery may be empty, or it is not being worn.")
        var nameless = silent
        nameless.memberName = nil
        #expect(words(nameless).title == "The wearable sends nothing")
        #expect(words(nameless).body == "No values have come from the wearable for 3 days. Its battery may be empty, or it is not being worn.")
        let own = Delivery(
            id: .example(1), createdAt: .morning, recipient: .ben, member: .ben, alert: .example(1), channelName: "push", payload: silent, expiresAt: .evening)
        let content = Phrases.content(of: own, severity: .watch)
        #expect(content.title == "Your wearable sends nothing")
        #expect(content.body == "No values have come from your wearable for 3 days. Its battery may be empty, or it is not being worn.")
    }

    @Test(
        "Every language says of a silent wearable whose and for how long, and an alert's sentence is the same as the notification's",
        arguments: [
            (Language.english, "No values have come from Ben's wearable for 7 days. Its battery may be empty, or it is not being worn."),
            (.arabic, "لم تصل بيانات من الجهاز لدى \u{2068}Ben\u{2069} منذ 7 أيام. ربما نفد شحنه أو أنه غير مُرتدى."),
            (.german, "Vom Gerät von Ben sind seit 7 Tagen keine Werte gekommen. Vielleicht ist der Akku leer, oder es wird nicht getragen."),
            (.french, "Ben\u{A0}: l’appareil n’envoie aucune donnée depuis 7 jours. Il est peut-être déchargé, ou n’est pas porté."),
            (.spanish, "El dispositivo de Ben no envía datos desde hace 7 días. Quizá esté sin batería, o nadie lo lleve puesto."),
            (.turkish, "Cihazdan (Ben) 7 gündür veri gelmiyor. Şarjı bitmiş ya da takılmıyor olabilir."),
        ])
    func silentWearable(language: Language, sentence: String) {
        let silence = Episode.silence(ofDays: 7)
        #expect(words(Payload(of: silence, memberName: "Ben"), in: language).body == sentence.replacing("\u{A0}", with: " "))
        #expect(Phrases.words(for: AlertInsight(silence), memberName: "Ben", in: language).body == sentence)
        let own = Phrases.words(for: AlertInsight(silence), memberName: "Ben", isOwn: true, in: language)
        #expect(own.body.contains("7") && !own.body.contains("Ben") && !own.title.contains("Ben"))
    }

    @Test("An alert's card says what it is about and where it stands")
    func cards() {
        #expect(Phrases.heading(of: .steps, .dropVsBaseline, deviationPercent: -30, in: .english) == "Steps are down")
        #expect(Phrases.heading(of: .restingHeartRate, .riseVsBaseline, deviationPercent: 9, in: .english) == "Resting heart rate is up")
        let endings: [(ResolveReason?, String)] = [
            (nil, "Going on since 7 December 2025"), (.recovered, "Over: back to the usual"), (.stale, "Over: no data for a week"),
            (.sourceChanged, "Over: the data now come from another wearable"), (.newNormal, "Over: it has become the usual"),
            (.corrected, "Withdrawn: corrected data show that it never was"),
        ]
        for (resolved, sentence) in endings { #expect(Phrases.status(of: .example(1, resolved: resolved), in: .english) == sentence) }
        #expect(Phrases.heading(of: .steps, .missingWearable, deviationPercent: 0, in: .english) == "Nothing comes from the wearable")
        let silences: [(ResolveReason?, String)] = [
            (nil, "Going on since 18 January 2026"), (.recovered, "Over: values come again"), (.newNormal, "Over: no values for eight weeks"),
        ]
        for (resolved, sentence) in silences { #expect(Phrases.status(of: .silence(ofDays: 7, resolved: resolved), in: .english) == sentence) }
    }

    // MARK: Numbers and dates

    @Test("No line breaks between a number and its unit or its percent sign", arguments: Language.allCases)
    func unbrokenNumbers(language: Language) {
        for metric in Metric.allCases {
            let payload = payload(metric) {
                $0.baselineValue = 75
                $0.recentValue = 67
            }
            let body = Phrases.content(of: payload, severity: .watch, in: language).body
            #expect(!body.contains(/[0-9] (%|(h|min|ms|bpm|lpm|Std|Min|sa|dk)\b)/), "\(body)")
        }
    }

    @Test(
        "Minutes are said in hours and minutes",
        arguments: [
            (430, "7 h 10 min"), (60, "1 h"), (59, "59 min"), (59.4, "59 min"), (59.6, "1 h"), (61, "1 h 1 min"), (0, "0 min"), (1440, "24 h"),
            (119.7, "2 h"),
        ])
    func minutes(value: Double, text: String) {
        #expect(Phrases.text(of: value, .sleepMinutes, in: .english).replacing("\u{A0}", with: " ") == text)
    }

    @Test(
        "Counts are said in groups of three digits",
        arguments: [
            (0, "0"), (999, "999"), (1000, "1,000"), (8412, "8,412"), (8411.5, "8,412"), (100_000, "100,000"), (1_234_567, "1,234,567"),
            (-8412, "-8,412"),
        ])
    func counts(value: Double, text: String) {
        #expect(Phrases.text(of: value, .steps, in: .english) == text)
    }

    @Test("A figure that is none stops nobody", arguments: [Double.nan, .infinity, -.infinity, 1e300])
    func nonsense(value: Double) {
        for metric in Metric.allCases { #expect(!Phrases.text(of: value, metric, in: .english).isEmpty) }
    }

    @Test(
        "A date is said with its month's name",
        arguments: [("2026-01-25", "25 January 2026"), ("2024-02-29", "29 February 2024"), ("2026-12-01", "1 December 2026")])
    func dates(date: String, text: String) {
        #expect(Phrases.text(of: CivilDate(literal: date), in: .english) == text)
    }
}
