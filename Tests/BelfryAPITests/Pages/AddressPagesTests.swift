import BelfryDashboard
import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import HTTPTypes
import Testing

@testable import BelfryAPI

@Suite("Addresses on the settings page")
struct AddressPagesTests {
    private static let path = "/page/settings/addresses"

    private func submit(_ api: API, _ path: String, _ fields: String, as person: UserID = .ana, token: String? = nil) async throws -> Answer {
        let session = try await api.token(of: person)
        let token = token ?? api.services.authenticator.formToken(ofSession: session)
        let browser = Shown.headers(["cookie": "belfry_session=\(session)", "content-type": "application/x-www-form-urlencoded"])
        return try await api.ask(.post, path, "form_token=\(token)&\(fields)", as: browser)
    }

    private func point(_ api: API) async throws -> ContactPoint { try #require(await api.store.contactPoints(of: .ana).first) }

    private func code(_ api: API) throws -> String { String(try #require(api.mail.letters.last?.content.title).prefix(6)) }

    /// Ana adds her mailbox and confirms it.
    private func confirm(_ api: API, switchOn: Bool = false) async throws -> ContactPoint {
        _ = try await submit(api, Self.path, "channel=email&value=ana%40example.org")
        let id = try await point(api).id
        let fields = "code=\(try code(api))" + (switchOn ? "&switch_on=notify_email" : "")
        _ = try await submit(api, "\(Self.path)/\(id)/verify", fields)
        return try await point(api)
    }

    @Test("Only what this server sends over is offered, and each address says how it stands")
    func shown() async throws {
        try await withAPI { api in
            let page = try await api.get("/settings", as: .page(.ana))
            #expect(page.status == 200 && page.text.contains("Where you are told"))
            for channel in ["email", "ntfy", "telegram"] { #expect(page.text.contains("id=\"add-\(channel)\""), "\(channel)") }
            for channel in ["sms", "whatsapp", "champion_email"] { #expect(!page.text.contains("id=\"add-\(channel)\""), "\(channel)") }
            _ = try await submit(api, Self.path, "channel=ntfy&value=anas-topic-7Kq2vX_9")
            let waiting = try await api.get("/settings", as: .page(.ana))
            #expect(waiting.text.contains("<bdi>anas-topic-7Kq2vX_9</bdi>") && waiting.text.contains("waits for its code"))
            #expect(!(try await api.get("/settings", as: .page(.ben)).text.contains("anas-topic")), "nobody else sees it")
        }
    }

    @Test("A person adds a mailbox, enters the code that went there alone, and has it switched on with the same button, which can be taken back")
    func confirmed() async throws {
        try await withAPI { api in
            let added = try await submit(api, Self.path, "channel=email&value=+ana%40example.org+")
            #expect(added.status == 303 && added.headers[.location] == "/settings?address=code_sent#addresses")
            #expect(api.mail.letters.map(\.address.target) == [.mailbox("ana@example.org")])
            let waiting = try await api.get("/settings?address=code_sent", as: .page(.ana))
            #expect(waiting.text.contains("A code is on its way there.") && waiting.text.contains("name=\"switch_on\" value=\"notify_email\" checked"))
            let id = try await point(api).id
            let code = try code(api)
            #expect(!waiting.text.contains(code))
            let confirmed = try await submit(api, "\(Self.path)/\(id)/verify", "code=\(code.prefix(3))+\(code.suffix(3))&switch_on=notify_email")
            #expect(confirmed.status == 200 && confirmed.text.contains("The address is confirmed") && confirmed.text.contains("Switched on: Channels – By e-mail."))
            #expect(confirmed.text.contains("name=\"turn_off\" value=\"notify_email\""))
            #expect(try await point(api).verifiedAt == .noon)
            #expect(await api.store.preferences(of: .ana).read().preferences.notifyEmail)
        }
    }

    @Test("Who presses twice to confirm is told that it is confirmed, and not that the code counts no more")
    func pressedTwice() async throws {
        try await withAPI { api in
            let point = try await confirm(api)
            let again = try await submit(api, "\(Self.path)/\(point.id)/verify", "code=\(try code(api))")
            #expect(again.status == 303 && again.headers[.location] == "/settings?address=confirmed#addresses")
        }
    }

    @Test("A mailbox in other capitals is the one that is there, on the page and by the API, so that nobody is told twice")
    func capitals() async throws {
        try await withAPI { api in
            let added = try await confirm(api)
            let again = try await submit(api, Self.path, "channel=email&value=ANA%40example.ORG")
            #expect(again.headers[.location] == "/settings?address=confirmed#addresses" && api.mail.letters.count == 1)
            let called = try await api.post("/v1/users/me/contact_points", ["channel": "email", "value": "Ana@Example.org"], as: .person(.ana))
            #expect(called.json["value"] == "ana@example.org" && called.json["id"]?.string == added.id.text)
            #expect(try await api.post("/v1/users/ana/contact_points", ["channel": "email", "value": "Ana@Example.org"], as: .app).status == 200)
            #expect(await api.store.contactPoints(of: .ana).map(\.value) == ["ana@example.org"])
            for topic in ["anas-topic-7Kq2vX_9", "ANAS-topic-7Kq2vX_9"] { _ = try await submit(api, Self.path, "channel=ntfy&value=\(topic)") }
            #expect(await api.store.contactPoints(of: .ana).count == 3, "a topic in other capitals is another")
        }
    }

    @Test("Without the tick nothing is switched on; the channel says that it is off, and has a button for it")
    func notSwitchedOn() async throws {
        try await withAPI { api in
            #expect(try await confirm(api).verifiedAt != nil)
            #expect(!(await api.store.preferences(of: .ana).read().preferences.notifyEmail))
            let page = try await api.get("/settings", as: .page(.ana))
            #expect(page.text.contains("Switched off: nothing but codes and tests is sent here.") && page.text.contains("name=\"turn_on\" value=\"notify_email\""))
            _ = try await submit(api, "/page/settings/undo", "turn_on=notify_email")
            #expect(await api.store.preferences(of: .ana).read().preferences.notifyEmail)
            #expect(!(try await api.get("/settings", as: .page(.ana)).text.contains("Switched off: nothing")))
        }
    }

    @Test("A tick for another switch than the channel's turns nothing on")
    func otherSwitch() async throws {
        try await withAPI { api in
            _ = try await submit(api, Self.path, "channel=email&value=ana%40example.org")
            let id = try await point(api).id
            _ = try await submit(api, "\(Self.path)/\(id)/verify", "code=\(try code(api))&switch_on=notify_push")
            let preferences = await api.store.preferences(of: .ana).read().preferences
            #expect(!preferences.notifyPush && !preferences.notifyEmail)
        }
    }

    @Test("What can't be added or confirmed is said at its field, with what was typed and with the API's status")
    func refused() async throws {
        try await withAPI { api in
            let bad = try await submit(api, Self.path, "channel=email&value=ana")
            #expect(bad.status == 400 && bad.text.contains("Give an e-mail address such as ana@example.org.") && bad.text.contains("value=\"ana\""))
            let short = try await submit(api, Self.path, "channel=ntfy&value=alerts")
            #expect(short.status == 400 && short.text.contains("A topic has 16 to 64 characters"))
            #expect(try await submit(api, Self.path, "channel=sms&value=%2B4915112345678").status == 400, "no provider")
            #expect(try await submit(api, Self.path, "channel=pigeon&value=x").status == 400)
            _ = try await submit(api, Self.path, "channel=email&value=ana%40example.org")
            let id = try await point(api).id
            let other = try code(api) == "000000" ? "000001" : "000000"
            let wrong = try await submit(api, "\(Self.path)/\(id)/verify", "code=\(other)")
            #expect(wrong.status == 400 && wrong.text.contains("That is not the code that was sent. 4 tries are left."))
            #expect(try await submit(api, "\(Self.path)/\(id)/verify", "code=\(other)", as: .ben).status == 404)
            for _ in 2...CodeQuota.countMax { #expect(try await submit(api, "\(Self.path)/\(id)/code", "").status == 303) }
            let many = try await submit(api, "\(Self.path)/\(id)/code", "")
            #expect(many.status == 429 && many.text.contains("or try again in 61 min."))
            let byAPI = try await api.post("/v1/users/me/contact_points", ["channel": "email", "value": "other@example.org"], as: .person(.ana))
            #expect(byAPI.summary == "429 too_many_codes", "what was sent by the page counts for both")
        }
    }

    @Test("A test goes to a confirmed address alone, says what came of it, and counts among the codes")
    func tested() async throws {
        try await withAPI { api in
            let point = try await confirm(api)
            let sent = try await submit(api, "\(Self.path)/\(point.id)/test", "")
            #expect(sent.status == 303 && sent.headers[.location] == "/settings?address=test_sent#addresses")
            let letter = try #require(api.mail.letters.last)
            #expect(letter.content.title == "Hello from Belfry" && letter.address.target == .mailbox("ana@example.org") && letter.delivery.payload.kind == "test")
            #expect(try await api.get("/settings?address=test_sent", as: .page(.ana)).text.contains("The test was taken for delivery."))
            for _ in 3...CodeQuota.countMax { _ = try await submit(api, "\(Self.path)/\(point.id)/test", "") }
            #expect(try await submit(api, "\(Self.path)/\(point.id)/test", "").status == 429)
            #expect(api.mail.letters.count == CodeQuota.countMax)
            #expect(try await submit(api, "\(Self.path)/\(point.id)/test", "", as: .ben).status == 404)
        }
        try await withAPI { api in
            _ = try await submit(api, Self.path, "channel=email&value=ana%40example.org")
            #expect(try await submit(api, "\(Self.path)/\(try await point(api).id)/test", "").status == 404, "it isn't shown to be theirs yet")
            #expect(api.mail.letters.count == 1)
        }
    }

    @Test("What was removed is offered to be added again, by a new code; what its owner ended goes on by a button, and what bounced does not")
    func removed() async throws {
        try await withAPI { api in
            let point = try await confirm(api)
            #expect(await api.store.setSubscription(false, at: point.id, of: .ana, category: nil, now: .noon))
            let stopped = try await api.get("/settings", as: .page(.ana))
            #expect(stopped.text.contains("ended by you: nothing is sent there") && !stopped.text.contains("/\(point.id)/test"))
            #expect(try await submit(api, "\(Self.path)/\(point.id)/resume", "").headers[.location] == "/settings?address=resumed#addresses")
            #expect(try await self.point(api).silence == nil)
            #expect(try await submit(api, "\(Self.path)/\(point.id)/resume", "").status == 404, "there is nothing to resume")
            let letterCount = api.mail.letters.count
            let again = "channel=email&value=ana%40example.org"
            #expect(try await submit(api, Self.path, again).headers[.location] == "/settings?address=confirmed#addresses", "it works already")
            #expect(await api.store.setSubscription(false, at: point.id, of: .ana, category: nil, now: .noon))
            #expect(try await submit(api, Self.path, again).headers[.location] == "/settings?address=resumed#addresses")
            #expect(try await self.point(api).silence == nil && api.mail.letters.count == letterCount, "neither takes a code")
            let removed = try await submit(api, "\(Self.path)/\(point.id)/remove", "")
            #expect(removed.status == 200 && removed.text.contains("Removed.") && removed.text.contains("name=\"value\" value=\"ana@example.org\""))
            #expect(await api.store.contactPoints(of: .ana).isEmpty)
            #expect(try await submit(api, Self.path, "channel=email&value=ana%40example.org").status == 303)
            #expect(try await self.point(api).verifiedAt == nil, "only a code shows again that it is theirs")
            await api.store.register(DeviceToken(token: "a1b2", platform: .ios, appVersion: "1.0", osVersion: nil), of: .ana, now: .noon)
            let device = try #require(await api.store.devices(of: .ana).first)
            let page = try await api.get("/settings", as: .page(.ana)).text
            #expect(page.contains("/page/settings/devices/\(device.id)/remove") && page.contains("name=\"turn_on\" value=\"notify_push\""))
            #expect(try await submit(api, "/page/settings/devices/\(device.id)/remove", "", as: .ben).status == 404)
            #expect(try await submit(api, "/page/settings/devices/\(device.id)/remove", "").status == 303)
            #expect(await api.store.devices(of: .ana).isEmpty)
        }
    }

    @Test("A chat is linked by what its person opens, told once; without a way to hear of it the chat's number is asked for")
    func chat() async throws {
        let callbacks = try #require(Callbacks(readers: [], reports: RecordedReports(), publicURL: "https://belfry.example"))
        try await withAPI(callbacks: callbacks, bot: "BelfryBot") { api in
            let page = try await submit(api, Self.path, "channel=telegram&switch_on=notify_push")
            #expect(page.status == 200 && page.text.contains("href=\"https://t.me/BelfryBot?start=") && page.text.contains("show it to nobody"))
            #expect(page.text.contains("Switched on: Channels"))
            #expect(await api.store.preferences(of: .ana).read().preferences.notifyPush)
            let later = try await api.get("/settings", as: .page(.ana))
            #expect(!later.text.contains("t.me/BelfryBot") && later.text.contains("waits for its link to be opened"))
            let id = try await point(api).id
            #expect(try await submit(api, "\(Self.path)/\(id)/code", "").text.contains("href=\"https://t.me/BelfryBot?start="), "another link")
            #expect(api.mail.letters.isEmpty)
        }
        try await withAPI { api in
            let page = try await api.get("/settings", as: .page(.ana))
            #expect(page.text.contains("Telegram’s number of the chat with the bot"))
            #expect(try await submit(api, Self.path, "channel=telegram&value=-5").text.contains("Groups have none that counts."))
            #expect(try await submit(api, Self.path, "channel=telegram&value=4815162342").status == 303)
        }
    }

    @Test("A room's webhook is shown in part alone, by whatever becomes of it, and what is no webhook isn't written back")
    func room() async throws {
        try await withAPI { api in
            let refused = try await submit(api, Self.path, "channel=chat&value=hooks.slack.com/hush7Zp")
            #expect(refused.status == 400 && refused.text.contains("Give the whole address of the room’s incoming webhook") && !refused.text.contains("hush7Zp"))
            let added = try await submit(api, Self.path, "channel=chat&value=https%3A%2F%2Fhooks.slack.com%2Fservices%2FT0%2FB0%2Fhush7Zp-Xw3k")
            #expect(added.status == 303 && api.mail.letters.map(\.address.target) == [.room("https://hooks.slack.com/services/T0/B0/hush7Zp-Xw3k")])
            let waiting = try await api.get("/settings", as: .page(.ana))
            #expect(waiting.text.contains("<bdi>hooks.slack.com/…Xw3k</bdi>") && !waiting.text.contains("hush7Zp"))
            let id = try await point(api).id
            #expect(try await submit(api, "\(Self.path)/\(id)/verify", "code=\(try code(api))").status == 303)
            let removed = try await submit(api, "\(Self.path)/\(id)/remove", "")
            #expect(removed.status == 303 && !removed.text.contains("hush7Zp"), "what is shown in part can't be added again from there")
        }
    }

    @Test("Where Matrix is set up too, a room or person there is added beside the webhooks of other chats, and shown whole")
    func matrix() async throws {
        try await withAPI { api in
            let page = try await api.get("/settings", as: .page(.ana))
            #expect(page.text.contains("incoming webhook, or in Matrix a room or person"))
            #expect(try await submit(api, Self.path, "channel=chat&value=%40ana%3Aexample.org").status == 303)
            #expect(api.mail.letters.map(\.address.target) == [.matrix("@ana:example.org")])
            #expect(try await api.get("/settings", as: .page(.ana)).text.contains("<bdi>@ana:example.org</bdi>"))
        }
    }

    @Test("What was typed into the settings and isn't saved yet comes back with the answer, and isn't saved by it")
    func unsaved() async throws {
        try await withAPI { api in
            let settings = try await SettingsPagesTests().fields(api, ["bill_time": "18:30"])
            let added = try await submit(api, Self.path, "channel=email&value=ana%40example.org&\(settings)")
            #expect(added.status == 200 && added.text.contains("name=\"bill_time\" value=\"18:30\"") && added.text.contains("isn’t saved yet"))
            #expect(added.text.contains("A code is on its way there."))
            let id = try await point(api).id
            let confirmed = try await submit(api, "\(Self.path)/\(id)/verify", "code=\(try code(api))&switch_on=notify_email&\(settings)")
            #expect(confirmed.text.contains("name=\"notify_email\" value=\"on\" checked"), "it was switched on beside the form")
            #expect(!(try await api.get("/settings", as: .page(.ana)).text.contains("18:30")))
            let unchanged = try await SettingsPagesTests().fields(api)
            #expect(try await submit(api, "\(Self.path)/\(id)/test", unchanged).status == 303)
        }
    }

    @Test("Nothing is done for another site, or for nobody")
    func tokens() async throws {
        try await withAPI { api in
            let id = try await confirm(api).id
            let count = api.mail.letters.count
            for path in ["", "/\(id)/verify", "/\(id)/code", "/\(id)/test", "/\(id)/resume", "/\(id)/remove"] {
                #expect(try await submit(api, Self.path + path, "channel=email&value=eve%40example.org", token: "guessed").status == 401, "\(path)")
                #expect(try await api.ask(.post, Self.path + path, "", as: .nobody).status == 401, "\(path)")
            }
            #expect(api.mail.letters.count == count)
            #expect(await api.store.contactPoints(of: .ana).count == 1)
        }
    }
}
