import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import HTTPTypes
import Synchronization
import Testing

@testable import BelfryAPI

@Suite("Where people are reached")
struct ContactRoutesTests {
    static let call: JSON = ["channel": "email", "value": "ana@example.org"]

    @Test("A person adds a mailbox, gets a code there alone, and by it the mailbox counts")
    func verified() async throws {
        try await withAPI { api async throws in
            let added = try await api.post("/v1/users/me/contact_points", Self.call, as: .person(.ana))
            #expect(added.status == 200 && added.json["verified"] == false)
            let id = try #require(added.json["id"]?.string)
            let letter = try #require(api.mail.letters.first)
            #expect(letter.address.target == .mailbox("ana@example.org") && letter.delivery.recipient == .ana)
            #expect(letter.hasWaited, "nothing tries it again: it gives way to nobody who was told to wait")
            let code = String(letter.content.title.prefix(6))
            #expect(code.allSatisfy(\.isNumber) && letter.content.title == "\(code) is your Belfry code")
            #expect(!added.text.contains(code), "nowhere but there")
            let other = code == "000000" ? "000001" : "000000"
            let wrong = try await api.post("/v1/users/me/contact_points/\(id)/verify", ["code": .text(other)], as: .person(.ana))
            #expect(wrong.summary == "400 code_refused")
            let spaced = code.prefix(3) + " " + code.suffix(3)
            #expect(try await api.post("/v1/users/me/contact_points/\(id)/verify", ["code": .text(String(spaced))], as: .person(.ana)).status == 200)
            let listed = try await api.get("/v1/users/me/addresses", as: .person(.ana))
            #expect(listed.json["contact_points"]?.items.first?["verified"] == true)
        }
    }

    @Test("A topic of a person's counts once the code that was published there has come back, and the code stands nowhere else")
    func topic() async throws {
        try await withAPI { api async throws in
            let topic = "anas-topic-7Kq2vX_9"
            let added = try await api.post("/v1/users/me/contact_points", ["channel": "ntfy", "value": .text(topic)], as: .person(.ana))
            #expect(added.status == 200 && added.json["verified"] == false && added.json["channel"] == "ntfy")
            let id = try #require(added.json["id"]?.string)
            let message = try #require(api.mail.letters.first)
            #expect(message.address.target == .topic(topic) && message.delivery.channel == .ntfy && api.mail.letters.count == 1)
            #expect(!"\(message.address)".contains(topic), "it shows itself in no log")
            let code = String(message.content.title.prefix(6))
            #expect(code.allSatisfy(\.isNumber) && !added.text.contains(code))
            #expect(try await api.post("/v1/users/me/contact_points/\(id)/verify", ["code": .text(code)], as: .person(.ana)).status == 200)
            let listed = try await api.get("/v1/users/me/addresses", as: .person(.ana))
            let point = listed.json["contact_points"]?.items.first
            #expect(point?["verified"] == true && point?["value"]?.string == topic)
        }
    }

    @Test("A chat that a person or an app names goes the way of every address; without a bot nobody gets a link")
    func chat() async throws {
        try await withAPI { api async throws in
            let added = try await api.post("/v1/users/me/contact_points", ["channel": "telegram", "value": "4815162342"], as: .person(.ana))
            #expect(added.status == 200 && added.json["verified"] == false && added.json["link"] == nil)
            #expect(api.mail.letters.map(\.address.target) == [.chat("4815162342")])
            #expect(try await api.post("/v1/users/ben/contact_points", ["channel": "telegram", "value": "108"], as: .app).json["verified"] == true)
            #expect(try await api.post("/v1/users/me/contact_points", ["channel": "telegram"], as: .person(.ana)).summary == "400 missing_field value")
            #expect(try await api.post("/v1/users/me/contact_points", ["channel": "email"], as: .person(.ana)).summary == "400 missing_field value")
        }
    }

    @Test("A code is in the language of the person's browser, and void after a quarter of an hour")
    func languageAndTime() async throws {
        try await withAPI { api async throws in
            let headers = ["authorization": "Bearer \(try await api.token(of: .ana))", "accept-language": "de"]
            let added = try await api.post("/v1/users/me/contact_points", Self.call, as: .headers(headers))
            let id = try #require(added.json["id"]?.string)
            let title = try #require(api.mail.letters.first?.content.title)
            #expect(title.hasSuffix("ist dein Code für Belfry"))
            api.clock.advance(.seconds(15 * 60))
            let late = try await api.post("/v1/users/me/contact_points/\(id)/verify", ["code": .text(String(title.prefix(6)))], as: .person(.ana))
            #expect(late.summary == "400 code_refused")
        }
    }

