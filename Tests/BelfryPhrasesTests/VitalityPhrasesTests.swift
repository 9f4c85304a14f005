import BelfryModel
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryPhrases

@Suite("The words of insights")
struct VitalityPhrasesTests {
    private func insight(
        _ metric: Metric = .sleepMinutes, percent: Double = -24, usual: Double = 430, days: Int = 9, checked: Int = 3,
        others: [Metric] = [], exercise: Int = 0
    ) -> AlertInsight {
        AlertInsight(
            metric: metric, deviationPercent: percent, usualValue: usual, dayCount: days, otherMetricCount: checked,
            othersOutOfRange: others, exerciseDayCount: exercise)
    }

    private func body(_ insight: AlertInsight, _ name: String? = "Ana", _ language: Language = .english) -> String {
        Phrases.words(for: insight, memberName: name, in: language).body.replacing("\u{A0}", with: " ").replacing("\u{202F}", with: " ")
    }

    // MARK: Alerts

    @Test("An alert says how far from whose usual, for how long, and whether anything else is off")
    func alert() {
        #expect(body(insight()) == "Sleep has been 24% below Ana's usual 7 h 10 min for 9 days; no other metric is unusual.")
        #expect(Phrases.words(for: insight(), memberName: "Ana", in: .english).title == "Ana's sleep is down")
    }

