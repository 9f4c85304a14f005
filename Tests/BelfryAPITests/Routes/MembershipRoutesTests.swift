import BelfryDelivery
import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import HTTPTypes
import Testing

@testable import BelfryAPI

@Suite("Coming into a family, and leaving it")
struct MembershipRoutesTests {
    @Test("An admin's invitation lets one person in, once, who says what they consent to")
    func invitation() async throws {
        try await withAPI { api async throws in
            let made = try await api.post("/v1/families/household/invitations", ["role": "member", "valid_days": 2], as: .person(.ana))
            #expect(made.json["expires_at"] == "2026-01-27T12:00:00Z" && made.json["role"] == "member")
            let code: JSON = .text(try #require(made.json["code"]?.string))
            let joining: JSON = ["code": code, "first_name": "Eve", "shares_alerts": false]
            #expect(try await api.post("/v1/invitations/accept", joining, as: .person(.eve)).json == ["success": true, "family_id": "household"])
            #expect(try await api.post("/v1/invitations/accept", joining, as: .person(.stranger)).summary == "403 not_authorized")
            let family = try await api.get("/v1/families/household", as: .person(.eve))
            #expect(family.json["members"]?[2] == ["user_id": "eve", "first_name": "Eve", "role": "member", "shares_alerts": false])
        }
    }

    @Test("An invitation that has run out lets nobody in; one without an answer about consent is no acceptance")
    func late() async throws {
        try await withAPI { api async throws in
            let made = try await api.post("/v1/families/household/invitations", [:], as: .app)
            let code: JSON = .text(try #require(made.json["code"]?.string))
            #expect(try await api.post("/v1/invitations/accept", ["code": code], as: .person(.eve)).summary == "400 missing_field shares_alerts")
            api.clock.advance(.seconds(7 * 86_400))
            #expect(try await api.post("/v1/invitations/accept", ["code": code, "shares_alerts": true], as: .person(.eve)).status == 403)
        }
    }

    @Test("Who is no admin of the family makes no invitation and takes nobody out")
    func others() async throws {
        try await withAPI { api async throws in
            let path = "/v1/families/household/invitations"
            #expect(try await api.post(path, [:], as: .person(.ben)).summary == "403 not_authorized")
            #expect(try await api.post(path, [:], as: .person(.eve)).summary == "404 unknown_family")
            #expect(try await api.post(path, [:]).summary == "401 not_authenticated")
            #expect(try await api.post("/v1/families/nowhere/invitations", [:], as: .app).summary == "404 unknown_family")
            #expect(try await api.post(path, ["valid_days": 31], as: .app).summary == "400 number_out_of_range valid_days")
            #expect(try await api.ask(.delete, "/v1/families/household/members/ana", nil, as: .person(.ben)).summary == "403 not_authorized")
        }
    }

    @Test("Who only looks like an admin, by a name of other bytes, is a stranger")
    func lookAlike() async throws {
        try await withAPI { api async throws in
            let (admin, other) = (UserID(literal: "zo\u{EB}"), UserID(literal: "zoe\u{308}"))
            _ = try await api.put("/v1/families/flat", ["name": "Flat", "members": [["user_id": .text(admin.text), "role": "admin"]]], as: .app)
            let path = "/v1/families/flat/invitations"
            #expect(try await api.post(path, [:], as: .person(admin)).status == 200)
            #expect(try await api.post(path, [:], as: .person(other)).summary == "404 unknown_family")
            let posted = try await api.post("/v1/metrics", ["user_id": .text(admin.text), "date": "2026-01-25", "steps": 1], as: .person(other))
            #expect(posted.summary == "403 not_authorized")
        }
    }

    @Test("A member who withdraws consent is not told of any more, not even what is queued; their own things they still hear")
    func withdrawn() async throws {
        try await withAPI { api async throws in
            _ = try await api.post("/v1/metrics", .days(steps: .usual + .drop), as: .app)
            #expect(try await api.put("/v1/families/household/consent", ["shares_alerts": false], as: .person(.ben)).status == 200)
            _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            let rows = await api.store.deliveries(matching: DeliveryQuery(countMax: 10)).deliveries
            #expect(rows.map(\.status) == ["skipped"] && rows.map(\.reason) == [.notEntitled])
            #expect(try await api.put("/v1/families/household/consent", ["shares_alerts": false], as: .person(.eve)).summary == "404 unknown_family")
        }
    }

    @Test("What nobody could be told of is told to whoever is made an admin, and to whoever may be told again")
    func heardAfterAll() async throws {
        try await withAPI { api async throws in
            _ = try await api.post("/v1/metrics", .days(steps: .usual + .drop), as: .app)
            _ = try await api.put("/v1/families/household/consent", ["shares_alerts": false], as: .person(.ben))
            _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            #expect(await api.store.deliveries(matching: DeliveryQuery(countMax: 10)).deliveries.map(\.reason) == [.notEntitled])
            let household: JSON = ["name": "Household", "members": [["user_id": "eve", "first_name": "Eve", "role": "admin"]]]
            _ = try await api.put("/v1/families/household", household, as: .app)
            _ = try await api.put("/v1/families/household/consent", ["shares_alerts": true], as: .person(.ben))
            _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            let rows = await api.store.deliveries(matching: DeliveryQuery(countMax: 10)).deliveries
            #expect(Set(rows.map(\.delivery.recipient)) == [.ana, .eve])
            #expect(rows.map(\.status) == ["sent", "sent"], "each once")
        }
    }

    @Test("Everybody may leave, and an admin may take somebody out; what is queued heeds it")
    func leaving() async throws {
        try await withAPI { api async throws in
            _ = try await api.post("/v1/metrics", .days(steps: .usual + .drop), as: .app)
            #expect(try await api.ask(.delete, "/v1/families/household/members/me", nil, as: .person(.ben)).json == ["success": true])
            #expect(try await api.ask(.delete, "/v1/families/household/members/ben", nil, as: .person(.ana)).summary == "404 unknown_user user_id")
            _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            #expect(await api.store.deliveries(matching: DeliveryQuery(countMax: 10)).deliveries.map(\.reason) == [.notEntitled])
        }
    }

    @Test("A snooze is the caller's own; when it is over and the episode goes on, they are told after all")
    func snooze() async throws {
        try await withAPI { api async throws in
            _ = try await api.post("/v1/metrics", .days(steps: .usual + .drop), as: .app)
            let alert: JSON = .text(try #require(await api.store.alerts(visibleTo: .ana, countMax: 1).first?.alert.id.text))
            let call = "/rest/v1/rpc/snooze_pattern_alert"
            #expect(try await api.post(call, ["alert_id": alert, "snooze_for_days": 1], as: .person(.ana)).status == 200)
            _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            #expect(await api.store.deliveries(matching: DeliveryQuery(countMax: 1)).deliveries.map(\.reason) == [.snoozed])
            let listed = try await api.post("/rest/v1/rpc/get_family_pattern_alerts", ["family_id": "household"], as: .person(.ben))
            #expect(listed.json.items.count == 1, "Ben sees it still")

            // Snoozed through the 26th: told in the first minutes of the 27th, as the wearable goes on reporting.
            api.clock.set(Instant(literal: "2026-01-26T12:00:00Z"))
            _ = try await api.post("/v1/metrics", .days(steps: [4000], through: .sunday), as: .app)
            api.clock.set(Instant(literal: "2026-01-27T00:00:00Z"))
            _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            #expect(await api.store.deliveries(matching: DeliveryQuery(countMax: 1)).deliveries.map(\.status) == ["sent"])
        }
    }

    @Test("When a person moves, the days before stay those of where they were, wherever they say so", arguments: [true, false])
    func moving(onPage: Bool) async throws {
        try await withAPI { api async throws in
            let session = try await api.token(of: .ben)
            let form = Shown.headers(api.pageFields(session: session).merging(["content-type": "application/x-www-form-urlencoded"]) { own, _ in own })
            for _ in 1...2 {
                let answer =
                    if onPage {
                        try await api.ask(.post, "/page/start/zone", "timezone=Asia%2FTokyo", as: form)
                    } else {
                        try await api.patch("/v1/users/me/preferences", ["timezone": "Asia/Tokyo"], as: .person(.ben))
                    }
                #expect(answer.status == (onPage ? 303 : 200))
            }
            let seen = Notes<MemberHistory>()
            await api.store.markForEvaluation([.ben], at: .noon)
            _ = await api.store.evaluateDue(countMax: 1, now: .noon) { history in
                seen.add(history)
                return .nothing
            }
            #expect(
                seen.all.first?.stays == [.init(from: .beforeAllDays, timezone: "UTC"), .init(from: .sunday, timezone: "Asia/Tokyo")])
        }
    }
}

@Suite("An alert's story")
struct StoryRoutesTests {
    @Test("It has the days, the usual, the episode with its levels, days of exercise, and what was told to whom")
    func whole() async throws {
        try await withAPI { api async throws in
            let run = ExerciseSession(user: .ben, source: "watch", startedAt: .noon, date: .sunday - 2, kind: "running", durationSeconds: 1800)
            _ = await api.store.store([run, run], now: .noon)
            _ = try await api.post("/v1/metrics", .days(steps: .usual + .drop), as: .app)
            _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            let id = try #require(await api.store.alerts(visibleTo: .ana, countMax: 1).first?.alert.id)
            let answer = try await api.get("/v1/alerts/\(id)/story", as: .person(.ben))
            #expect(answer.status == 200)
            let story = answer.json
            #expect(story["alert"]?["current_level"] == 7 && story["engine"] == "v2" && story["member_name"] == "Ben")
            let insight = "Steps have been 50% below your usual 8,000 for 7 days. There was exercise on 1 day."
            #expect(story["insight"]?.string?.replacing("\u{A0}", with: " ") == insight && story["alert"]?["insight"] == story["insight"])
            let headers = ["authorization": "Bearer \(try await api.token(of: .ben))", "accept-language": "de-AT, en;q=0.5"]
            let inGerman = try await api.get("/v1/alerts/\(id)/story", as: .headers(headers))
            #expect(inGerman.json["insight"]?.string?.contains("unter deinem üblichen Wert") == true)
            let toAna = try await api.get("/v1/alerts/\(id)/story", as: .person(.ana))
            #expect(toAna.json["insight"]?.string?.contains("below Ben's usual") == true)
            #expect(story["series"]?.items.count == 28 && story["series"]?[0]?["plausible"] == true)
            #expect(story["baseline"]?["low"] == 8000 && story["baseline"]?["high"] == 8000)
            #expect(story["levels"]?.items.last?["level"] == 7)
            #expect(story["exercise_days"] == ["2026-01-23"])
            #expect(story["told"]?.items.count == 1)
            #expect(story["told"]?[0]?["recipient_user_id"] == "ana" && story["told"]?[0]?["status"] == "sent")
        }
    }

    @Test("Each family reads of a member by the name that it has for them, also in the sentence")
    func names() async throws {
        try await withAPI { api async throws in
            let members = [FamilyMember(user: .ben, firstName: "Benny", role: .member), FamilyMember(user: .eve, firstName: "Eve", role: .admin)]
            try await api.store.save(FamilyRecord(id: FamilyID(literal: "club"), name: "Club", members: members), now: .noon)
            try await api.store.accept(.example(1))
            for (person, family, name) in [(UserID.ana, "household", "Ben"), (.eve, "club", "Benny")] {
                let story = try await api.get("/v1/alerts/alert-1/story", as: .person(person)).json
                #expect(story["member_name"] == .text(name) && story["alert"]?["member_name"] == .text(name))
                #expect(story["insight"]?.string?.contains("\(name)'s") == true)
                let page = try await api.get("/alerts/alert-1", as: .page(person)).text
                #expect(page.contains("\(name) · ") && page.contains("Benny") == (name == "Benny"))
                let rows = try await api.post("/rest/v1/rpc/get_family_pattern_alerts", ["family_id": .text(family)], as: .person(person)).json
                #expect(rows[0]?["member_name"] == .text(name))
            }
        }
    }

    @Test("Who is in no family of the member finds nothing")
    func strangers() async throws {
        try await withAPI { api async throws in
            try await api.store.accept(.example(1))
            #expect(try await api.get("/v1/alerts/alert-1/story", as: .person(.eve)).summary == "404 not_found")
            #expect(try await api.get("/v1/alerts/alert-9/story", as: .admin).summary == "404 not_found")
            #expect(try await api.get("/v1/alerts/alert-1/story").summary == "401 not_authenticated")
            #expect(try await api.get("/v1/alerts/alert-1/story", as: .app).status == 200)
        }
    }
}
