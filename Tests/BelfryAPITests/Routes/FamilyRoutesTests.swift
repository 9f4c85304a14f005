import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import HTTPTypes
import Testing

@testable import BelfryAPI

struct FamilyRoutesTests {
    private static let household: JSON = [
        "id": "household", "name": "Household",
        "members": [
            ["user_id": "ana", "first_name": "Ana", "role": "admin"], ["user_id": "ben", "first_name": "Ben", "role": "member"],
        ],
    ]

    // MARK: Families

    @Test("A family is seen by its members, apps and the admin", arguments: [Shown.person(.ana), .person(.ben), .app, .admin])
    func seen(shown: Shown) async throws {
        try await withAPI { api in
            let answer = try await api.get("/v1/families/household", as: shown)
            #expect(answer.status == 200)
            #expect(answer.json == Self.household)
        }
    }

    @Test("To anybody else a family isn't there", arguments: [UserID.eve, .stranger])
    func unseen(person: UserID) async throws {
        try await withAPI { api async throws in
            #expect(try await api.get("/v1/families/household", as: .person(person)).summary == "404 unknown_family")
            #expect(try await api.get("/v1/families/none", as: .person(person)).summary == "404 unknown_family")
            #expect(try await api.get("/v1/families/none", as: .app).summary == "404 unknown_family")
        }
    }

    @Test("An app makes a family and adds to it; who is not named stays")
    func saved() async throws {
        try await withAPI { api in
            let body: JSON = [
                "name": "The household",
                "members": [["user_id": "cleo"], ["user_id": "ben", "first_name": "Benedict", "role": "superadmin"]],
            ]
            let answer = try await api.put("/v1/families/household", body, as: .app)
            let expected: JSON = [
                "id": "household", "name": "The household",
                "members": [
                    ["user_id": "ana", "first_name": "Ana", "role": "admin"],
                    ["user_id": "ben", "first_name": "Benedict", "role": "superadmin"],
                    ["user_id": "cleo", "first_name": "", "role": "member"],
                ],
            ]
            #expect(answer.json == expected)
            #expect(try await api.get("/v1/families/household", as: .admin).json == expected)
        }
    }

    @Test("The identifier in the path may be written in any letters")
    func escapedPath() async throws {
        try await withAPI { api async throws in
            let path = "/v1/families/caf%C3%A9%20%2F%20bar"
            #expect(try await api.put(path, ["name": "Café", "members": []], as: .app).json["id"] == "café / bar")
            #expect(try await api.get(path, as: .app).json["name"] == "Café")
            #expect(try await api.get("/v1/families/%FF", as: .app).summary == "404 unknown_family")
        }
    }

    @Test("A family has 100 members and no more, those that aren't named included; whom it has may change, and once one has left, another comes")
    func full() async throws {
        try await withAPI { api async throws in
            func put(_ names: [String]) async throws -> String {
                let members = names.map { JSON.object(["user_id": .text($0), "first_name": "Someone"]) }
                return try await api.put("/v1/families/big", ["name": "Big", "members": .list(members)], as: .app).summary
            }
            func names(_ range: ClosedRange<Int>) -> [String] { range.map { "user-\($0)" } }
            #expect(try await put(names(1...60)) == "200")
            #expect(try await put(names(61...101)) == "400 too_many_members")
            #expect(try await put(names(41...100)) == "200")
            #expect(try await api.post("/v1/families/big/invitations", [:], as: .app).summary == "400 too_many_members")
            #expect(try await api.ask(.delete, "/v1/families/big/members/user-1", nil, as: .app).status == 200)
            #expect(try await put(["user-101"]) == "200")
            #expect(await api.store.family(FamilyID(literal: "big"))?.members.count == 100)
        }
    }

    @Test("A person changes no family, not even their own", arguments: [UserID.ana, .eve])
    func persons(person: UserID) async throws {
        try await withAPI { api async throws in
            #expect(try await api.put("/v1/families/household", ["name": "Mine", "members": []], as: .person(person)).summary == "403 not_authorized")
            #expect(await api.store.family(FamilyRecord.household.id) == .household)
        }
    }