    @Test("Nobody is pestered with codes: after five within an hour the next has to wait, at that address and for that person")
    func quota() async throws {
        try await withAPI { api async throws in
            func ask(_ value: String, of user: UserID) async throws -> String {
                try await api.post("/v1/users/me/contact_points", ["channel": "email", "value": .text(value)], as: .person(user)).summary
            }
            for _ in 1...5 { #expect(try await ask("ana@example.org", of: .ana) == "200") }
            let refused = try await api.post("/v1/users/me/contact_points", Self.call, as: .person(.ana))
            #expect(refused.summary == "429 too_many_codes" && refused.headers[.retryAfter] == "3601")
            #expect(try await ask("other@example.org", of: .ana) == "429 too_many_codes")
            #expect(try await ask("ANA@example.org", of: .ben) == "429 too_many_codes")
            #expect(try await ask("ben@example.org", of: .ben) == "200")
            #expect(api.mail.letters.count == 6)
            api.clock.advance(.seconds(3600))
            #expect(try await ask("ana@example.org", of: .ana) == "200")
        }
    }

    @Test("Whoever asks for codes in very many names keeps nobody else from theirs, and an address that has had five waits all the same")
    func quotaOfMany() throws {
        let quota = CodeQuota()
        for _ in 1...CodeQuota.countMax { try quota.take(for: .ana, to: "ana@example.org", now: .noon) }
        for number in 1...CodeQuota.entryCountMax {
            try quota.take(for: UserID(literal: "name-\(number)"), to: "name-\(number)@example.org", now: .noon)
        }
        try quota.take(for: .ben, to: "ben@example.org", now: .noon)
        #expect(throws: Problem.tooManyCodes(secondsLeft: 3601)) { try quota.take(for: .eve, to: "ana@example.org", now: .noon) }
    }

    @Test("Who has as many addresses as can be is told so, and gets a new code for one of them all the same")
    func tooMany() async throws {
        try await withAPI { api async throws in
            for number in 1...ContactPoint.countMax {
                let draft = try ContactPoint.Draft(id: AddressID(literal: "mailbox-\(number)"), channel: .email, value: "ana\(number)@example.org")
                _ = try await api.store.save(draft, of: .ana, verification: .byCode(hash: "hash", expiresAt: .noon), now: .noon)
            }
            let refused = try await api.post("/v1/users/me/contact_points", Self.call, as: .person(.ana))
            #expect(refused.summary == "400 too_many_addresses" && refused.message?.contains("Remove one first") == true)
            let again = try await api.post("/v1/users/me/contact_points", ["channel": "email", "value": "ana7@example.org"], as: .person(.ana))
            #expect(again.status == 200 && api.mail.letters.count == 1)
        }
    }

    @Test("A room is confirmed by the code that is posted there, and its webhook is told back in part alone")
    func room() async throws {
        try await withAPI { api async throws in
            let webhook = "https://hooks.slack.com/services/T0/B0/secret-Xw3k"
            let added = try await api.post("/v1/users/me/contact_points", ["channel": "chat", "value": .text(webhook)], as: .person(.ana))
            #expect(added.status == 200 && added.json["value"]?.string == "hooks.slack.com/…Xw3k" && !added.text.contains("secret"))
            #expect(api.mail.letters.map(\.address.target) == [.room(webhook)])
            let id = try #require(added.json["id"]?.string)
            let code = try #require(api.mail.letters.first?.content.title.prefix(6))
            #expect(try await api.post("/v1/users/me/contact_points/\(id)/verify", ["code": .text(String(code))], as: .person(.ana)).status == 200)
            let listed = try await api.get("/v1/users/me/addresses", as: .person(.ana))
            #expect(listed.json["contact_points"]?.items.first?["verified"] == true && !listed.text.contains("secret"))
            let again = try await api.post("/v1/users/ana/contact_points", ["channel": "chat", "value": .text(webhook)], as: .app)
            #expect(again.json["id"]?.string == id, "it is the same room")
        }
    }

    @Test("A person or room of Matrix is confirmed so too, and is no secret; what is neither a webhook nor in Matrix is refused with what it has to be")
    func matrix() async throws {
        try await withAPI { api async throws in
            for place in ["@ana:example.org", "#family:example.org", "!EJfSgXN1ird8xgtD8aoVn-8ZJOhbIZvktQvC8GYcAso"] {
                let added = try await api.post("/v1/users/me/contact_points", ["channel": "chat", "value": .text(place)], as: .person(.ana))
                #expect(added.status == 200 && added.json["value"]?.string == place && api.mail.letters.last?.address.target == .matrix(place))
            }
            let refused = try await api.post("/v1/users/me/contact_points", ["channel": "chat", "value": "@ana"], as: .person(.ana))
            #expect(refused.status == 400 && refused.message?.contains("@ana:example.org") == true)
        }
    }

    @Test("A number is called with its code, unless a text to it has shown already whose it is")
    func call() async throws {
        try await withAPI { api async throws in
            let number: JSON = ["channel": "voice", "value": "+4915112345678"]
            let added = try await api.post("/v1/users/me/contact_points", number, as: .person(.ana))
            #expect(added.json["verified"] == false && api.mail.letters.map(\.address.target) == [.phone("+4915112345678", lastInboundAt: nil)])
            let texts: JSON = ["channel": "sms", "value": "+4915112345678"]
            #expect(try await api.post("/v1/users/ana/contact_points", texts, as: .app).json["verified"] == true)
            let again = try await api.post("/v1/users/me/contact_points", number, as: .person(.ana))
            #expect(again.json["verified"] == true && again.json["id"] == added.json["id"] && api.mail.letters.count == 1)
            let bens = try await api.post("/v1/users/me/contact_points", number, as: .person(.ben))
            #expect(bens.json["verified"] == false && api.mail.letters.count == 2, "what another has shown says nothing of him")
        }
    }

    @Test("For what an app adds the app vouches: no code is sent")
    func vouchedFor() async throws {
        try await withAPI { api async throws in
            let added = try await api.post("/v1/users/ana/contact_points", Self.call, as: .app)
            #expect(added.json["verified"] == true && api.mail.letters.isEmpty)
        }
    }

    @Test("What can't be an address, or can't be sent to, is refused with the reason")
    func refused() async throws {
        try await withAPI { api async throws in
            for (channel, value, summary) in [
                ("email", "ana", "400 wrong_type value"), ("email", "a b@example.org", "400 wrong_type value"),
                ("email", "ana@bücher.example", "400 wrong_type value"),
                ("ntfy", "alerts", "400 wrong_type value"), ("ntfy", "https://ntfy.example/anas-topic", "400 wrong_type value"),
                ("ntfy", "anas-topic-\u{FC}ber-7Kq2vX", "400 wrong_type value"), ("ntfy", String(repeating: "a", count: 65), "400 wrong_type value"),
                ("telegram", "-100123", "400 wrong_type value"), ("telegram", "@ana", "400 wrong_type value"), ("telegram", "", "400 wrong_type value"),
                ("telegram", "007", "400 wrong_type value"), ("telegram", "4503599627370496", "400 wrong_type value"),
                ("chat", "hooks.slack.com/services/T0", "400 wrong_type value"), ("chat", "https://hooks.slack.com", "400 wrong_type value"),
                ("chat", "https://ana:x@chat.example.org/hooks/a", "400 wrong_type value"), ("chat", "https://chat.example.org/hooks/a#b", "400 wrong_type value"),
                ("chat", "ftp://chat.example.org/hooks/a", "400 wrong_type value"),
                ("chat", "https://chat.example.org/" + String(repeating: "a", count: 500), "400 wrong_type value"),
                ("sms", "0151 234", "400 wrong_type value"), ("voice", "112", "400 wrong_type value"), ("push", "x", "400 unknown_value channel"), ("sms", "+4915112345678", "503 code_not_sent"),
            ] {
                let answer = try await api.post("/v1/users/me/contact_points", ["channel": .text(channel), "value": .text(value)], as: .person(.ana))
                #expect(answer.summary == summary, "\(channel) \(value)")
            }
            #expect(try await api.post("/v1/users/ben/contact_points", Self.call, as: .person(.ana)).summary == "404 unknown_user user_id")
            #expect(try await api.get("/v1/users/me/addresses").summary == "401 not_authenticated")
        }
    }

    @Test("Mailboxes, devices and subscriptions are a person's own to end")
    func ended() async throws {
        try await withAPI { api async throws in
            await api.store.register(DeviceToken(token: "a1b2", platform: .ios, appVersion: "1.0", osVersion: nil), of: .ana, now: .noon)
            let id = try #require(try await api.post("/v1/users/ana/contact_points", Self.call, as: .app).json["id"]?.string)
            let subscription = "/v1/users/me/contact_points/\(id)/subscription"
            #expect(try await api.put(subscription, ["subscribed": false], as: .person(.ben)).summary == "404 unknown_address")
            let long: JSON = ["subscribed": false, "category": .text(String(repeating: "a", count: 129))]
            #expect(try await api.put(subscription, long, as: .person(.ana)).summary == "400 wrong_type category")
            #expect(try await api.put(subscription, ["subscribed": false], as: .person(.ana)).status == 200)
            let listed = try await api.get("/v1/users/me/addresses", as: .person(.ana))
            #expect(listed.json["contact_points"]?.items.first?["silenced_because"] == "opted_out")
            #expect(!listed.text.contains("a1b2"), "a device's token is nobody's to see")
            let device = try #require(listed.json["devices"]?.items.first?["id"]?.string)
            for path in ["contact_points/\(id)", "devices/\(device)"] {
                #expect(try await api.ask(.delete, "/v1/users/me/\(path)", nil, as: .person(.ben)).summary == "404 unknown_address")
                #expect(try await api.ask(.delete, "/v1/users/me/\(path)", nil, as: .person(.ana)).status == 200)
            }
            let left = try await api.get("/v1/users/me/addresses", as: .person(.ana))
            #expect(left.json == ["contact_points": [], "devices": []])
        }
    }
}

/// Takes every letter.
final class Postbox: Sender {
    private let notes = Notes<OutgoingNotification>()

    var provider: Provider { .smtp }
    var letters: [OutgoingNotification] { notes.all }

    func send(_ notification: OutgoingNotification, now: Instant) async -> SendResult {
        notes.add(notification)
        return SendResult(.delivered)
    }
}
