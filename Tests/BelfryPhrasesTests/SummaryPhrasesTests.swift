import BelfryModel
import BelfryTesting
import Testing

@testable import BelfryPhrases

@Suite("A sender's own words, and several told as one")
struct SummaryPhrasesTests: SaysAlerts {
    @Test("The sender's own words win over ours")
    func ownWords() {
        let content = Phrases.content(
            of: payload {
                $0.title = "Call Ben"
                $0.body = "He asked for you."
            }, severity: .attention)
        #expect(content == NotificationContent(title: "Call Ben", body: "He asked for you.", severity: .attention))
    }

    @Test("A title of the sender's own that stands alone is all that is said, also among several")
    func ownTitle() {
        var order = Payload()
        order.title = "Open on Sunday"
        #expect(Phrases.content(of: order, severity: .watch) == NotificationContent(title: "Open on Sunday", body: "", severity: .watch))
        let summary = Phrases.content(of: order, merged: [payload()], severity: .watch)
        #expect(summary.body.hasPrefix("• Open on Sunday\n• Steps have been "))
    }

    @Test("Each is told in their own language where the sender has it, alone and among several; a title that stands alone there says all")
    func ownWordsByLanguage() throws {
        var order = Payload()
        order.title = "Open on Sunday"
        order.body = "From 10:00 to 16:00."
        order.texts = TextsByLanguage([
            .german: try #require(TextsByLanguage.Text(title: "Sonntag offen", body: "Von 10 bis 16 Uhr.")),
            .arabic: try #require(TextsByLanguage.Text(title: "مفتوح يوم الأحد", body: nil)),
        ])
        #expect(words(order, in: .german) == ("Sonntag offen", "Von 10 bis 16 Uhr."))
        #expect(words(order, in: .arabic) == ("مفتوح يوم الأحد", ""))
        #expect(words(order, in: .english) == ("Open on Sunday", "From 10:00 to 16:00."))
        #expect(words(order, in: .turkish) == ("Open on Sunday", "From 10:00 to 16:00."))
        let summary = Phrases.content(of: order, merged: [payload()], severity: .watch, in: .arabic)
        #expect(summary.body.hasPrefix("• مفتوح يوم الأحد\n• "))
    }

    // MARK: Several at once

    @Test("Several held ones become one summary, a line each, as grave as the gravest")
    func summary() {
        let sleep = payload(.sleepMinutes, memberName: "Cleo") {
            $0.severity = .attention
            $0.baselineValue = 430
            $0.recentValue = 327
            $0.deviationPercent = -24
            $0.dayCount = 8
        }
        let content = Phrases.content(of: payload(), merged: [sleep, Payload()], severity: .watch)
        #expect(content.title == "3 updates that waited for you")
        #expect(
            content.body.replacing("\u{A0}", with: " ") == """
                • Steps have been 35% below Ben's usual 8,000 for 4 days, lately 5,201.
                • Sleep has been 24% below Cleo's usual 7 h 10 min for 8 days, lately 5 h 27 min.
                • There is news about a member of your family.
                """)
        #expect(content.severity == .attention)
    }

    @Test("Several that an app has told as one say how many they are, and each what it says")
    func digest() {
        func ordered(_ title: String, _ body: String? = nil, about member: UserID = .ana) -> Delivery {
            var payload = Payload()
            (payload.title, payload.body, payload.memberName) = (title, body, "Ben")
            return Delivery(
                id: .example(1), createdAt: .noon, recipient: .ana, member: member, alert: nil, channelName: "push", payload: payload,
                groupKey: DigestKey(literal: "posts").groupKey)
        }
        func title(_ language: Language) -> String {
            Phrases.content(of: ordered("Post"), merged: [ordered("Like"), ordered("Like")], severity: .watch, in: language).title
        }
        let content = Phrases.content(of: ordered("Post", "Hello"), merged: [ordered("Like", about: .ben)], severity: .watch)
        #expect(content.title == "2 updates" && content.body == "• Hello\n• Like")
        #expect(Language.allCases.map(title) == ["3 updates", "3 إشعارات", "3 Neuigkeiten", "3 nouvelles notifications", "3 novedades", "3 yeni bildirim"])
        #expect(Phrases.content(of: ordered("Post"), severity: .watch).title == "Post")
    }

    @Test("What quiet hours held is counted by a word that fits whatever it is")
    func heldTitles() {
        let titles = Language.allCases.map { language in
            Phrases.content(of: payload(), merged: [payload(.hrv), payload(.hrv)], severity: .watch, in: language).title
        }
        #expect(
            titles == [
                "3 updates that waited for you", "3 إشعارات بانتظارك", "3 Neuigkeiten, die auf dich gewartet haben",
                "3 notifications qui vous attendaient", "3 novedades que te esperaban", "Sizi bekleyen 3 bildirim",
            ])
    }

    @Test("Several that were found together say how many of whose figures are off")
    func foundTogether() {
        let content = Phrases.content(of: payload(), merged: [payload(.hrv)], severity: .watch, isHeld: false)
        #expect(content.title == "2 of Ben's figures are off their usual")
        #expect(content.body.split(separator: "\n").count == 2)
        let unsaid = Phrases.content(of: Payload(), merged: [payload(.hrv)], severity: .critical, isHeld: false)
        #expect(unsaid.severity == .critical, "a row written by hand may leave it to its alert")
        let nameless = Phrases.content(of: payload(memberName: nil), merged: [payload(.hrv)], severity: .watch, isHeld: false)
        #expect(nameless.title == "2 of a family member's figures are off their usual")
    }
}