    @Test(
        "What is no family is refused",
        arguments: [
            ([:], "400 missing_field name"), (["name": "A"], "400 missing_field members"),
            (["id": "another", "name": "A", "members": []], "400 wrong_type id"),
            (["name": "A", "members": [["user_id": "a"], [:]]], "400 missing_field members[1].user_id"),
            (["name": "A", "members": [["user_id": "a", "role": "boss"]]], "400 unknown_value members[0].role"),
            (["name": "A", "members": [["user_id": "a", "shares_alert": false]]], "400 unknown_name members[0].shares_alert"),
            (["name": "A", "members": .list([JSON](repeating: ["user_id": "a"], count: 101))], "400 too_many_items"),
            (["name": .text(String(repeating: "é", count: 257)), "members": []], "400 wrong_type name"),
            (["name": "A", "members": [["user_id": "a", "first_name": .text(String(repeating: "é", count: 257))]]], "400 wrong_type members[0].first_name"),
        ] as [(JSON, String)])
    func refused(body: JSON, expected: String) async throws {
        try await withAPI { api async throws in
            #expect(try await api.put("/v1/families/new", body, as: .app).summary == expected)
            #expect(try await api.get("/v1/families/new", as: .app).status == 404)
        }
    }
}

struct PreferencesRoutesTests {
    private static let own = "/v1/users/me/preferences"
    private static let defaults: JSON = [
        "notify_in_app": true, "notify_push": false, "notify_email": false, "champion_notify_email": true, "champion_notify_sms": false,
        "quiet_hours_start": nil, "quiet_hours_end": nil, "quiet_hours_notification_level": "none", "quiet_hours_action": "skip", "timezone": "UTC",
    ]

    @Test("Who never said what they want has the defaults")
    func unsaid() async throws {
        try await withAPI { api async throws in
            #expect(try await api.get(Self.own, as: .person(.ana)).json == Self.defaults)
            #expect(try await api.get("/v1/users/ana/preferences", as: .app).json == Self.defaults)
        }
    }

    @Test("A change keeps what it doesn't name, and a null resets what it names")
    func changes() async throws {
        try await withAPI { api async throws in
            let first: JSON = ["notify_push": true, "quiet_hours_start": "22:00", "quiet_hours_end": "07:00:00", "timezone": "Europe/Berlin"]
            var expected = Self.defaults.members.merging(first.members) { $1 }
            expected["quiet_hours_start"] = "22:00:00"
            #expect(try await api.patch(Self.own, first, as: .person(.ana)).json == .object(expected))

            let second: JSON = ["notify_push": nil, "timezone": nil, "quiet_hours_notification_level": "critical_only", "quiet_hours_action": "defer"]
            expected.merge(second.members) { $1 }
            expected.merge(["notify_push": false, "timezone": "UTC"]) { $1 }
            #expect(try await api.patch(Self.own, second, as: .person(.ana)).json == .object(expected))

            expected.merge(["quiet_hours_start": nil, "quiet_hours_end": nil]) { $1 }
            #expect(try await api.patch(Self.own, ["quiet_hours_end": nil], as: .person(.ana)).json == .object(expected))
            expected["quiet_hours_by_weekday"] = ["fri": "23:00-09:00", "sun": nil]
            let nights: JSON = ["quiet_hours_by_weekday": ["fri": "23:00:00-09:00", "sun": nil]]
            #expect(try await api.patch(Self.own, nights, as: .person(.ana)).json == .object(expected))
            #expect(try await api.patch(Self.own, ["notify_push": false], as: .person(.ana)).json == .object(expected))
            expected.removeValue(forKey: "quiet_hours_by_weekday")
            #expect(try await api.patch(Self.own, ["quiet_hours_by_weekday": nil], as: .person(.ana)).json == .object(expected))
            expected["muted_until"] = "2026-01-25T20:00:00Z"
            #expect(try await api.patch(Self.own, ["muted_until": "2026-01-25T21:00:00+01:00"], as: .person(.ana)).json == .object(expected))
            expected.removeValue(forKey: "muted_until")
            #expect(try await api.patch(Self.own, ["muted_until": nil], as: .person(.ana)).json == .object(expected))
            expected.merge(["digest_at": "18:00:00", "digest_by_category": ["billing": "09:00:00", "chat": nil]]) { $1 }
            let digests: JSON = ["digest_at": "18:00", "digest_by_category": ["billing": "09:00", "chat": nil]]
            #expect(try await api.patch(Self.own, digests, as: .person(.ana)).json == .object(expected))
            for key in ["digest_at", "digest_by_category"] { expected.removeValue(forKey: key) }
            #expect(try await api.patch(Self.own, ["digest_at": nil, "digest_by_category": nil], as: .person(.ana)).json == .object(expected))
            #expect(try await api.get(Self.own, as: .person(.ana)).json == .object(expected))
        }
    }

