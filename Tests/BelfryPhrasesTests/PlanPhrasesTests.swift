import BelfryModel
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryPhrases

@Suite("The words of planned notifications")
struct PlanPhrasesTests {
    private func line(_ messages: [Message]) throws -> PlannedNotification {
        let parts = try messages.enumerated().map { index, message in
            PlannedPart(
                identifier: try #require(NotificationID("bills|rent|due_day|2026-01-2\(index)")), due: .morning, expiresAt: nil,
                message: message,
                category: "bill_reminder", severity: .attention, reason: .allowed)
        }
        return PlannedNotification(
            identifier: parts[0].identifier, moment: .morning, category: "bill_reminder", severity: .attention, parts: parts,
            reason: .allowed)
    }

    private let rent = Message.facts(MessageFacts(template: "bills.due_day", values: ["name": .text("Rent")]))

    @Test("Facts are said in the person's language, and in English where none is given")
    func facts() throws {
        let content = Phrases.content(of: try line([rent]))
        #expect(content == NotificationContent(title: "Due today: Rent", body: "It is to be paid today.", severity: .attention))
        #expect(Phrases.content(of: try line([rent]), in: .spanish).title == "Vence hoy: Rent")
    }

    @Test("Words that somebody chose stay as they are")
    func ownWords() throws {
        let content = Phrases.content(of: try line([.words(title: "{{name}}", body: "<b>")]), in: .arabic)
        #expect(content == NotificationContent(title: "{{name}}", body: "<b>", severity: .attention))
    }

    @Test("A long summary among others says of all together how many it doesn't show")
    func summaryOfSummaries() {
        let things = (1...15).map { (title: "Thing \($0)", body: "") }
        let summary = Phrases.summary(of: things, in: .english)
        #expect(Phrases.summary(of: [("Loyer", "500 €"), ("Gaz", "")], in: .french).body == "• Loyer\u{A0}: 500 €\n• Gaz")
        let all = Phrases.summary(of: Phrases.lines(ofSummary: summary.body) + [(title: "Rent", body: "")], partCount: 16, in: .english)
        let lines = all.body.split(separator: "\n")
        #expect(all.title == "16 reminders" && lines.count == 12 && lines.last == "… +5")
        #expect(lines.dropLast().allSatisfy { $0.hasPrefix("• Thing ") })
    }

    @Test("Each part of a summary is one line, of however many lines its own words are")
    func linesOfSummary() {
        let texts = [(title: "Pills", body: "Two,\nwith water\r\n"), (title: "Call\u{2028}Zoë", body: "")]
        let summary = Phrases.summary(of: texts, in: .english)
        #expect(summary.body == "• Pills: Two, with water\n• Call Zoë")
        #expect(Phrases.lines(ofSummary: summary.body).map(\.title) == ["Pills: Two, with water", "Call Zoë"])
    }

    @Test("The canary asks to open the app and says until when there is a plan")
    func canary() throws {
        let canary = Message.canary(until: CivilDateTime(literal: "2026-01-25T09:00:00"))
        let content = Phrases.content(of: try line([canary]))
        #expect(content.title == "Open the app to keep your reminders coming")
        #expect(content.body == "They are planned until Sunday 25 January 2026, 09:00.")
        #expect(Phrases.content(of: try line([canary]), in: .arabic).body == "التذكيرات مجدولة حتى الأحد، 25 يناير 2026، 09:00.")
    }

    @Test(
        "A summary counts its parts in the language and has a line for each",
        arguments: [
            (.english, "2 reminders", "Due today: Rent"), (.german, "2 Erinnerungen", "Heute fällig: Rent"),
            (.arabic, "تذكيران", "مستحق اليوم: \u{2068}Rent\u{2069}"), (.french, "2 rappels", "À payer aujourd’hui\u{A0}: Rent"),
            (.spanish, "2 recordatorios", "Vence hoy: Rent"), (.turkish, "2 hatırlatma", "Son ödeme günü bugün: Rent"),
        ] as [(Language, String, String)])
    func summary(language: Language, title: String, first: String) throws {
        let content = Phrases.content(of: try line([rent, .words(title: "Gym", body: "")]), in: language)
        #expect(content.title == title)
        let lines = content.body.split(separator: "\n")
        #expect(lines.count == 2 && lines[0].hasPrefix("• \(first)\(PageWords(language).colon)") && lines[1] == "• Gym")
    }

    @Test("A summary of very many names the first, and says how many more there are")
    func longSummary() throws {
        let line = try line(Array(repeating: rent, count: 3))
        let many = PlannedNotification(
            identifier: line.identifier, moment: line.moment, category: line.category, severity: line.severity,
            parts: Array(repeating: line.parts, count: 100).flatMap(\.self), reason: .mergedToFit)
        let content = Phrases.content(of: many)
        #expect(content.title == "300 reminders")
        #expect(content.body.split(separator: "\n").count == 12)
        #expect(content.body.hasSuffix("\n… +289"))
    }

    @Test("An app's own words are used in summaries too")
    func ownCatalogue() throws {
        let catalogue = try PhraseCatalogue.standard.replacing([
            .english: ["summary.title": "{{count}} things", "bills.due_day.title": "Pay {{name}}"]
        ])
        let content = Phrases.content(of: try line([rent, rent]), catalogue: catalogue)
        #expect(content.title == "2 things")
        #expect(content.body.hasPrefix("• Pay Rent: "))
    }

    @Test("The picture of a plan shows what is told in the person's language")
    func picture() throws {
        let day = PlannedDay(date: .sunday, lines: [try line([rent])], leftOut: [])
        let setting = Phrases.PlanSetting(zone: try zone("UTC"), quietWeek: WeeklyWindow(everyDay: nil), budget: nil, language: .turkish)
        let picture = PlanPicture(Plan(days: [day], unplanned: [], coverage: .complete), in: setting, isExplained: false)
        #expect(picture.text.contains("08:00     ● Son ödeme günü bugün: Rent: Ödemenin bugün yapılması gerekiyor."))
    }
}
