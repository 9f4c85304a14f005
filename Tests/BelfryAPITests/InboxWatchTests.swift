import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryAPI

@Suite("What a stream tells of an inbox")
struct InboxWatchTests {
    /// An inbox as a store answers it, looked at again and again.
    private struct Looks {
        var messages: [Int: InboxMessage] = [:]
        var watch: InboxWatch
        var now = Instant.noon
        let countMax: Int

        /// - Parameter count: messages that are there since the morning, one a second.
        init(_ count: Int, countMax: Int = 9, isResuming: Bool = false) {
            self.countMax = countMax
            for number in 1...count { messages[number] = .example(number) }
            let known = messages.values.sorted { $0.createdAt > $1.createdAt }.prefix(countMax)
            watch = InboxWatch(knowing: isResuming ? nil : Array(known), countMax: countMax, now: now)
        }

        /// What is told then: `read 3`, and what went as `-3`.
        mutating func look(after seconds: Int = 1) -> [String] {
            now = now + .seconds(seconds)
            let inSight = messages.values.sorted { ($0.place.moment, $0.id) > ($1.place.moment, $1.id) }.prefix(countMax)
            let found = watch.look(at: Array(inSight), now: now)
            return found.news.map { "\($0.rawValue) \($1.id)" } + found.removed.map { "-\($0)" }
        }

        mutating func put(_ number: Int, at moment: Instant? = nil, readAt: Instant? = nil, retractedAt: Instant? = nil, taken: [ActionID] = []) {
            messages[number] = .example(number, createdAt: moment ?? messages[number]?.createdAt, readAt: readAt, retractedAt: retractedAt, taken: taken)
        }

        /// As it is once it is back.
        mutating func putOff(_ number: Int, _ message: InboxMessage?, until moment: Instant) {
            messages[number] = .example(number, createdAt: message?.createdAt, laterUntil: moment)
        }
    }

    @Test("What was read, marked as unread, acted on, put away and taken back elsewhere is told once each, with how it stands then")
    func changes() {
        var looks = Looks(3)
        #expect(looks.look() == [])
        looks.put(2, readAt: .noon)
        #expect(looks.look() == ["changed delivery-2"])
        #expect(looks.look() == [])
        looks.put(2)
        looks.put(3, readAt: .noon, taken: [ActionID(literal: "pay")])
        #expect(looks.look() == ["changed delivery-2", "changed delivery-3"])
        let archived = looks.messages.removeValue(forKey: 1)
        #expect(looks.look() == ["-delivery-1"])
        #expect(looks.look() == [])
        looks.messages[1] = archived
        #expect(looks.look(after: 3600) == ["changed delivery-1"])
    }

    @Test("What is put off is gone, and comes back as something new; what is taken back before that isn't new")
    func later() {
        for isRemembered in [true, false] {
            var looks = Looks(2)
            if isRemembered { looks.put(1, at: .noon - .seconds(10)) }
            _ = looks.look()
            let first = looks.messages.removeValue(forKey: 1)
            #expect(looks.look() == ["-delivery-1"])
            looks.putOff(1, first, until: looks.now + .seconds(5))
            #expect(looks.look(after: 5) == ["message delivery-1"], "\(isRemembered)")
            #expect(looks.look() == [])
            looks.messages[1] = nil
            #expect(looks.look() == ["-delivery-1"])
            looks.messages[1] = first
            #expect(looks.look() == ["changed delivery-1"])
        }
    }

    @Test("What holds no more is told as that, also where it was read at once, and what holds after all likewise")
    func retractions() {
        var looks = Looks(2)
        looks.put(1, readAt: .noon, retractedAt: .noon)
        #expect(looks.look() == ["retracted delivery-1"])
        looks.put(1, readAt: .noon)
        #expect(looks.look() == ["reinstated delivery-1"])
    }

    @Test("Whoever connects again is told all that is there, the oldest first, and of what changes from then on")
    func catchingUp() {
        var looks = Looks(2, isResuming: true)
        #expect(looks.look() == ["message delivery-1", "message delivery-2"])
        looks.put(2, readAt: .noon)
        #expect(looks.look() == ["changed delivery-2"])
    }

    @Test("What is new is told as new, late as it may come; what only comes into sight, or leaves it behind newer ones, is no news")
    func inSight() {
        var looks = Looks(5, countMax: 3)
        #expect(looks.look() == [])
        looks.put(6, at: .noon - .seconds(50))
        #expect(looks.look() == ["message delivery-6"])
        let archived = looks.messages.removeValue(forKey: 5)
        #expect(looks.look() == ["-delivery-5"], "the third comes into sight again")
        looks.messages[5] = archived
        #expect(looks.look() == ["changed delivery-5"])
        looks.messages[6] = nil
        #expect(looks.look() == ["-delivery-6"])
    }

    @Test("A message that is taken back as soon as it was put away comes as changed, and not as new")
    func takenBackAtOnce() {
        var looks = Looks(1)
        looks.put(2, at: .noon)
        #expect(looks.look() == ["message delivery-2"])
        let archived = looks.messages.removeValue(forKey: 2)
        #expect(looks.look() == ["-delivery-2"])
        looks.messages[2] = archived
        #expect(looks.look() == ["changed delivery-2"])
        #expect(looks.look(after: 600) == [])
    }

    @Test("However many messages come, and however fast, it remembers a few")
    func memory() {
        var looks = Looks(3, countMax: 3)
        for number in 4...200 {
            looks.put(number, at: .noon + .milliseconds(number))
            #expect(looks.look(after: 0) == ["message delivery-\(number)"])
            #expect(looks.watch.rememberedCount <= 12)
        }
        #expect(looks.look(after: 600) == [])
        #expect(looks.look() == [] && looks.watch.rememberedCount == 3)
    }
}

extension InboxMessage {
    fileprivate static func example(
        _ number: Int, createdAt: Instant? = nil, readAt: Instant? = nil, retractedAt: Instant? = nil, laterUntil: Instant? = nil,
        taken: [ActionID] = []
    ) -> InboxMessage {
        InboxMessage(
            id: .example(number), recipient: .ana, member: .ana, alert: nil, category: "news",
            content: NotificationContent(title: "Door", body: "", severity: .watch), createdAt: createdAt ?? .morning + .seconds(number), readAt: readAt,
            retractedAt: retractedAt, laterUntil: laterUntil, actionsTaken: taken)
    }
}
