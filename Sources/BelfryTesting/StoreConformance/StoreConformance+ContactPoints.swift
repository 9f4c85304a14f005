import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// Mailboxes, numbers, topics, chats and rooms at which people are reached: how one comes to count, and what ends that.
    static let contactPoints: [StoreConformance] = [
        StoreConformance("A contact point counts when its code has come back, and not before") { store in
            let point = try await store.save(.mailbox, of: .ana, verification: .byCode(hash: "right", expiresAt: .evening), now: .morning)
            try await store.enqueue(.example(1, over: .email))
            let before = try await store.candidates().first?.addresses
            #expect(before == [] && point.verifiedAt == nil)
            let wrong = try await store.verify(point.id, of: .ana, codeHash: "wrong", now: .noon)
            #expect(wrong == .wrongCode(attemptsLeft: 4))
            let another = try await store.verify(point.id, of: .ben, codeHash: "right", now: .noon)
            #expect(another == .unknown, "nobody verifies for another")
            let right = try await store.verify(point.id, of: .ana, codeHash: "right", now: .noon)
            #expect(right == .verified)
            let after = try await store.candidates().first?.addresses.map(\.target)
            #expect(after == [.mailbox("ana@example.org")])
            let again = try await store.verify(point.id, of: .ana, codeHash: "right", now: .noon)
            #expect(again == .codeVoid, "a code works once")
        },
        StoreConformance("A mailbox is found, whichever case its letters have, for all whose code came back from it, and for nobody else") { store in
            func add(_ value: String, _ id: String, of user: UserID, over channel: DeliveryChannel = .email, at moment: Instant) async throws {
                let draft = try ContactPoint.Draft(id: AddressID(literal: id), channel: channel, value: value)
                _ = try await store.save(draft, of: user, verification: .vouchedFor, now: moment)
            }
            try await add("Home@Example.org", "contact-7", of: .ben, at: .noon)
            try await add("home@example.org", "contact-8", of: .ana, at: .morning)
            try await add("home@example.org", "contact-9", of: .stranger, over: .championEmail, at: .morning)
            try await add("home@example.org.example", "contact-10", of: .stranger, at: .morning)
            let open = try ContactPoint.Draft(id: AddressID(literal: "contact-11"), channel: .email, value: "home@example.org")
            _ = try await store.save(open, of: .stranger, verification: .byCode(hash: "code", expiresAt: .evening), now: .morning)
            let owners = try await store.owners(ofMailbox: "HOME@example.ORG")
            #expect(owners.map(\.user) == [.ana, .ben] && owners.map(\.point.value) == ["home@example.org", "Home@Example.org"])
            let (one, every) = (try await store.owners(ofMailbox: "h_me@example.org"), try await store.owners(ofMailbox: "%"))
            #expect(one.isEmpty && every.isEmpty)
        },
        StoreConformance("A topic is a contact point over ntfy, and nothing goes there over another channel") { store in
            let point = try await store.save(.topic, of: .ana, verification: .byCode(hash: "right", expiresAt: .evening), now: .morning)
            try await store.enqueue(.example(1, over: .ntfy), .example(2, over: .push), .example(3, over: .sms))
            let before = try await store.candidates().flatMap(\.addresses)
            let verified = try await store.verify(point.id, of: .ana, codeHash: "right", now: .noon)
            let after = try await store.candidates()
            #expect(before == [] && verified == .verified && point.channel == .ntfy)
            #expect(after.first(where: { $0.delivery.channel == .ntfy })?.addresses.map(\.target) == [.topic("anas-topic-7Kq2vX_9")])
            #expect(after.filter { $0.delivery.channel != .ntfy }.flatMap(\.addresses).isEmpty)
            let kept = try await store.contactPoints(of: .ana)
            #expect(kept.map(\.value) == ["anas-topic-7Kq2vX_9"])
        },
        StoreConformance("A room is a contact point over chat, is told there alone, and nothing more once its webhook is gone, until it is shown anew") { store in
            let point = try await store.save(.room, of: .ana, verification: .byCode(hash: "right", expiresAt: .evening), now: .morning)
            try await store.enqueue(.example(1, over: .chat), .example(2, over: .ntfy))
            let before = try await store.candidates().flatMap(\.addresses)
            let verified = try await store.verify(point.id, of: .ana, codeHash: "right", now: .noon)
            let after = try await store.candidates()
            #expect(before == [] && verified == .verified && point.shownValue == "hooks.slack.com/…Xw3k")
            let room = try #require(after.first(where: { $0.delivery.channel == .chat })?.addresses.first)
            #expect(room.target == .room(ContactPoint.Draft.room.value) && after.flatMap(\.addresses).count == 1)
            try await store.lease()
            try await store.record(1, room, .failed, fate: .gone(since: nil), disposition: .failed(error: "chat_no_service"))
            let silence = try await store.contactPoints(of: .ana).first?.silence?.why
            #expect(silence == .gone)
            _ = try await store.save(.room, of: .ana, verification: .byCode(hash: "again", expiresAt: .evening), now: .noon)
            let again = try await store.verify(point.id, of: .ana, codeHash: "again", now: .noon)
            let kept = try await store.contactPoints(of: .ana)
            #expect(again == .verified && kept.map(\.id) == [point.id] && kept.first?.silence == nil)
        },
        StoreConformance("A person of Matrix is told over chat beside a room's webhook, each by its own provider, and only hers ends when she has left") { store in
            for draft in [ContactPoint.Draft.room, .matrix] {
                _ = try await store.save(draft, of: .ana, verification: .vouchedFor, now: .morning)
            }
            try await store.enqueue(.example(1, over: .chat))
            let addresses = try await store.candidates().flatMap(\.addresses)
            #expect(Set(addresses.map(\.kind)) == [.room, .matrix])
            let hers = try #require(addresses.first { $0.target == .matrix("@ana:example.org") })
            try await store.lease()
            try await store.record(1, hers, .failed, fate: .gone(since: nil), disposition: .failed(error: "matrix_left"))
            let points = try await store.contactPoints(of: .ana)
            #expect(points.first { $0.id == hers.id }?.silence?.why == .gone && points.first { $0.id != hers.id }?.silence == nil)
            #expect(points.first { $0.id == hers.id }?.shownValue == "@ana:example.org")
        },
        StoreConformance("A number that is called counts by its own code, whatever is texted to it, and what a text there says ends no calls") { store in
            let point = try await store.save(.calls, of: .ana, verification: .byCode(hash: "right", expiresAt: .evening), now: .morning)
            let texts = try await store.save(.number, of: .ana, verification: .vouchedFor, now: .morning)
            try await store.enqueue(.example(1, over: .voice), .example(2, over: .sms))
            let before = try await store.candidates().filter { $0.delivery.channel == .voice }.flatMap(\.addresses)
            let verified = try await store.verify(point.id, of: .ana, codeHash: "right", now: .noon)
            let after = try await store.candidates().filter { $0.delivery.channel == .voice }.flatMap(\.addresses)
            #expect(before == [] && verified == .verified && after.map(\.target) == [.phone(point.value, lastInboundAt: nil)])
            let stop = ProviderReport(
                provider: .twilio, eventID: "1", occurredAt: .noon, content: .address(.phone, value: texts.value, .optedOut))
            try await store.apply([stop], now: .noon)
            let kept = try await store.contactPoints(of: .ana)
            #expect(kept.first { $0.channel == .sms }?.silence?.why == .optedOut)
            #expect(texts.value == point.value && kept.first { $0.channel == .voice }?.silence == nil)
        },
        StoreConformance("A chat comes to count by the code that comes back from it, once and in time, and takes the place of the link") { store in
            let link = try await store.save(.link(1), of: .ana, verification: .byCode(hash: "right", expiresAt: .evening), now: .morning)
            try await store.enqueue(.example(1, over: .telegram))
            let before = try await store.candidates().flatMap(\.addresses)
            #expect(before == [] && link.value.isEmpty && link.verifiedAt == nil, "nothing goes to a link")
            let wrong = try await store.link(codeHash: "wrong", over: .telegram, to: "4815162342", now: .noon)
            let elsewhere = try await store.link(codeHash: "right", over: .whatsApp, to: "+4915112345678", now: .noon)
            let late = try await store.link(codeHash: "right", over: .telegram, to: "4815162342", now: .evening)
            let byHand = try await store.verify(link.id, of: .ana, codeHash: "right", now: .noon)
            #expect(wrong == nil && elsewhere == nil && late == nil && byHand == .codeVoid, "only the chat itself brings the code back")
            let right = try await store.link(codeHash: "right", over: .telegram, to: "4815162342", now: .noon)
            let again = try await store.link(codeHash: "right", over: .telegram, to: "108", now: .noon)
            #expect(right == .ana && again == nil, "a code works once")
            let kept = try await store.contactPoints(of: .ana)
            #expect(kept.map(\.value) == ["4815162342"] && kept.first?.verifiedAt == .noon && kept.first?.id == link.id)
            let after = try await store.candidates().first?.addresses.map(\.target)
            #expect(after == [.chat("4815162342")])
        },
        StoreConformance("A chat that brings its code again, as where an answer was lost, is told the same again, while the code lives and it is heard") { store in
            let link = try await store.save(.link(1), of: .ana, verification: .byCode(hash: "right", expiresAt: .evening), now: .morning)
            func opened(at now: Instant) async throws -> UserID? {
                try await store.link(codeHash: "right", over: .telegram, to: "4815162342", now: now)
            }
            let first = try await opened(at: .morning)
            let again = try await opened(at: .noon)
            #expect(first == .ana && again == .ana)
            let kept = try await store.contactPoints(of: .ana)
            #expect(kept.map(\.value) == ["4815162342"] && kept.first?.verifiedAt == .morning, "it changes nothing")
            let byHand = try await store.verify(link.id, of: .ana, codeHash: "right", now: .noon)
            let late = try await opened(at: .evening)
            #expect(byHand == .codeVoid && late == nil)
            let stop = ProviderReport(
                provider: .telegram, eventID: "1", occurredAt: .noon, content: .address(.chat, value: "4815162342", .optedOut))
            try await store.apply([stop], now: .noon)
            let afterStop = try await opened(at: .noon)
            let silence = try await store.contactPoints(of: .ana).first?.silence?.why
            #expect(afterStop == nil && silence == .optedOut, "what was said before doesn't undo what was said since")
        },
        StoreConformance("A chat that is linked again stays the same contact point and is heard again; of two links that were asked for the last counts") { store in
            let chat = try await store.save(.chat, of: .ana, verification: .vouchedFor, now: .morning)
            let stop = ProviderReport(
                provider: .telegram, eventID: "1", occurredAt: .morning, content: .address(.chat, value: chat.value, .optedOut))
            try await store.apply([stop], now: .morning)
            let silent = try await store.contactPoints(of: .ana).first?.silence?.why
            #expect(silent == .optedOut)
            _ = try await store.save(.link(2), of: .ana, verification: .byCode(hash: "first", expiresAt: .evening), now: .morning)
            _ = try await store.save(.link(3), of: .ana, verification: .byCode(hash: "second", expiresAt: .evening), now: .morning)
            _ = try await store.save(.link(4), of: .ben, verification: .byCode(hash: "bens", expiresAt: .evening), now: .morning)
            let first = try await store.link(codeHash: "first", over: .telegram, to: chat.value, now: .noon)
            let second = try await store.link(codeHash: "second", over: .telegram, to: chat.value, now: .noon)
            #expect(first == nil && second == .ana)
            let kept = try await store.contactPoints(of: .ana)
            #expect(kept.map(\.id) == [chat.id] && kept.first?.silence == nil && kept.first?.verifiedAt == .morning)
            let bens = try await store.link(codeHash: "bens", over: .telegram, to: chat.value, now: .noon)
            let others = try await store.contactPoints(of: .ben)
            #expect(bens == .ben && others.map(\.value) == [chat.value], "two people may share one")
        },
        StoreConformance("A code is void when it is too old, and after five wrong ones") { store in
            let point = try await store.save(.mailbox, of: .ana, verification: .byCode(hash: "right", expiresAt: .noon), now: .morning)
            let late = try await store.verify(point.id, of: .ana, codeHash: "right", now: .noon)
            #expect(late == .codeVoid)
            let same = try await store.save(.mailbox, of: .ana, verification: .byCode(hash: "new", expiresAt: .evening), now: .noon)
            #expect(same.id == point.id, "it stays the same contact point")
            for left in (0..<ContactPoint.wrongCodeCountMax).reversed() {
                let wrong = try await store.verify(point.id, of: .ana, codeHash: "right", now: .noon)
                #expect(wrong == .wrongCode(attemptsLeft: left))
            }
            let right = try await store.verify(point.id, of: .ana, codeHash: "new", now: .noon)
            #expect(right == .codeVoid)
        },
        StoreConformance("What somebody vouches for needs no code, and goes when it is removed") { store in
            let point = try await store.save(.mailbox, of: .ana, verification: .vouchedFor, now: .morning)
            #expect(point.verifiedAt == .morning)
            let listed = try await store.contactPoints(of: .ana)
            #expect(listed == [point])
            let removedByAnother = try await store.removeContactPoint(point.id, of: .ben)
            let removed = try await store.removeContactPoint(point.id, of: .ana)
            let left = try await store.contactPoints(of: .ana)
            #expect(!removedByAnother && removed && left.isEmpty)
        },
        StoreConformance("A person has so many contact points and no more, however many are added at once; one that is there gets a new code") { store in
            let countMax = ContactPoint.countMax
            @Sendable func add(_ number: Int) async throws -> ContactPoint {
                let draft = try ContactPoint.Draft(id: AddressID(literal: "mailbox-\(number)"), channel: .email, value: "ana\(number)@example.org")
                return try await store.save(draft, of: .ana, verification: .byCode(hash: "hash", expiresAt: .evening), now: .noon)
            }
            for number in 1..<countMax { _ = try await add(number) }
            _ = try await store.save(.mailbox, of: .ben, verification: .vouchedFor, now: .noon)
            let addedCount = await withTaskGroup(of: Int.self) { group in
                for number in countMax...countMax + 3 { group.addTask { (try? await add(number)) == nil ? 0 : 1 } }
                return await group.reduce(0, +)
            }
            await #expect(throws: Problem.tooManyAddresses(countMax: countMax)) { _ = try await add(countMax + 4) }
            let again = try await add(1)
            let full = try await store.contactPoints(of: .ana)
            #expect(addedCount == 1 && full.count == countMax && full.contains(again))
            _ = try await store.removeContactPoint(again.id, of: .ana)
            _ = try await add(countMax + 4)
            let after = try await store.contactPoints(of: .ana)
            #expect(after.count == countMax)
        },
        StoreConformance("Who unsubscribes from everything is not written to there any more, until they verify it again") { store in
            let point = try await store.save(.mailbox, of: .ana, verification: .vouchedFor, now: .morning)
            _ = try await store.setSubscription(false, at: point.id, of: .ana, category: nil, now: .noon)
            try await store.enqueue(.example(1, over: .email))
            let addresses = try await store.candidates().first?.addresses
            let silence = try await store.contactPoints(of: .ana).first?.silence
            #expect(addresses == [] && silence == .init(since: .noon, why: .optedOut))
            _ = try await store.save(.mailbox, of: .ana, verification: .byCode(hash: "code", expiresAt: .evening), now: .noon)
            _ = try await store.verify(point.id, of: .ana, codeHash: "code", now: .noon)
            let again = try await store.candidates().first?.addresses.count
            #expect(again == 1)
        },
        StoreConformance("Whoever unsubscribes and subscribes again ends that alone, and not that somebody complained there") { store in
            let point = try await store.save(.mailbox, of: .ana, verification: .vouchedFor, now: .morning)
            for isSubscribed in [false, true] { _ = try await store.setSubscription(isSubscribed, at: point.id, of: .ana, category: nil, now: .noon) }
            let before = try await store.contactPoints(of: .ana).first?.silence
            let complaint = ProviderReport(
                provider: .ses, eventID: "1", occurredAt: .noon, content: .address(.mailbox, value: point.value, .complained))
            try await store.apply([complaint], now: .noon)
            for isSubscribed in [true, false, true] { _ = try await store.setSubscription(isSubscribed, at: point.id, of: .ana, category: nil, now: .noon) }
            let after = try await store.contactPoints(of: .ana).first?.silence
            #expect(before == nil && after?.why == .complained)
        },
    ]
}
