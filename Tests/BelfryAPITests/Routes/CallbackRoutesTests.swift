import BelfryChannels
import BelfryDelivery
import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryProviders
import BelfryTesting
import BelfryTime
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import BelfryAPI

@Suite("Callbacks of providers")
struct CallbackRoutesTests {
    private static let publicURL = "https://belfry.example/hooks"
    private static let whatsApp = "\(publicURL)/callbacks/whatsapp"
    private static let twilio = "\(publicURL)/callbacks/twilio"
    private let reports = RecordedReports()
    private let whatsAppSimulator = WhatsAppSimulator { Instant.noon.secondsSinceEpoch }
    private let twilioSimulator = TwilioSimulator { Instant.noon.secondsSinceEpoch }

    private func callbacks(publicURL: String = publicURL) throws -> Callbacks {
        let whatsApp = try WhatsAppSettings(
            phoneNumberID: WhatsAppSimulator.phoneNumberID, token: Secret(.text("x")), appSecrets: [Secret(.text(WhatsAppSimulator.appSecret))],
            verifyToken: Secret(.text(WhatsAppSimulator.verifyToken)))
        let twilio = try TwilioSettings(
            accountSID: TwilioSimulator.accountSID, authToken: Secret(.text(TwilioSimulator.authToken)), from: TwilioSimulator.number)
        let telegram = try TelegramSettings(
            token: Secret(.text(TelegramSimulator.token)), webhookSecret: Secret(.text(TelegramSimulator.webhookSecret)))
        let readers: [any CallbackReader] = [
            WhatsAppCallbacks(whatsApp), TwilioCallbacks(twilio), TelegramCallbacks(telegram), NtfyCallbacks(try Self.ntfy),
            TwilioVoiceCallbacks(try Self.voice),
        ]
        return try #require(Callbacks(readers: readers, reports: reports, publicURL: publicURL))
    }

    private static var ntfy: NtfySettings {
        get throws {
            try NtfySettings(
                url: "https://ntfy.example", buttonSecret: Secret(.text("0123456789abcdef0123456789abcdef")), publicURL: publicURL)
        }
    }

    private static var voice: TwilioVoiceSettings {
        get throws {
            try TwilioVoiceSettings(
                accountSID: VoiceSimulator.accountSID, authToken: Secret(.text(VoiceSimulator.authToken)), from: VoiceSimulator.number, publicURL: publicURL)
        }
    }

    private func withCallbacks(_ body: @escaping @Sendable (API) async throws -> Void) async throws {
        try await withAPI(callbacks: callbacks(), body)
    }

    private static let message = WhatsAppSimulator.Message(id: "wamid.1", to: "4915112345678")

    // MARK: What is taken

    @Test("What a provider signed is kept, and answered as it wants")
    func taken() async throws {
        try await withCallbacks { api async throws in
            let answer = try await api.post(whatsAppSimulator.status("delivered", of: Self.message, to: Self.whatsApp))
            #expect(answer.status == 200 && answer.text.isEmpty)
            #expect(reports.all.map(\.eventID) == ["wamid.1:delivered"])
            let stop = try await api.post(twilioSimulator.inbound("STOP", from: "+4915112345678", to: Self.twilio))
            #expect(stop.status == 200 && stop.text == "<Response/>" && stop.headers[.contentType] == "text/xml")
            #expect(reports.all.last?.content == .address(.phone, value: "+4915112345678", .optedOut))
            let metrics = try await api.get("/metrics").text
            #expect(metrics.contains(#"belfry_callbacks_total{provider="twilio",result="taken"} 1"#))
            #expect(metrics.contains(#"belfry_callbacks_total{provider="whatsapp",result="taken"} 1"#))
        }
    }

    @Test("The address with its query is the one that the provider signed, to the byte")
    func query() async throws {
        try await withCallbacks { api async throws in
            let url = Self.twilio + "?transmission=a%2Fb%20c&x=%C3%A9"
            #expect(try await api.post(twilioSimulator.inbound("STOP", from: "+4915112345678", to: url)).status == 200)
            #expect(reports.all.count == 1)
        }
    }