    @Test("What else is off is listed, and exercise is told")
    func others() {
        #expect(
            body(insight(.restingHeartRate, percent: 12.4, usual: 58, days: 1, others: [.steps, .hrv], exercise: 1))
                == "Resting heart rate has been 12% above Ana's usual 58 bpm for 1 day; "
                + "also unusual: steps and heart rate variability. There was exercise on 1 day.")
        #expect(body(insight(exercise: 2)).hasSuffix("no other metric is unusual. There was exercise on 2 days."))
    }

    @Test("Where nothing is known of other metrics, nothing is said of them")
    func unknownOthers() {
        #expect(body(insight(.steps, usual: 8412, checked: 0)) == "Steps have been 24% below Ana's usual 8,412 for 9 days.")
    }

    @Test("Without a name it is the usual of nobody in particular", arguments: [nil, "", " \u{7} "])
    func nobody(name: String?) {
        #expect(body(insight(checked: 0), name) == "Sleep has been 24% below the usual 7 h 10 min for 9 days.")
        #expect(Phrases.words(for: insight(), memberName: name, in: .english).title == "Below the usual: sleep")
    }

    @Test("To the member it says all that it says to others, of their own usual and without their name", arguments: Language.allCases)
    func own(language: Language) {
        let off = insight(others: [.steps], exercise: 2)
        let own = Phrases.words(for: off, memberName: "Ana", isOwn: true, in: language)
        #expect(!own.title.contains("Ana") && !own.body.contains("Ana"))
        let ends = [own.body, body(off, "Ana", language)].map { $0.replacing("\u{A0}", with: " ").suffix(20) }
        #expect(ends[0] == ends[1], "\(own.body)")
        guard language == .english else { return }
        let sentence = own.body.replacing("\u{A0}", with: " ")
        #expect(sentence == "Sleep has been 24% below your usual 7 h 10 min for 9 days; also unusual: steps. There was exercise on 2 days.")
    }

    static let sentences: [(language: Language, sentence: String)] = [
        (.german, "Der Schlaf liegt seit 9 Tagen 24 % unter dem Üblichen von Ana (7 Std. 10 Min.); sonst ist kein Wert ungewöhnlich."),
        (
            .french,
            "Le sommeil est depuis 9 jours 24 % en dessous du niveau habituel pour Ana (7 h 10 min) ; "
                + "aucune autre mesure n’est inhabituelle."
        ),
        (
            .spanish,
            "El sueño está desde hace 9 días un 24 % por debajo de lo habitual en Ana (7 h 10 min); "
                + "ningún otro valor está fuera de lo habitual."
        ),
        (
            .turkish,
            "Uyku, 9 gündür Ana için olağan düzeyin (7 sa. 10 dk.) %24 altında; başka hiçbir değer olağan dışı değil."
        ),
        (
            .arabic,
            "النوم أقل من المعتاد لدى \u{2068}Ana\u{2069} (7 س 10 د) بنسبة 24\u{200E}%\u{200E} منذ 9 أيام؛ لا توجد قياسات أخرى خارج المعتاد."
        ),
    ]

    @Test("The same is said in every language", arguments: sentences)
    func translated(language: Language, sentence: String) {
        #expect(body(insight(), "Ana", language) == sentence)
    }

    static let lowSentences: [(language: Language, title: String, sentence: String)] = [
        (.english, "Ana's sleep efficiency is low", "Sleep efficiency has been low for 7 days, though not below Ana's usual 80%."),
        (.german, "Ana: Schlafeffizienz niedrig", "Die Schlafeffizienz liegt seit 7 Tagen niedrig, wenn auch nicht unter dem Üblichen von Ana (80 %)."),
        (.french, "Ana : efficacité du sommeil à un niveau bas",
            "L’efficacité du sommeil est à un niveau bas depuis 7 jours, sans être en dessous du niveau habituel pour Ana (80 %)."),
        (.spanish, "Ana: eficiencia del sueño en un nivel bajo",
            "La eficiencia del sueño está desde hace 7 días en un nivel bajo, aunque no por debajo de lo habitual en Ana (80 %)."),
        (.turkish, "Ana: uyku verimliliği düşük", "Uyku verimliliği, 7 gündür düşük, ancak Ana için olağan düzeyin (%80) altında değil."),
    ]

    @Test("What is told of whatever is usual is low, not up", arguments: lowSentences)
    func low(language: Language, title: String, sentence: String) {
        for recentValue in [80, 81.6] {
            let episode = Episode(
                metric: .sleepEfficiency, pattern: .dropVsBaseline, activeSince: .sunday - 6, lastEvaluatedDate: .sunday, dayCount: 7, level: .days7,
                baselineValue: 80, recentValue: recentValue, resolved: nil)
            let words = Phrases.words(for: AlertInsight(episode), memberName: "Ana", in: language)
            #expect([words.title, words.body].map { $0.replacing("\u{A0}", with: " ").replacing("\u{202F}", with: " ") } == [title, sentence])
        }
    }

    @Test("Of an alert that somebody wrote without its figures, the pattern says to which side it is, and nothing how far")
    func withoutFigures() {
        let episode = Episode(
            metric: .steps, pattern: .dropVsBaseline, activeSince: .sunday - 2, lastEvaluatedDate: .sunday, dayCount: 3, level: .days3,
            baselineValue: 0, recentValue: 0, resolved: nil)
        let words = Phrases.words(for: AlertInsight(episode), memberName: "Ana", in: .english)
        #expect(words.title == "Ana's steps are down" && words.body == "Steps have been below Ana's usual for 3 days.")
        let heading = Phrases.heading(of: .steps, .dropVsBaseline, deviationPercent: episode.deviationPercent, in: .english)
        #expect(heading == "Steps are down")
    }

    @Test("Every metric has its sentence in every language, with its name in the list", arguments: Language.allCases)
    func metrics(language: Language) {
        for metric in Metric.allCases {
            let said = body(insight(metric, usual: 55, others: Metric.allCases.filter { $0 != metric }), "Ana", language)
            #expect(!said.contains("_") && !said.contains("{"), "\(said)")
        }
    }

    @Test("An episode gives the facts, and only other metrics count as others")
    func episode() {
        let episode = Episode.example(1, level: .days7)
        let others: [Metric: Bool] = [.steps: true, .sleepMinutes: false, .hrv: true, .restingHeartRate: true]
        let insight = AlertInsight(episode, others: others, exerciseDayCount: 2)
        #expect(insight.dayCount == 8 && insight.usualValue == 8000 && insight.exerciseDayCount == 2)
        #expect(insight.otherMetricCount == 3)
        #expect(insight.othersOutOfRange == [.hrv, .restingHeartRate])
    }

    @Test("A figure that is none stops nobody", arguments: [Double.nan, .infinity, -1e300])
    func nonsense(value: Double) {
        for language in Language.allCases {
            #expect(!body(insight(percent: value, usual: value), "Ana", language).isEmpty)
        }
    }

    // MARK: Values

    static let writtenValues: [(language: Language, texts: [String])] = [
        (.english, ["7 h 10 min", "45 min", "2 h", "8,412", "62 ms", "58 bpm", "91%"]),
        (.german, ["7 Std. 10 Min.", "45 Min.", "2 Std.", "8.412", "62 ms", "58 Schläge/min", "91 %"]),
        (.turkish, ["7 sa. 10 dk.", "45 dk.", "2 sa.", "8.412", "62 ms", "58 atım/dk.", "%91"]),
        (.spanish, ["7 h 10 min", "45 min", "2 h", "8412", "62 ms", "58 lpm", "91 %"]),
    ]

    @Test("A value is written with its unit in the language", arguments: writtenValues)
    func values(language: Language, texts: [String]) {
        let values: [(Double, Metric)] = [
            (430.4, .sleepMinutes), (45, .movementMinutes), (119.7, .deepSleepMinutes), (8412, .steps), (62, .hrv), (58, .restingHeartRate),
            (91, .sleepEfficiency),
        ]
        let format = LanguageFormat.of(language)
        #expect(values.map { format.text(of: $0.0, $0.1).replacing("\u{A0}", with: " ") } == texts)
    }

    // MARK: Trends

    private func trend(_ rule: TrendRule, _ pillar: Pillar = .sleep) -> TrendInsight {
        TrendInsight(
            member: .ben, pillar: pillar, rule: rule, date: .sunday, since: .sunday, recentCount: 3, recentScore: 58.4, usualScore: 73,
            currentScore: 60)
    }

    private func words(_ insight: TrendInsight, _ name: String? = "Ben", _ language: Language = .english) -> String {
        let (title, body) = Phrases.words(for: insight, memberName: name, in: language)
        return "\(title). \(body)".replacing("\u{A0}", with: " ").replacing("\u{202F}", with: " ")
    }

    @Test("An insight says whose which score has done what")
    func trends() {
        #expect(
            words(trend(.drop))
                == "Lower than before for Ben: sleep score. The mean of the last 3 scores is 58 of 100, 20% below the scores before.")
        #expect(
            words(trend(.streakLow, .stress))
                == "Staying low for Ben: stress score. The last 3 scores are among the lowest of three weeks; their mean is 58 of 100. "
                + "A low stress score means more strain.")
        #expect(words(trend(.rebound, .movement), nil).hasPrefix("Higher than before: movement score. "))
        // A mean is compared with a mean.
        #expect(words(trend(.drop), "Ben", .french).hasSuffix("est de 58 sur 100, soit 20 % de moins que celle des précédents."))
        #expect(words(trend(.drop), "Ben", .spanish).hasSuffix("es de 58 sobre 100, un 20 % menos que la de las anteriores."))
    }

    @Test("Every rule and pillar has its words in every language", arguments: Language.allCases)
    func trendLanguages(language: Language) {
        var all: Set<String> = []
        for rule in TrendRule.allCases {
            for pillar in Pillar.allCases {
                let said = words(trend(rule, pillar), "Ben", language)
                #expect(said.contains("Ben") && said.contains("58") && !said.contains("_") && !said.contains("{"), "\(said)")
                all.insert(said)
            }
        }
        #expect(all.count == 9)
    }
}
