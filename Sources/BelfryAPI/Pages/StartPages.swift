import BelfryDashboard
import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfryTime
import HTTPTypes
import Hummingbird

/// The first steps: where a person is, when they want to be left alone, and a notification to see that it works.
struct StartPages {
    let services: Services

    /// Among so many of the newest messages the last try is looked for.
    private static let messageCountMax = 50

    func add(to router: Router<AppContext>) {
        let desk = PageDesk(services: services)
        router.get("/start") { request, _ in
            try await desk.page(request) { visitor, part in
                let view = try await compose(for: visitor, isSecure: services.isServedSecurely || request.isTrusted)
                return page(view, in: visitor.frame(.start), part: part)
            }
        }
        router.post("/page/start/zone") { request, _ in
            let post = try await desk.post(request)
            var preferences = post.visitor.preferences
            guard let name = post["timezone"], let zone = services.zones.rules(named: name) else {
                throw Problem.unknownTimezone(field: "timezone")
            }
            preferences.timezone = zone.name
            try await services.save([.timezone], of: preferences, insteadOf: post.visitor.preferences, for: post.visitor.person)
            return try post.answer(["success": true], page: "/start")
        }
        router.post("/page/start/quiet") { request, _ in
            let post = try await desk.post(request)
            let preferences = try quiet(post)
            var keys: Set<Preferences.Key> = [.quietHoursStart, .quietHoursEnd, .quietHoursLevel, .quietHoursAction]
            if preferences.quietHours == nil { keys.insert(.quietHoursByWeekday) }
            try await services.saveShared(keys, of: preferences, insteadOf: post.visitor.preferences, for: post.visitor.person)
            return try post.answer(["success": true], page: "/start")
        }
        router.post("/page/start/test") { request, _ in
            let post = try await desk.post(request)
            try await sendTest(to: post.visitor)
            return try post.answer(["success": true], page: "/start")
        }
    }

    /// Quiet as the page says it: what is critical passes, and the rest waits. None leaves the level set, by which it is known that they chose.
    private func quiet(_ post: PagePost) throws -> Preferences {
        var preferences = post.visitor.preferences
        preferences.quietHoursLevel = .criticalOnly
        preferences.quietHoursAction = .defer
        guard post["quiet"] != "no" else {
            preferences.quietHours = nil
            preferences.quietHoursByWeekday = QuietNights()
            return preferences
        }
        func time(_ field: String) throws -> CivilTime {
            guard let time = post[field].flatMap({ CivilTime($0) }) else { throw Problem.wrongType(field: field, expected: "a time, such as 22:00") }
            return time
        }
        preferences.quietHours = DailyWindow(start: try time("start"), end: try time("end"))
        return preferences
    }

    /// Straight into the inbox: no quiet hour keeps somebody from seeing what they have just asked for.
    private func sendTest(to visitor: PageVisitor) async throws {
        guard let id = DeliveryID("test-" + services.makeCode()) else { throw Problem.internalFailure }
        let content = NotificationContent(
            title: visitor.words(StartWord.testMessageTitle), body: visitor.words(StartWord.testMessageBody), severity: .watch, language: visitor.language)
        try await services.store.append(
            InboxMessage(
                id: id, recipient: visitor.person, member: visitor.person, alert: nil, category: Payload.testKind, content: content,
                createdAt: services.now(), readAt: nil, language: visitor.language))
    }

    /// A try of another day stands there too, and says of which.
    private func arrival(_ moment: Instant, for visitor: PageVisitor) -> String {
        let civil = visitor.zone.civil(at: moment)
        return civil.date == visitor.today ? civil.time.shortText : visitor.text(of: moment)
    }

    private func compose(for visitor: PageVisitor, isSecure: Bool) async throws -> StartPage {
        let stored = try await services.store.preferences(of: visitor.person).columns
        let messages = try await services.store.messages(of: visitor.person, in: .inbox, before: nil, countMax: Self.messageCountMax, now: visitor.now)
        let test = messages.first { $0.category == Payload.testKind }.map { message in
            StartPage.Test(
                id: message.id.text, title: message.content.title, body: message.content.body,
                timeText: arrival(message.createdAt, for: visitor), isSeen: message.readAt != nil)
        }
        let devices = try await services.store.devices(of: visitor.person)
        let (wanted, language) = (visitor.preferences, visitor.language)
        let quiet = wanted.quietHours.flatMap { $0.isEmpty ? nil : StartPage.QuietHours(start: $0.start.shortText, end: $0.end.shortText) }
        let hasNights = !wanted.quietHoursByWeekday.isEmpty && !wanted.quietWeek.isEmpty
        return StartPage(
            zoneName: visitor.preferences.timezone, zoneTimeText: visitor.zone.civil(at: visitor.now).time.shortText,
            isZoneChosen: stored[.timezone] != nil, quietHours: quiet, quietNights: hasNights ? Phrases.text(of: wanted.quietHoursByWeekday, in: language) : nil,
            isQuietChosen: stored[.quietHoursLevel] != nil, canPush: services.webPushPublicKey() != nil, isSecure: isSecure,
            isBrowserTold: devices.contains { $0.platform == .web && $0.isActive }, test: test,
            findings: visitor.isOperator ? await services.checkup.findings() : [])
    }
}

extension Request {
    /// Whether the browser trusts the way to here, as it does https and its own machine: only then it says how it asks (W3C, Fetch Metadata Request
    /// Headers). That a proxy speaks https for us isn't known here otherwise.
    fileprivate var isTrusted: Bool { headers.value(named: "sec-fetch-mode") != nil }
}