    @Test("A time zone whose case alone is wrong is kept under its own name")
    func zoneInOtherCase() async throws {
        try await withAPI { api async throws in
            let answer = try await api.patch(Self.own, ["timezone": "america/ARGENTINA/buenos_aires"], as: .person(.ana)).json
            #expect(answer == .object(Self.defaults.members.merging(["timezone": "America/Argentina/Buenos_Aires"]) { $1 }))
            #expect(try await api.get(Self.own, as: .person(.ana)).json == answer)
        }
    }

    @Test(
        "What can't be is refused, and nothing of it is kept",
        arguments: [
            (["notify_push": true, "timezone": "Middle/Earth"], "400 unknown_timezone timezone"),
            (["notify_push": true, "timezone": "../../etc/passwd"], "400 unknown_timezone timezone"),
            (["notify_push": true, "quiet_hours_start": "25:00"], "400 wrong_type quiet_hours_start"),
            (["notify_push": true, "quiet_hours_end": "7 pm"], "400 wrong_type quiet_hours_end"),
            (["notify_push": true, "quiet_hours_by_weekday": ["fri": "late"]], "400 wrong_type quiet_hours_by_weekday.fri"),
            (["notify_push": true, "quiet_hours_by_weekday": ["friday": nil]], "400 unknown_name quiet_hours_by_weekday.friday"),
            (["notify_push": true, "muted_until": "tomorrow"], "400 wrong_type muted_until"),
            (["notify_push": true, "digest_at": "noon"], "400 wrong_type digest_at"),
            (["notify_push": true, "digest_by_category": ["chat": "noon"]], "400 wrong_type digest_by_category.chat"),
            (["notify_push": true, "daily_max": -1], "400 number_out_of_range daily_max"),
            (["notify_push": true, "daily_max": 10_001], "400 number_out_of_range daily_max"),
            (["notify_push": true, "daily_max": 2.5], "400 wrong_type daily_max"),
            (["notify_push": true, "quiet_hours_notification_level": "loud"], "400 unknown_value quiet_hours_notification_level"),
            (["notify_push": true, "quiet_hours_action": "wait"], "400 unknown_value quiet_hours_action"),
            (["notify_push": true, "notify_emial": true], "400 unknown_name notify_emial"),
            (["notify_push": true, "user_id": "ana"], "400 unknown_name user_id"),
            (["notify_push": "yes"], "400 wrong_type notify_push"), ([], "400 wrong_type"),
        ] as [(JSON, String)])
    func refused(body: JSON, expected: String) async throws {
        try await withAPI { api async throws in
            #expect(try await api.patch(Self.own, body, as: .person(.ana)).summary == expected)
            #expect(try await api.get(Self.own, as: .person(.ana)).json == Self.defaults)
        }
    }

    @Test("An unknown level is answered with those that there are")
    func levels() async throws {
        try await withAPI { api in
            let answer = try await api.patch(Self.own, ["quiet_hours_notification_level": "loud"], as: .person(.ana))
            #expect(answer.message == "“quiet_hours_notification_level” has a value that is not known. Use one of: all, critical_only, none.")
        }
    }