    @Test("The check of the address is answered with its own word, as plain text")
    func challenge() async throws {
        try await withCallbacks { api async throws in
            let answer = try await api.post(whatsAppSimulator.challenge("1158201444", to: Self.whatsApp))
            #expect(answer.status == 200 && answer.text == "1158201444")
            #expect(answer.headers[.contentType] == "text/plain" && answer.headers[.xContentTypeOptions] == "nosniff")
            let refused = try await api.post(whatsAppSimulator.challenge("1158201444", verifyToken: "another-verify-token", to: Self.whatsApp))
            #expect(refused.summary == "403 bad_signature" && !refused.text.contains("1158201444"))
        }
    }

    // MARK: Links

    @Test("A chat counts when its owner opens the link that was given out, in time and once, and reads there what came of it")
    func links() async throws {
        let telegram = TelegramSimulator { Instant.noon.secondsSinceEpoch }
        let url = "\(Self.publicURL)/callbacks/telegram"
        try await withAPI(callbacks: callbacks(), bot: TelegramSimulator.bot) { api async throws in
            let added = try await api.post("/v1/users/me/contact_points", ["channel": "telegram"], as: .person(.ana))
            let link = try #require(added.json["link"]?.string)
            #expect(added.status == 200 && added.json["value"] == "" && added.json["verified"] == false && api.mail.letters.isEmpty)
            let beginning = "https://t.me/simulated_bot?start="
            #expect(link.hasPrefix(beginning))
            let code = String(link.dropFirst(beginning.count))

            func opened(_ code: String, in chat: Int64) async throws -> String? {
                let answer = try await api.post(telegram.start(code, in: chat, to: url))
                #expect(answer.status == 200 && answer.headers[.contentType] == "application/json")
                let said = telegram.perform(answer.text)
                #expect(said?.chat == chat)
                return said?.text
            }
            #expect(try await opened("guessed", in: 108)?.hasPrefix("This link is no longer valid.") == true)
            #expect(try await opened(code, in: 4_815_162_342)?.hasPrefix("You are told here from now on.") == true)
            #expect(try await opened(code, in: 4_815_162_342)?.hasPrefix("You are told here from now on.") == true, "the answer may have been lost")
            #expect(try await opened(code, in: 108)?.hasPrefix("This link is no longer valid.") == true, "a code works once")
            let points = try await api.get("/v1/users/me/addresses", as: .person(.ana)).json["contact_points"]?.items ?? []
            #expect(points.map { $0["value"]?.string } == ["4815162342"] && points.first?["verified"] == true && points.first?["link"] == nil)

            let late = try await api.post("/v1/users/ben/contact_points", ["channel": "telegram"], as: .app)
            let second = try #require(late.json["link"]?.string)
            #expect(late.json["verified"] == false, "for a chat that isn't known yet nobody can vouch")
            api.clock.advance(ContactDesk.codeLifetime)
            #expect(try await opened(String(second.dropFirst(beginning.count)), in: 108)?.hasPrefix("This link is no longer valid.") == true)
        }
    }

    @Test("What wants nothing more in a chat is kept, and answered there")
    func stopped() async throws {
        let telegram = TelegramSimulator { Instant.noon.secondsSinceEpoch }
        try await withCallbacks { api async throws in
            let answer = try await api.post(telegram.says("/stop", in: 108, to: "\(Self.publicURL)/callbacks/telegram"))
            #expect(reports.all.map(\.content) == [.address(.chat, value: "108", .optedOut)])
            #expect(telegram.perform(answer.text)?.text == "Nothing more is sent here. Send /start to be told again.")
        }
    }

    // MARK: Buttons

