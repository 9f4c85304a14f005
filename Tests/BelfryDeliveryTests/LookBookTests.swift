import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfrySystem
import BelfryTesting
import BelfryTime
import Synchronization
import Testing

@testable import BelfryDelivery

@Suite("In whose name is sent")
struct LookBookTests {
    /// Notes what it was asked for, and may know nothing for a while.
    private final class Asked: LookStore {
        let store = MemoryStore()
        let questions = Notes<Set<AppID>>()
        let isAway = Mutex(false)
        /// What happens between a question and its answer, once.
        let meanwhile = Mutex<(@Sendable () async throws -> Void)?>(nil)

        struct Away: Error {}

        func save(_ look: AppLook, of app: AppID) async throws { await store.save(look, of: app) }
        func removeLook(of app: AppID) async throws -> Bool { await store.removeLook(of: app) }

        func looks(of apps: Set<AppID>) async throws -> [AppID: AppLook] {
            questions.add(apps)
            if isAway.withLock(\.self) { throw Away() }
            let looks = await store.looks(of: apps)
            let act = meanwhile.withLock { act in
                defer { act = nil }
                return act
            }
            try await act?()
            return looks
        }
    }

    /// A worker that sends mail, with the book of looks that it asks.
    private func worker(
        _ store: MemoryStore, _ book: LookBook, _ sender: ScriptedSender, _ clock: TestClock, holder: String = "worker-1",
        imageOrigins: ImageOrigins = .none
    ) -> Worker {
        Worker(
            queue: store, broadcasts: store, lookBook: book, zones: SystemTimeZoneDatabase(),
            switchboard: Switchboard([.email: [.inbox: sender], .inApp: [.inbox: sender]], imageOrigins: imageOrigins), holder: holder,
            identifiers: SequentialIdentifiers(prefix: "token"), now: { clock.now }, chance: { 0.5 })
    }

    private func prefer(_ store: MemoryStore) async {
        var preferences = Preferences()
        preferences.notifyEmail = true
        await store.save(Set(Preferences.Key.allCases), of: preferences, for: .ana, now: .morning)
    }

    @Test("The store is asked once in half a minute for each app, also for those that have said nothing; what is forgotten is asked for at once")
    func asked() async throws {
        let asked = Asked()
        let book = LookBook(asked)
        let shop = try AppLook(name: "Shop")
        try await asked.save(shop, of: .shop)
        #expect(try await book.looks(of: [.shop, .school], now: .noon) == [.shop: shop])
        #expect(try await book.looks(of: [.shop, .school, .house], now: .noon + .seconds(29)) == [.shop: shop])
        let questions: [Set<AppID>] = [[.shop, .school], [.house]]
        #expect(asked.questions.all == questions)
        let renamed = try AppLook(name: "Corner Shop")
        try await asked.save(renamed, of: .shop)
        #expect(try await book.looks(of: [.shop], now: .noon + .seconds(29)) == [.shop: shop], "so long it may be behind")
        #expect(try await book.looks(of: [.shop], now: .noon + .seconds(30)) == [.shop: renamed])
        try await asked.save(shop, of: .shop)
        book.forget(.shop)
        #expect(try await book.looks(of: [.shop], now: .noon + .seconds(30)) == [.shop: shop])
        #expect(try await book.looks(of: [.shop], now: .noon) == [.shop: shop])
        #expect(asked.questions.all.count == 5, "where the clock was put back it asks")
    }

