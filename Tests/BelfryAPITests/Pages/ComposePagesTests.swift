import BelfryDelivery
import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import HTTPTypes
import Testing

@testable import BelfryAPI

/// What operators send by hand.
struct ComposePagesTests {
    private static let form = "target=person&to=ben&app_id=app&title=Dinner+%26+%3Ctea%3E&body=&severity=watch&when=now&at=&channel=in_app"

    private func queued(_ api: API) async -> [DeliveryOverview] { await api.store.deliveries(DeliverySelection()) }

    @Test("Nobody but an operator learns of the page, and nobody sends by another site's form")
    func others() async throws {
        try await withAPI(operators: [.ana]) { api in
            #expect(try await api.get("/send", as: .page(.ben)).status == 404)
            #expect(try await api.submit("/send", Self.form + "&step=send&key=a", by: .ben).status == 404)
            #expect(try await api.submitForged("/send", Self.form + "&step=send&key=a").status == 401)
            #expect(await queued(api).isEmpty)
            let page = try await api.get("/send?target=rota&to=nights&app_id=app", as: .page(.ana)).text
            #expect(page.contains("<option value=\"rota\" selected>") && page.contains("value=\"nights\"") && page.contains("<option value=\"app\" selected>"))
        }
    }

    @Test("A preview says who would be told and queues nothing; its button sends what it showed, once however often it is pressed")
    func sendOnce() async throws {
        try await withAPI(operators: [.ana]) { api in
            let tried = try await api.submit("/send", Self.form + "&step=preview")
            #expect(tried.status == 200 && tried.text.contains("To one person.") && tried.text.contains("would be sent: 1"))
            #expect(tried.text.contains("<input type=\"hidden\" name=\"title\" value=\"Dinner &amp; &lt;tea&gt;\">"))
            #expect(await queued(api).isEmpty)
            let key = try #require(tried.text.hidden("key"))
            for _ in 1...2 {
                let sent = try await api.submit("/send", Self.form + "&step=send&key=\(key)")
                #expect(sent.status == 303 && sent.headers[.location]?.hasPrefix("/deliveries/") == true)
            }
            let all = await queued(api)
            #expect(all.count == 1 && all.first?.delivery.recipient == .ben && all.first?.delivery.payload.title == "Dinner & <tea>")
            #expect(all.first?.delivery.app == AppID(literal: "app"))
            #expect(try await api.submit("/send", Self.form + "&step=send").status == 400, "without a key a double press would send twice")
        }
    }

    @Test("A family is told, each of it, at the moment that the operator's clock shows")
    func family() async throws {
        try await withAPI(operators: [.ana]) { api in
            _ = try await api.patch("/v1/users/me/preferences", ["timezone": "Europe/Berlin"], as: .person(.ana))
            let fields = Self.form.replacing("target=person&to=ben", with: "target=family&to=\(FamilyRecord.household.id)")
                .replacing("when=now&at=", with: "when=moment&at=2026-01-25T18:00")
            let tried = try await api.submit("/send", fields + "&step=preview").text
            #expect(tried.contains("from 25 January 2026, 18:00"))
            let key = try #require(tried.hidden("key"))
            _ = try await api.submit("/send", fields + "&step=send&key=\(key)")
            let all = await queued(api)
            #expect(Set(all.map(\.delivery.recipient)) == Set(FamilyRecord.household.members.map(\.user)))
            #expect(all.allSatisfy { $0.delivery.deliverAfter == Instant(literal: "2026-01-25T17:00:00Z") })
            // Pressed again when the moment has passed, it is what was sent before.
            api.clock.advance(.seconds(6 * 3600))
            #expect(try await api.submit("/send", fields + "&step=send&key=\(key)").status == 303)
            #expect(await queued(api).count == all.count)
        }
    }

    @Test("An audience is told as a broadcast, once, which has a page")
    func audience() async throws {
        try await withAPI(operators: [.ana]) { api in
            _ = try await api.put("/v1/audiences/staff", [:], as: .app)
            for person in ["ana", "ben"] { _ = try await api.put("/v1/audiences/staff/members/\(person)", [:], as: .app) }
            let fields = Self.form.replacing("target=person&to=ben", with: "target=audience&to=staff")
            let tried = try await api.submit("/send", fields + "&step=preview").text
            #expect(tried.contains("To 2 people.") && tried.contains("would be sent: 2"))
            #expect(await api.store.broadcasts(of: nil, before: nil, countMax: 2).isEmpty)
            let key = try #require(tried.hidden("key"))
            for _ in 1...2 { #expect(try await api.submit("/send", fields + "&step=send&key=\(key)").status == 303) }
            let all = await api.store.broadcasts(of: nil, before: nil, countMax: 2)
            #expect(all.map(\.recipientCount) == [2] && all.first?.broadcast.payload.title == "Dinner & <tea>")
        }
    }

    @Test("What can't be sent is said beside its field, and nothing that was typed is lost", arguments: [
        ("to=ben", "to=", "to", "is missing."), ("target=person&to=ben", "target=rota&to=nobody", "to", "There is none of that name."),
        ("target=person&to=ben", "target=family&to=nobody", "to", "There is none of that name."),
        ("target=person&to=ben", "target=audience&to=nobody", "to", "There is none of that name."),
        ("channel=in_app", "channel=pigeon", "channel", "That can’t be used as it is."),
        ("when=now&at=", "when=moment&at=", "at", "Say when."), ("when=now&at=", "when=moment&at=2026-01-25T11:00", "at", "That moment has passed."),
        ("severity=watch", "severity=grave", "severity", "That can’t be used as it is."),
    ])
    func faults(old: String, new: String, field: String, sentence: String) async throws {
        try await withAPI(operators: [.ana]) { api in
            let answer = try await api.submit("/send", Self.form.replacing(old, with: new) + "&step=preview")
            #expect(answer.status == 422)
            let fault = try #require(answer.text.firstMatch(of: /id="fault-of-([a-z_]+)">([^<]*)</))
            #expect(fault.output.1 == field && fault.output.2.contains(sentence))
            #expect(answer.text.contains("aria-describedby=\"fault-of-\(field)") && answer.text.contains("value=\"Dinner &amp; &lt;tea&gt;\""))
            #expect(await queued(api).isEmpty)
        }
    }
}
