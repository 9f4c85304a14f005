import BelfryProviders
import Foundation
import Testing

/// From a person who asks for a link to what they read in their chat, through a server and the stand-in of Telegram.
@Suite("Over Telegram", .timeLimit(.minutes(10)))
struct TelegramTests {
    private static let publicURL = "https://belfry.example"
    private static let chat: Int64 = 10_823_421_516

    @Test("A person opens a link, is told in their chat, presses a button there, and says stop; neither the chat nor the token stands in the log")
    func wholeWay() async throws {
        let simulator = TelegramSimulator { 1_769_342_400 }
        try await simulator.listen { address in
            try await withTemporaryFolder { folder in
                let settings = [
                    "BELFRY_TELEGRAM_TOKEN": TelegramSimulator.token, "BELFRY_TELEGRAM_BOT": TelegramSimulator.bot,
                    "BELFRY_TELEGRAM_WEBHOOK_SECRET": TelegramSimulator.webhookSecret, "BELFRY_TELEGRAM_ENDPOINT": address,
                    "BELFRY_PUBLIC_URL": Self.publicURL, "BELFRY_LOG_LEVEL": "debug",
                ]
                let server = try await RunningServer(store: folder.appendingPathComponent("belfry.sqlite"), ["--no-worker"], environment: settings)
                let file = try StoreFile(server.store)
                try await Household.move(into: server)
                let ana = try await server.person("ana")
                let callbacks = "\(Self.publicURL)/callbacks/telegram"
                let added = try await server.post("/v1/users/me/contact_points", #"{"channel":"telegram"}"#, as: ana)
                let link = try #require(try added.value("link") as? String)
                let code = String(try #require(link.split(separator: "=").last))
                let opened = try await simulator.start(code, in: Self.chat, to: callbacks).post(publicAddress: Self.publicURL, at: server.address)
                #expect(opened.status == 200 && simulator.perform(opened.body)?.chat == Self.chat)

                try file.execute("INSERT INTO user_profiles (user_id, notify_push) VALUES ('ana', 1) ON CONFLICT (user_id) DO UPDATE SET notify_push = 1")
                let actions = #"[{"id":"done","title":"Done"}]"#
                try file.queue(
                    "telegram", payload: #"{"kind":"news","title":"Boiler <3","body":"Due for its check","severity":"attention","actions":\#(actions)}"#)
                #expect(try await server.process().sent == 1)
                let message = try #require(simulator.messages.last)
                #expect(message.chat == Self.chat && message.text == "Boiler <3\nDue for its check" && message.bold == "Boiler <3")
                #expect(try file.count("notification_transmissions WHERE provider = 'telegram' AND status = 'accepted'") == 1)

                let button = try #require(message.buttons.first)
                func press(in chat: Int64) async throws -> TelegramSimulator.Notice? {
                    let pressed = simulator.presses(button.data, of: message, in: chat, to: callbacks)
                    return simulator.end(try await pressed.post(publicAddress: Self.publicURL, at: server.address).body)
                }
                let isTaken = "notification_queue WHERE actions_taken = 'done' AND opened_at IS NOT NULL"
                #expect(try await press(in: 108)?.isAlert == true)
                #expect(try file.count(isTaken) == 0 && simulator.messages.last?.buttons == [button])
                #expect(try await press(in: Self.chat) == .init(text: "", isAlert: false))
                #expect(try file.count(isTaken) == 1 && simulator.messages.last?.buttons == [.init(text: "✓ Done", data: button.data)])
                #expect(try await press(in: Self.chat) == .init(text: "", isAlert: false), "once more it changes nothing")

                let stopped = try await simulator.says("/stop", in: Self.chat, to: callbacks).post(publicAddress: Self.publicURL, at: server.address)
                #expect(stopped.status == 200)
                #expect(try file.count("contact_points WHERE silence_reason = 'opted_out' AND address = '\(Self.chat)'") == 1)
                await server.stop()
                let log = await server.program.errors.whole()
                #expect(!log.contains(String(Self.chat)) && !log.contains(TelegramSimulator.token) && !log.contains(code))
            }
        }
    }

    @Test("Telegram is told by a command where to post, with the secret by which it is believed; what keeps it from that is said")
    func setWebhook() async throws {
        let simulator = TelegramSimulator { 1_769_342_400 }
        try await simulator.listen { address in
            let settings = [
                "BELFRY_TELEGRAM_TOKEN": TelegramSimulator.token, "BELFRY_TELEGRAM_WEBHOOK_SECRET": TelegramSimulator.webhookSecret,
                "BELFRY_TELEGRAM_ENDPOINT": address, "BELFRY_PUBLIC_URL": "\(Self.publicURL)/hooks/",
            ]
            func set(_ changes: [String: String] = [:], _ options: String...) async throws -> Program.Result {
                try await Program.run(["telegram", "set-webhook"] + options, environment: settings.merging(changes) { $1 }.filter { !$0.value.isEmpty })
            }
            let url = "\(Self.publicURL)/hooks/callbacks/telegram"
            let done = try await set()
            #expect(done.status == 0 && done.output == "Telegram posts to \(url) from now on.\n" && done.errors == "")
            #expect(simulator.webhook == .init(url: url, secret: TelegramSimulator.webhookSecret, updates: ["message", "my_chat_member", "callback_query"]))
            #expect(try await set([:], "--json").output == "{\"url\":\"\(url)\"}\n")
            let refusals: [([String: String], String)] = [
                (["BELFRY_TELEGRAM_TOKEN": ""], "belfry: No bot is set up."), (["BELFRY_TELEGRAM_WEBHOOK_SECRET": ""], "belfry: Without telegram_webhook_secret "),
                (["BELFRY_PUBLIC_URL": ""], "belfry: The setting public_url "), (["BELFRY_PUBLIC_URL": "http://belfry.example"], "belfry: The setting public_url "),
                (["BELFRY_PUBLIC_URL": "https://belfry.example:8080"], "belfry: The setting public_url "),
                (["BELFRY_PUBLIC_URL": "https://belfry.invalid"], "belfry: Telegram wasn't told. telegram_400: Telegram finds no host "),
                (["BELFRY_TELEGRAM_TOKEN": "108:" + String(repeating: "a", count: 35)], "belfry: Telegram wasn't told. telegram_401: "),
                (["BELFRY_TELEGRAM_ENDPOINT": address + "/elsewhere"], "belfry: Telegram wasn't told. telegram_404: "),
            ]
            for (changes, sentence) in refusals {
                let refused = try await set(changes)
                #expect(refused.status == 1 && refused.output == "" && refused.errors.hasPrefix(sentence), "\(changes.keys): \(refused.errors)")
                #expect(!refused.errors.contains(TelegramSimulator.token) && !refused.errors.contains(TelegramSimulator.webhookSecret))
            }
            #expect(simulator.webhook?.url == url)
        }
    }

    @Test(
        "The doctor says where Telegram, or no provider at all, can post to public_url; stand-ins and a Bot API of one's own can",
        arguments: [
            ("https://belfry.example", [:], nil), ("https://belfry.example:8443", [:], nil), ("https://203.0.114.9", [:], nil),
            ("http://belfry.example", [:], "telegram_public_url_unusable"), ("https://belfry.example:8080", [:], "telegram_public_url_unusable"),
            ("https://127.0.0.1", [:], "callbacks_public_url_private"), ("https://[fd00::1]", [:], "callbacks_public_url_private"),
            ("https://belfry", [:], "callbacks_public_url_private"), ("https://belfry.local:8443", [:], "callbacks_public_url_private"),
            ("http://belfry.example:8081", ["BELFRY_TELEGRAM_ENDPOINT": "https://bots.example"], nil),
            ("http://127.0.0.1:8080", ["BELFRY_PROVIDER_TRUSTED_ROOTS": "/nowhere"], nil),
        ] as [(String, [String: String], String?)])
    func publicAddress(url: String, more: [String: String], code: String?) async throws {
        try await withTemporaryFolder { folder in
            let environment = [
                "BELFRY_TELEGRAM_TOKEN": TelegramSimulator.token, "BELFRY_TELEGRAM_BOT": "simulated_bot", "BELFRY_PUBLIC_URL": url,
                "BELFRY_TELEGRAM_WEBHOOK_SECRET": TelegramSimulator.webhookSecret,
            ].merging(more) { $1 }
            let result = try await Program.run("doctor", "--json", "--store", "sqlite:\(folder.path)/none.sqlite", environment: environment)
            let found = ["telegram_public_url_unusable", "callbacks_public_url_private"].filter { result.output.contains(#""code":"\#($0)""#) }
            #expect(found == [code].compactMap { $0 }, "\(result.output)")
            #expect(!result.output.contains(TelegramSimulator.webhookSecret))
        }
    }

    @Test("The doctor names the provider, and says what it lacks")
    func doctor() async throws {
        try await withTemporaryFolder { folder in
            let environment = ["BELFRY_TELEGRAM_TOKEN": TelegramSimulator.token, "BELFRY_ALERT_CHANNELS": "telegram"]
            let result = try await Program.run("doctor", "--store", "sqlite:\(folder.path)/none.sqlite", environment: environment)
            #expect(result.lines.contains { $0.contains("providers") && $0.hasSuffix("telegram") }, "\(result.output)")
            #expect(result.output.contains("(telegram_no_webhook_secret)") && result.output.contains("(telegram_no_bot)"))
            #expect(!result.output.contains(TelegramSimulator.token) && result.status == 0)
        }
    }
}
