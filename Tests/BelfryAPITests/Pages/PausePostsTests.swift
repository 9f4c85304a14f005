import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import HTTPTypes
import Testing

@testable import BelfryAPI

/// What an operator stops, lets go and calls off from the page of deliveries.
struct PausePostsTests {
    /// A form of a page as a browser sends it, with the token of the person's session.
    private func submit(_ path: String, _ fields: String = "", by person: UserID = .ana, to api: API) async throws -> Answer {
        try await api.submit(path, fields, by: person)
    }

    @Test("An app is paused for some hours, the page says by whom, until when and why, and its button lets it go")
    func pause() async throws {
        try await withAPI(operators: [.ana]) { api in
            let answer = try await submit("/page/deliveries/pause", "app_id=app&for=four_hours&why=a+wrong+%3Cprice%3E&except_critical=true", to: api)
            #expect(answer.status == 303 && answer.headers[.location] == "/deliveries")
            let pause = QueuePause(
                AppID(literal: "app"), since: .noon, until: .noon + .seconds(4 * 3600), by: "ana", why: "a wrong <price>", exceptsCritical: true)
            let standing = await api.store.pauses(now: .noon)
            #expect(standing == [pause])
            let page = try await api.get("/deliveries", as: .page(.ana)).text
            #expect(page.contains("a wrong &lt;price&gt;") && page.contains("name=\"app_id\" value=\"app\""))
            #expect(page.contains("by ana · since 25 January 2026, 12:00 · until 25 January 2026, 16:00 · critical ones are told all the same"))
            #expect(try await submit("/page/deliveries/resume", "app_id=app", to: api).status == 303)
            #expect(await api.store.pauses(now: .noon).isEmpty)
            #expect(!(try await api.get("/deliveries", as: .page(.ana)).text.contains("id=\"pauses\"")))
        }
    }

    @Test("The button for everything pauses everything, whatever stands in the field for an app, until it is resumed")
    func pauseAll() async throws {
        try await withAPI(operators: [.ana]) { api in
            let answer = try await submit("/page/deliveries/pause", "app_id=app&for=until_resumed&why=&all=true", to: api)
            #expect(answer.status == 303)
            let standing = await api.store.pauses(now: .noon)
            #expect(standing == [QueuePause(nil, since: .noon, by: "ana")])
            #expect(try await submit("/page/deliveries/resume", "all=true", to: api).status == 303)
            #expect(await api.store.pauses(now: .noon).isEmpty)
        }
    }

    @Test("What can't be paused or resumed is said on a page, and changes nothing", arguments: [
        ("pause", "for=hour&app_id=nobody", 404, "“App” can’t be used as it is."), ("pause", "for=hour&app_id=", 400, "“App” is missing."),
        ("pause", "for=ever&app_id=app", 400, "“For how long” can’t be used as it is."), ("pause", "app_id=app", 400, "“For how long”"),
        ("resume", "", 400, "“App” is missing."), ("resume", "app_id=app&all=true", 400, "“App” is missing."),
    ])
    func refused(path: String, fields: String, status: Int, sentence: String) async throws {
        try await withAPI(operators: [.ana]) { api in
            _ = await api.store.pause(QueuePause(.shop, since: .noon))
            let answer = try await submit("/page/deliveries/\(path)", fields, to: api)
            #expect(answer.status == status && answer.text.contains(sentence) && answer.text.contains("<a href=\"/deliveries\">"))
            let standing = await api.store.pauses(now: .noon)
            #expect(standing.map(\.app) == [.shop])
        }
    }

    @Test(
        "Nobody but an operator changes anything, and not by another site's post",
        arguments: ["pause", "resume", "cancel", "redrive", "delivery-1/cancel", "delivery-1/retract"])
    func others(path: String) async throws {
        try await withAPI(operators: [.ana]) { api in
            try await api.store.enqueue(.example(1, over: .inApp))
            _ = await api.store.pause(QueuePause(.shop, since: .noon))
            let fields = "app_id=shop&for=hour"
            let bens = try await submit("/page/deliveries/\(path)", fields, by: .ben, to: api)
            #expect(bens.status == 404)
            let session = try await api.token(of: .ana)
            let browser = Shown.headers(["cookie": "belfry_session=\(session)", "content-type": "application/x-www-form-urlencoded"])
            let forged = try await api.ask(.post, "/page/deliveries/\(path)", fields, as: browser)
            #expect(forged.status == 401)
            let standing = await api.store.pauses(now: .noon)
            let status = await api.store.delivery(.example(1))?.status
            #expect(standing == [QueuePause(.shop, since: .noon)] && status == "pending")
        }
    }

    // MARK: Calling off

    private func statuses(_ api: API, _ numbers: ClosedRange<Int>) async -> [String?] {
        var statuses: [String?] = []
        for number in numbers { statuses.append(await api.store.delivery(.example(number))?.status) }
        return statuses
    }