    /// Has Ana told over a channel and in her inbox, with a button that only answers, and gives what went out over the channel.
    private func tell(_ api: API, over channel: String, at value: String, _ own: [String: JSON] = [:]) async throws -> OutgoingNotification {
        let point: JSON = ["channel": .text(channel), "value": .text(value)]
        #expect(try await api.post("/v1/users/ana/contact_points", point, as: .app).status == 200)
        #expect(try await api.patch("/v1/users/me/preferences", ["notify_push": true, "champion_notify_sms": true], as: .person(.ana)).status == 200)
        let order: [String: JSON] = [
            "recipients": ["ana"], "title": "Bin day", "channels": ["in_app", .text(channel)], "actions": [["id": "done", "title": "Done"]],
        ]
        #expect(try await api.post("/v1/notifications", .object(order.merging(own) { $1 }), as: .app).status == 202)
        _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
        return try #require(api.mail.letters.first)
    }

    private func taken(_ api: API) async throws -> JSON? {
        try await api.get("/v1/inbox", as: .person(.ana)).json["messages"]?[0]?["actions_taken"]
    }

    @Test("A button over ntfy is taken as on the page, as often as anybody presses by hand, and only while the topic is its recipient's")
    func pressedOverNtfy() async throws {
        try await withCallbacks { api in
            let told = try await tell(api, over: "ntfy", at: "anas-topic-7Kq2vX_9")
            let ntfy = NtfySimulator()
            let sent = try NtfyDialect(Self.ntfy).request(for: told, authorization: nil, now: .noon)
            let button = try #require(ntfy.take(sent.body)?.buttons.first)
            let press = ntfy.presses(button)
            let opened = ProviderCallback(method: "GET", url: press.url, headers: [:], body: press.body)
            #expect(try await api.post(opened).summary == "403 bad_signature")
            #expect(try await taken(api) == nil)

            let answer = try await api.post(press)
            #expect(answer.status == 200 && answer.text.isEmpty && answer.headers[.accessControlAllowOrigin] == "*")
            #expect(try await taken(api) == ["done"])
            for _ in 2...30 { #expect(try await api.post(press).status == 200) }
            let refused = try await api.post(press)
            #expect(refused.summary == "429 too_many_presses" && refused.headers[.retryAfter] == "61")
            api.clock.advance(.seconds(61))
            #expect(try await api.post(press).status == 200)
            #expect(try await taken(api) == ["done"])

            #expect(await api.store.removeContactPoint(told.address.id, of: .ana))
            #expect(try await api.post(press).summary == "404 unknown_action")
            api.clock.advance(.seconds(32 * 86_400))
            #expect(try await api.post(press).summary == "403 stale_signature")
        }
    }

    @Test("A button in Telegram is taken as on the page; once the chat is no longer its recipient's they read that it isn't valid")
    func pressedInTelegram() async throws {
        let telegram = TelegramSimulator { Instant.noon.secondsSinceEpoch }
        let settings = try TelegramSettings(
            token: Secret(.text(TelegramSimulator.token)), webhookSecret: Secret(.text(TelegramSimulator.webhookSecret)))
        let url = "\(Self.publicURL)/callbacks/telegram"
        try await withCallbacks { api in
            let told = try await tell(api, over: "telegram", at: String(TelegramSimulator.chat))
            let sent = try TelegramDialect(settings).request(for: told, authorization: TelegramSimulator.token, now: .noon)
            let message = try #require(telegram.take(sent.body))
            let data = try #require(message.buttons.first?.data)
            func press(in chat: Int64) async throws -> TelegramSimulator.Notice? {
                telegram.end(try await api.post(telegram.presses(data, of: message, in: chat, to: url)).text)
            }
            #expect(try await press(in: 108) == .init(text: "This button is no longer valid.", isAlert: true))
            #expect(try await taken(api) == nil)
            #expect(try await press(in: TelegramSimulator.chat) == .init(text: "", isAlert: false))
            #expect(try await taken(api) == ["done"])
            #expect(await api.store.removeContactPoint(told.address.id, of: .ana))
            #expect(try await press(in: TelegramSimulator.chat)?.isAlert == true)
        }
    }

    @Test("A key in a call does what is offered there, as on the page, and as often as it is pressed; once the number is no longer its recipient's it doesn't")
    func pressedInCall() async throws {
        let simulator = VoiceSimulator()
        try await withCallbacks { api in
            let told = try await tell(api, over: "voice", at: "+4915112345678")
            let asked = try TwilioVoiceDialect(Self.voice).request(for: told, authorization: nil, now: .noon)
            let call = try #require(simulator.take(asked.body))
            let answered = try await api.post(simulator.answered(call))
            let heard = try #require(CallScenario(answered.text))
            #expect(answered.status == 200 && answered.headers[.contentType] == "text/xml; charset=utf-8")
            #expect(heard.said.last?.text == "Press 1 for: Done. Press 2 to hear it again.")
            #expect(try await taken(api) == nil)

            let key = try #require(simulator.pressed("1", in: call, hearing: heard))
            var unsigned = key
            unsigned.headers[TwilioSimulator.signatureHeader] = TwilioSimulator.signature(url: key.url, fields: [:], token: "another")
            #expect(try await api.post(unsigned).summary == "403 bad_signature")
            #expect(try await taken(api) == nil)
            for _ in 1...2 {
                #expect(CallScenario(try await api.post(key).text)?.said.map(\.text) == ["Thank you. Goodbye."])
                #expect(try await taken(api) == ["done"])
            }
            #expect(reports.all.map(\.content).contains(.status(.read, of: .transmission(told.transmission), why: nil, addressFate: nil)))
            #expect(await api.store.removeContactPoint(told.address.id, of: .ana))
            #expect(CallScenario(try await api.post(key).text)?.said.map(\.text) == ["That is no longer asked of you. Goodbye."])
        }
    }

    @Test("Where nothing but links is offered, 1 says that they have it, which ends an escalation; while the number isn't theirs it counts as nothing")
    func hadInCall() async throws {
        let (simulator, number) = (VoiceSimulator(), "+4915112345678")
        try await withCallbacks { api in
            let own: [String: JSON] = [
                "actions": [["id": "see", "title": "See", "link": "https://app.example/1"]],
                "escalation": ["steps": [["recipients": ["ben"], "after_minutes": 15]]],
            ]
            let told = try await tell(api, over: "voice", at: number, own)
            let asked = try TwilioVoiceDialect(Self.voice).request(for: told, authorization: nil, now: .noon)
            let call = try #require(simulator.take(asked.body))
            let heard = try #require(CallScenario(try await api.post(simulator.answered(call)).text))
            let key = try #require(simulator.pressed("1", in: call, hearing: heard))
            let read = ProviderReport.Content.status(.read, of: .transmission(told.transmission), why: nil, addressFate: nil)
            #expect(await api.store.removeContactPoint(told.address.id, of: .ana))
            #expect(CallScenario(try await api.post(key).text)?.said.map(\.text) == ["That is no longer asked of you. Goodbye."])
            #expect(!reports.all.map(\.content).contains(read))

            let point: JSON = ["channel": "voice", "value": .text(number)]
            #expect(try await api.post("/v1/users/ana/contact_points", point, as: .app).status == 200)
            #expect(CallScenario(try await api.post(key).text)?.said.map(\.text) == ["Thank you. Goodbye."])
            #expect(reports.all.map(\.content).contains(read))
            api.clock.advance(.seconds(900))
            _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            #expect(try await api.get("/v1/inbox", as: .person(.ben)).json["messages"] == [])
        }
    }

    @Test("Who says by 1 that they have what was taken back meanwhile is told that it is no longer asked of them")
    func takenBackInCall() async throws {
        let simulator = VoiceSimulator()
        try await withCallbacks { api in
            let links: [String: JSON] = ["actions": [["id": "see", "title": "See", "link": "https://app.example/1"]]]
            let told = try await tell(api, over: "voice", at: "+4915112345678", links)
            let asked = try TwilioVoiceDialect(Self.voice).request(for: told, authorization: nil, now: .noon)
            let call = try #require(simulator.take(asked.body))
            let heard = try #require(CallScenario(try await api.post(simulator.answered(call)).text))
            let key = try #require(simulator.pressed("1", in: call, hearing: heard))
            let ids: JSON = ["ids": [.text(told.delivery.id.text)]]
            #expect(try await api.post("/v1/deliveries/retract", ids, as: .app).status == 200)
            #expect(CallScenario(try await api.post(key).text)?.said.map(\.text) == ["That is no longer asked of you. Goodbye."])
        }
    }

    // MARK: What is not

    @Test("What isn't signed, or not by this provider, is refused and not kept")
    func refused() async throws {
        try await withCallbacks { api async throws in
            var callback = whatsAppSimulator.status("sent", of: Self.message, to: Self.whatsApp)
            callback.headers[WhatsAppSimulator.signatureHeader] = WhatsAppSimulator.signature(of: callback.body, secret: "another")
            #expect(try await api.post(callback).summary == "403 bad_signature")
            callback.headers[WhatsAppSimulator.signatureHeader] = nil
            #expect(try await api.post(callback).summary == "403 bad_signature")
            let elsewhere = twilioSimulator.inbound("STOP", from: "+4915112345678", to: "https://elsewhere.example/callbacks/twilio")
            #expect(try await api.post(elsewhere, from: "https://elsewhere.example").summary == "403 bad_signature")
            #expect(try await api.get("/callbacks/twilio").summary == "403 bad_signature")
            #expect(reports.all.isEmpty)
            #expect(try await api.get("/metrics").text.contains(#"belfry_callbacks_total{provider="whatsapp",result="bad_signature"} 2"#))
        }
    }

    @Test("What is signed and can't be read is malformed")
    func malformed() async throws {
        try await withCallbacks { api async throws in
            var callback = whatsAppSimulator.status("sent", of: Self.message, to: Self.whatsApp)
            callback.body = Array("{".utf8)
            callback.headers[WhatsAppSimulator.signatureHeader] = WhatsAppSimulator.signature(of: callback.body)
            #expect(try await api.post(callback).summary == "400 malformed_callback")
        }
    }

    @Test("More than a megabyte is no callback, whoever signed it")
    func tooLarge() async throws {
        try await withCallbacks { api async throws in
            var callback = whatsAppSimulator.status("sent", of: Self.message, to: Self.whatsApp)
            for (count, status) in [(1 << 20, 400), (1 << 20 + 1, 413)] {
                callback.body = [UInt8](repeating: 0x20, count: count)
                callback.headers[WhatsAppSimulator.signatureHeader] = WhatsAppSimulator.signature(of: callback.body)
                #expect(try await api.post(callback).status == status)
            }
        }
    }

    @Test("A provider that isn't configured has no address", arguments: ["fcm", "sendgrid", "WhatsApp", "nobody", "%00"])
    func unknown(provider: String) async throws {
        try await withCallbacks { api async throws in
            #expect(try await api.post("/callbacks/\(provider)", [:]).summary == "404 not_found")
        }
        try await withAPI { api async throws in
            #expect(try await api.post("/callbacks/whatsapp", [:]).summary == "404 not_found")
        }
    }

    @Test("What can't be kept is not acknowledged, so that the provider calls again")
    func notKept() async throws {
        try await withCallbacks { api async throws in
            let callback = whatsAppSimulator.status("read", of: Self.message, to: Self.whatsApp)
            reports.setBroken(true)
            let refused = try await api.post(callback)
            #expect(refused.summary == "503 store_unavailable" && refused.headers[.retryAfter] == "5")
            reports.setBroken(false)
            #expect(try await api.post(callback).status == 200)
            #expect(reports.all.map(\.eventID) == ["wamid.1:read"])
            #expect(try await api.get("/metrics").text.contains(#"belfry_callbacks_total{provider="whatsapp",result="not_kept"} 1"#))
        }
    }

    @Test("An address that can't be this server's is refused", arguments: ["", "belfry.example", "ftp://belfry.example", "https://", "https://a@b.example", "https://b.example?x=1"])
    func publicURL(url: String) {
        #expect(Callbacks(readers: [], reports: reports, publicURL: url) == nil)
    }

    // MARK: From end to end

    @Test("A message goes out, its callbacks come in signed over real sockets, and each says which message it is about", .timeLimit(.minutes(10)))
    func endToEnd() async throws {
        try await withCallbacks { api async throws in
            try await whatsAppSimulator.listen { whatsAppEndpoint in
                try await twilioSimulator.listen { twilioEndpoint in
                    try await api.listen { address in
                        try await exchange(whatsApp: whatsAppEndpoint, twilio: twilioEndpoint, server: address)
                    }
                }
            }
        }
    }

    private func exchange(whatsApp: String, twilio: String, server: String) async throws {
        let exchange = HTTPExchange()
        let notification = OutgoingNotification(
            delivery: .example(1, over: .whatsApp), content: NotificationContent(title: "Ben’s steps", body: "are down 🕌", severity: .watch),
            address: Address(id: AddressID(literal: "phone"), target: .phone("+4915112345678", lastInboundAt: .noon), registeredAt: .morning))
        let senders: [any Sender] = [
            makeWhatsAppSender(
                try WhatsAppSettings(
                    phoneNumberID: WhatsAppSimulator.phoneNumberID, token: Secret(.text(WhatsAppSimulator.token)), endpoint: whatsApp), over: exchange),
            TwilioSender(
                try TwilioSettings(
                    accountSID: TwilioSimulator.accountSID, authToken: Secret(.text(TwilioSimulator.authToken)), from: TwilioSimulator.number,
                    publicURL: Self.publicURL, endpoint: twilio), over: exchange),
        ]
        for sender in senders { #expect(await sender.send(notification, now: .noon).outcome == .delivered) }
        await exchange.shutdown()
        let (message, text) = (try #require(whatsAppSimulator.messages.first), try #require(twilioSimulator.messages.first))
        let posted = [
            whatsAppSimulator.status("delivered", of: message, to: Self.whatsApp), whatsAppSimulator.status("sent", of: message, to: Self.whatsApp),
            whatsAppSimulator.inbound("Danke 🙏", from: message.to, to: Self.whatsApp), try #require(twilioSimulator.status("sent", of: text)),
            try #require(twilioSimulator.status("undelivered", of: text, error: 30005)),
        ]
        for callback in posted {
            let answer = try await callback.post(publicAddress: Self.publicURL, at: server)
            #expect(answer.status == 200, "\(answer.body)")
        }
        let subject = ProviderReport.Subject.transmission(notification.transmission)
        #expect(
            reports.all.map(\.content) == [
                .status(.delivered, of: subject, why: nil, addressFate: nil), .status(.sent, of: subject, why: nil, addressFate: nil),
                .address(.phone, value: "+4915112345678", .wrote(at: .noon)), .status(.sent, of: subject, why: nil, addressFate: nil),
                .status(
                    .failed, of: subject, why: "twilio_30005: the number is unknown and may exist no more", addressFate: .gone(since: nil)),
            ])
    }
}

extension API {
    /// Posts what a provider would post; a proxy has taken the public address away.
    fileprivate func post(_ callback: ProviderCallback, from publicURL: String = "https://belfry.example/hooks") async throws -> Answer {
        let method = HTTPRequest.Method(callback.method) ?? .post
        var headers = HTTPFields()
        for (name, value) in callback.headers {
            if let name = HTTPField.Name(name) { headers[name] = value }
        }
        return try await client.execute(
            uri: String(callback.url.dropFirst(publicURL.count)), method: method, headers: headers,
            body: callback.body.isEmpty ? nil : ByteBuffer(bytes: callback.body)
        ) { response in
            Answer(status: Int(response.status.code), headers: response.headers, text: String(buffer: response.body))
        }
    }

    /// Runs the server on a free port for as long as `body` takes.
    fileprivate func listen(_ body: @escaping @Sendable (_ address: String) async throws -> Void) async throws {
        let (addresses, announcing) = AsyncStream.makeStream(of: String.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [services] in
                // It ends by being cancelled.
                try? await Server(services, host: "127.0.0.1", port: 0) { announcing.yield($0) }.run()
            }
            group.addTask {
                let address = await addresses.first { _ in true } ?? ""
                try await body(address)
            }
            _ = try await group.next()
            group.cancelAll()
        }
    }
}