    @Test("What is changed reaches the person's devices, in place of what these had; what they don't know or know already has nobody sync")
    func onDevices() async throws {
        try await withAPI { api async throws in
            let own: [String: FactValue] = ["quiet_hours_start": .text("20:00:00"), "quiet_hours_end": .text("06:00:00"), "daily_max": .whole(5)]
            let row = FactRecord(id: FactTable.settingsID, columns: own)
            _ = await api.store.push(SyncPush(id: nil, changes: SyncChanges(tables: [.profile: .init(created: [row])]), pulledAt: nil), of: .ana, now: .morning)
            func change(_ body: JSON) async throws -> SyncAnswer {
                #expect(try await api.patch(Self.own, body, as: .person(.ana)).status == 200)
                return await api.store.pull(SyncPull(since: nil), of: .ana)
            }
            let quiet = try await change(["quiet_hours_start": "22:00", "quiet_hours_end": "07:00", "notify_push": true])
            let columns = quiet.changes.tables[.profile]?.saved.first?.columns
            #expect(columns?["quiet_hours_start"] == .text("22:00:00") && columns?["quiet_hours_end"] == .text("07:00:00"))
            #expect(columns?["notify_push"] == .flag(true) && columns?["daily_max"] == .whole(5))
            let again = try await change(["quiet_hours_end": "07:00", "notify_email": true, "timezone": "Europe/Berlin"])
            #expect(again.timestamp == quiet.timestamp)
            let none = try await change(["quiet_hours_start": nil]).changes.tables[.profile]?.saved.first?.columns
            #expect(none?["quiet_hours_start"] == .null && none?["quiet_hours_end"] == .null)
            let nights = try await change(["quiet_hours_by_weekday": ["sun": nil]]).changes.tables[.profile]?.saved.first?.columns
            #expect(nights?["quiet_hours_by_weekday"] == .text(#"{"sun":null}"#) && nights?["daily_max"] == .whole(5))
            let muted = try await change(["muted_until": "2026-01-25T20:00:00Z"]).changes.tables[.profile]?.saved.first?.columns
            #expect(muted?["muted_until"] == .text("2026-01-25T20:00:00Z") && muted?["daily_max"] == .whole(5))
            let heard = try await change(["muted_until": nil]).changes.tables[.profile]?.saved.first?.columns
            #expect(heard?["muted_until"] == .null)
            let fewer = try await change(["daily_max": 3]).changes.tables[.profile]?.saved.first?.columns
            #expect(fewer?["daily_max"] == .whole(3))
            let unlimited = try await change(["daily_max": nil]).changes.tables[.profile]?.saved.first?.columns
            #expect(unlimited?["daily_max"] == .null)
        }
    }

    @Test("How much a person wants on one day is kept and answered, until they want no limit")
    func dailyMax() async throws {
        try await withAPI { api in
            let limited = try await api.patch(Self.own, ["daily_max": 8], as: .person(.ana))
            #expect(limited.status == 200 && limited.json["daily_max"] == 8)
            let other = try await api.patch(Self.own, ["notify_push": true], as: .person(.ana))
            #expect(other.json["daily_max"] == 8)
            let unlimited = try await api.patch(Self.own, ["daily_max": nil], as: .person(.ana))
            #expect(unlimited.status == 200 && unlimited.json["daily_max"] == nil)
        }
    }

    @Test("Another person's preferences aren't there, not even those of one's family")
    func others() async throws {
        try await withAPI { api async throws in
            for person in [UserID.ana, .eve] {
                #expect(try await api.get("/v1/users/ben/preferences", as: .person(person)).summary == "404 unknown_user user_id")
                #expect(try await api.patch("/v1/users/ben/preferences", ["notify_push": true], as: .person(person)).status == 404)
            }
            #expect(await api.store.preferences(of: .ben).columns.isEmpty)
        }
    }

    @Test("An app changes those of anybody who is known, and of nobody else")
    func apps() async throws {
        try await withAPI { api async throws in
            #expect(try await api.patch("/v1/users/ben/preferences", ["notify_push": true], as: .app).json["notify_push"] == true)
            #expect(try await api.patch("/v1/users/nobody/preferences", ["notify_push": true], as: .app).summary == "404 unknown_user user_id")
            #expect(try await api.get(Self.own, as: .app).status == 404)
        }
    }
}