    @Test("A mail goes out in the name of its app, and a batch asks once; of what shows no name nobody is asked")
    func named() async throws {
        let (asked, store, sender, clock) = (Asked(), MemoryStore(), ScriptedSender(), TestClock(at: .noon))
        let worker = worker(store, LookBook(asked), sender, clock)
        await prefer(store)
        let shop = try AppLook(name: "Shop")
        try await asked.save(shop, of: .shop)
        let inApp = [Delivery.ordered(1, by: .shop), .ordered(2, by: .school)].map { $0.with(channelName: "in_app") }
        _ = try await store.enqueue(inApp, under: nil, now: .noon)
        _ = try await worker.processBatch(countMax: 100, ageMax: .seconds(86_400))
        #expect(sender.notifications.all.map(\.look) == [nil, nil])
        #expect(asked.questions.all.isEmpty)
        let mails = [Delivery.ordered(3, by: .shop), .ordered(4, by: .shop), .ordered(5, by: .school)].map { $0.with(channelName: "email") }
        _ = try await store.enqueue(mails, under: nil, now: .noon)
        _ = try await worker.processBatch(countMax: 100, ageMax: .seconds(86_400))
        let sent = sender.notifications.all.suffix(3).sorted { $0.delivery.id < $1.delivery.id }
        #expect(sent.map(\.look) == [shop, shop, nil])
        let question: Set<AppID> = [.shop, .school]
        #expect(asked.questions.all == [question])
        #expect(DeliveryChannel.voice.showsLook, "whose call it is, is said first")
    }

    @Test("What an app says while the store answers counts at once, and what is known of another is told all the same")
    func meanwhile() async throws {
        let asked = Asked()
        let book = LookBook(asked)
        let (shop, school, renamed) = (try AppLook(name: "Shop"), try AppLook(name: "School"), try AppLook(name: "Corner Shop"))
        try await asked.save(shop, of: .shop)
        try await asked.save(school, of: .school)
        #expect(try await book.looks(of: [.school], now: .noon) == [.school: school])
        asked.meanwhile.withLock {
            $0 = {
                try await asked.save(renamed, of: .shop)
                book.forget(.shop)
                book.forget(.school)
            }
        }
        #expect(try await book.looks(of: [.shop, .school], now: .noon) == [.shop: shop, .school: school], "it was asked before")
        #expect(try await book.looks(of: [.shop, .school], now: .noon) == [.shop: renamed, .school: school])
    }

    @Test("A logo goes out from an origin from which pictures are shown, and of any other all but the logo")
    func logo() async throws {
        let (asked, store, sender, clock) = (Asked(), MemoryStore(), ScriptedSender(), TestClock(at: .noon))
        let origins = try #require(ImageOrigins(named: ["https://shop.example"]))
        let worker = worker(store, LookBook(asked), sender, clock, imageOrigins: origins)
        await prefer(store)
        let shop = try AppLook(name: "Shop", logo: "https://shop.example/logo.png")
        try await asked.save(shop, of: .shop)
        try await asked.save(try AppLook(name: "School", logo: "https://evil.example/logo.png", footer: "Here"), of: .school)
        let mails = [Delivery.ordered(1, by: .shop), .ordered(2, by: .school)].map { $0.with(channelName: "email") }
        _ = try await store.enqueue(mails, under: nil, now: .noon)
        _ = try await worker.processBatch(countMax: 100, ageMax: .seconds(86_400))
        let sent = sender.notifications.all.sorted { $0.delivery.id < $1.delivery.id }
        #expect(try sent.map(\.look) == [shop, AppLook(name: "School", footer: "Here")])
    }

    @Test("While nobody can tell in whose name, nothing is sent that would show it, and it goes out once somebody can")
    func away() async throws {
        let (asked, store, sender, clock) = (Asked(), MemoryStore(), ScriptedSender(), TestClock(at: .noon))
        let worker = worker(store, LookBook(asked), sender, clock)
        await prefer(store)
        _ = try await store.enqueue(
            [Delivery.ordered(1, by: .shop).with(channelName: "email"), Delivery.ordered(2, by: .shop).with(channelName: "in_app")], under: nil, now: .noon)
        asked.isAway.withLock { $0 = true }
        _ = try await worker.processBatch(countMax: 100, ageMax: .seconds(86_400))
        #expect(sender.sent == [.example(2)])
        let waiting = try await store.row(1)
        #expect(waiting.status == "pending" && waiting.delivery.attemptCount == 0)
        asked.isAway.withLock { $0 = false }
        _ = try await worker.processBatch(countMax: 100, ageMax: .seconds(86_400))
        #expect(sender.sent == [.example(1), .example(2)])
    }
}