    /// As a browser reads it from an attribute.
    private func address(_ page: String, _ attribute: Regex<(Substring, Substring)>) throws -> String {
        String(try #require(page.firstMatch(of: attribute)).output.1).replacing("&amp;", with: "&")
    }

    @Test("One that waits is called off from its own page, which says so then; one that is told can't be")
    func callOffOne() async throws {
        try await withAPI(operators: [.ana]) { api in
            try await api.store.enqueue(.example(1, over: .inApp))
            #expect(try await api.get("/deliveries/delivery-1", as: .page(.ana)).text.contains("action=\"/page/deliveries/delivery-1/cancel\""))
            let answer = try await submit("/page/deliveries/delivery-1/cancel", to: api)
            #expect(answer.headers[.location] == "/deliveries/delivery-1")
            let page = try await api.get("/deliveries/delivery-1", as: .page(.ana)).text
            #expect(page.contains("Called off") && !page.contains("/delivery-1/cancel") && !page.contains("called_off") && !page.contains("corrected data"))
            try await api.store.enqueue(.example(2, over: .inApp))
            _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            _ = try await submit("/page/deliveries/delivery-2/cancel", to: api)
            #expect(await statuses(api, 1...2) == ["cancelled", "sent"])
        }
    }

    @Test("One that was told is taken back from its own page, which says by whom then, and only once")
    func takeBack() async throws {
        try await withAPI(operators: [.ana]) { api in
            try await api.store.enqueue(.example(1, over: .inApp))
            #expect(!(try await api.get("/deliveries/delivery-1", as: .page(.ana)).text.contains("id=\"take-back\"")), "it waits")
            _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            let told = try await api.get("/deliveries/delivery-1", as: .page(.ana)).text
            #expect(told.contains("action=\"/page/deliveries/delivery-1/retract\"") && !told.contains("Taken back by"))
            let answer = try await submit("/page/deliveries/delivery-1/retract", to: api)
            #expect(answer.headers[.location] == "/deliveries/delivery-1")
            let page = try await api.get("/deliveries/delivery-1", as: .page(.ana)).text
            #expect(page.contains("Taken back by ana") && !page.contains("id=\"take-back\""))
            let row = await api.store.delivery(.example(1))
            #expect(row?.status == "sent" && row?.retractedBy == "ana")
        }
    }

    @Test("One that waits for later is sent now from its own page, which says who did it then, and offers it no more")
    func sendNow() async throws {
        try await withAPI(operators: [.ana]) { api in
            _ = try await api.store.enqueue([.ordered(1, by: .shop, deliverAfter: .evening)], under: nil, now: .noon)
            let waiting = try await api.get("/deliveries/delivery-1", as: .page(.ana)).text
            #expect(waiting.contains("action=\"/page/deliveries/delivery-1/now\"") && !waiting.contains("Changed by"))
            let answer = try await submit("/page/deliveries/delivery-1/now", to: api)
            #expect(answer.headers[.location] == "/deliveries/delivery-1")
            let page = try await api.get("/deliveries/delivery-1", as: .page(.ana)).text
            #expect(page.contains("Changed by ana") && !page.contains("id=\"send-now\""))
            _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            #expect(await statuses(api, 1...1) == ["sent"])
        }
    }

    @Test("All that is chosen is called off once the page has asked how many, and nothing else is")
    func callOffChosen() async throws {
        try await withAPI(operators: [.ana]) { api in
            try await api.store.enqueue(.example(1, over: .inApp), .example(2, over: .email), .example(3, to: .ben, over: .inApp), .example(4, over: .inApp))
            let list = try await api.get("/deliveries?q=ana&channel=in_app&status=pending", as: .page(.ana)).text
            #expect(list.contains("Call all of these off") && !list.contains("action=\"/page/deliveries/cancel"))
            let ask = try address(list, /id="call-off-all" href="([^"#]+)#queue"/)
            let asked = try await api.get(ask, as: .page(.ana)).text
            #expect(asked.contains("Call off the 2 that wait?"))
            let path = try address(asked, /action="(\/page\/deliveries\/cancel[^"]*)"/)
            #expect(await statuses(api, 1...4) == ["pending", "pending", "pending", "pending"], "to ask changes nothing")
            let answer = try await submit(path, to: api)
            #expect(answer.headers[.location] == "/deliveries?q=ana&status=pending&channel=in%5Fapp")
            #expect(await statuses(api, 1...4) == ["cancelled", "pending", "pending", "cancelled"])
        }
    }

    @Test("What no change goes by offers none, and a post of it changes nothing", arguments: ["kind=pattern_alert", "q=ben&as=about", "q=a%01b"])
    func notAtOnce(choice: String) async throws {
        try await withAPI(operators: [.ana]) { api in
            try await api.store.enqueue(.example(1, over: .inApp))
            let page = try await api.get("/deliveries?status=pending&\(choice)", as: .page(.ana)).text
            #expect(!page.contains("call-off-all"))
            let answer = try await submit("/page/deliveries/cancel?status=pending&\(choice)", to: api)
            #expect(await statuses(api, 1...1) == ["pending"] && answer.status == 404)
        }
    }

    @Test("Those that were given up are tried again as they are chosen, and not all that there are")
    func redriveChosen() async throws {
        try await withAPI(operators: [.ana]) { api in
            try await api.store.enqueue(.example(1, over: .webhook), .example(2, to: .ben, over: .webhook))
            for _ in 1...Delivery.attemptCountMax {
                _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
                api.clock.advance(.seconds(86_400))
            }
            #expect(await statuses(api, 1...2) == ["failed", "failed"])
            let list = try await api.get("/deliveries?q=ben&status=failed", as: .page(.ana)).text
            let path = try address(list, /action="(\/page\/deliveries\/redrive[^"]*)"/)
            #expect(try await submit(path, to: api).status == 303)
            #expect(await statuses(api, 1...2) == ["failed", "pending"])
        }
    }
}
