import BelfryDelivery
import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import HTTPTypes
import Testing

@testable import BelfryAPI

/// What is planned for a person, as a calendar.
struct CalendarRoutesTests {
    /// Own reminders of every kind: on days, by a rule that others don't know, and with one left out. At noon on 25 January 2026.
    private static let facts: JSON = [
        "reminders": [
            "created": [
                ["id": "bins", "title": "Bins", "dtstart": "2026-01-12", "rrule": "FREQ=WEEKLY;BYDAY=MO;INTERVAL=2"],
                [
                    "id": "month", "title": "Month’s end: accounts, rent, and whatever else has to be done by then", "body": "Ask Ben; he knows.\nSoon",
                    "dtstart": "2026-01-31T18:00", "rrule": "FREQ=MONTHLY;SKIP=BACKWARD",
                ],
                ["id": "off", "title": "Off", "dtstart": "2026-01-31T18:00", "enabled": false],
                ["id": "over", "title": "Over", "dtstart": "2026-01-20T18:00"], ["id": "odd", "title": "Odd", "dtstart": "soon"],
                [
                    "id": "pills", "title": "Pills; two", "dtstart": "2026-01-20T08:00", "rrule": "FREQ=DAILY;UNTIL=20260210",
                    "exdate": "[\"2026-01-27\"]", "done_through": "2026-01-24T08:00",
                ],
            ]
        ]
    ]

    private static let golden = #"""
        BEGIN:VCALENDAR
        VERSION:2.0
        PRODID:-//Belfry//Calendar//EN
        CALSCALE:GREGORIAN
        NAME:Belfry
        X-WR-CALNAME:Belfry
        REFRESH-INTERVAL;VALUE=DURATION:PT6H
        X-PUBLISHED-TTL:PT6H
        BEGIN:VTIMEZONE
        TZID:Europe/Berlin
        BEGIN:STANDARD
        DTSTART:19700101T000000
        TZOFFSETFROM:+0100
        TZOFFSETTO:+0100
        END:STANDARD
        BEGIN:DAYLIGHT
        DTSTART:20260329T020000
        TZOFFSETFROM:+0100
        TZOFFSETTO:+0200
        END:DAYLIGHT
        BEGIN:STANDARD
        DTSTART:20261025T030000
        TZOFFSETFROM:+0200
        TZOFFSETTO:+0100
        END:STANDARD
        BEGIN:DAYLIGHT
        DTSTART:20270328T020000
        TZOFFSETFROM:+0100
        TZOFFSETTO:+0200
        END:DAYLIGHT
        BEGIN:STANDARD
        DTSTART:20271031T030000
        TZOFFSETFROM:+0200
        TZOFFSETTO:+0100
        END:STANDARD
        BEGIN:DAYLIGHT
        DTSTART:20280326T020000
        TZOFFSETFROM:+0100
        TZOFFSETTO:+0200
        END:DAYLIGHT
        BEGIN:STANDARD
        DTSTART:20281029T030000
        TZOFFSETFROM:+0200
        TZOFFSETTO:+0100
        END:STANDARD
        END:VTIMEZONE
        BEGIN:VEVENT
        UID:2a18b7da323dff5b1dd70438926fdd5f@belfry
        DTSTAMP:20260125T000000Z
        DTSTART;VALUE=DATE:20260126
        RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO
        SUMMARY:Bins
        TRANSP:TRANSPARENT
        END:VEVENT
        BEGIN:VEVENT
        UID:7339adb63efa8c9a5bfdbd939425ed94@belfry
        DTSTAMP:20260125T000000Z
        DTSTART;TZID=Europe/Berlin:20260131T180000
        DURATION:PT15M
        SUMMARY:Month’s end: accounts\, rent\, and whatever else has to be done b
         y then
        TRANSP:TRANSPARENT
        END:VEVENT
        BEGIN:VEVENT
        UID:4ec7f76606271653a906876b0af113c4@belfry
        DTSTAMP:20260125T000000Z
        DTSTART;TZID=Europe/Berlin:20260228T180000
        DURATION:PT15M
        SUMMARY:Month’s end: accounts\, rent\, and whatever else has to be done b
         y then
        TRANSP:TRANSPARENT
        END:VEVENT
        BEGIN:VEVENT
        UID:5ed567027f93a48a89b0aaec4bdc574a@belfry
        DTSTAMP:20260125T000000Z
        DTSTART;TZID=Europe/Berlin:20260125T080000
        DURATION:PT15M
        RRULE:FREQ=DAILY;UNTIL=20260210T225959Z
        EXDATE;TZID=Europe/Berlin:20260127T080000
        SUMMARY:Pills\; two
        TRANSP:TRANSPARENT
        END:VEVENT
        END:VCALENDAR
        """#

    /// What a parser that isn't ours makes of a calendar: of each event its title, and on which days it is first, by dateutil.
    private static let parser = #"""
        import datetime, sys
        from dateutil.rrule import rruleset, rrulestr
        from icalendar import Calendar
        text = sys.argv[1]
        assert all(len(line.encode()) <= 75 for line in text.split("\r\n")) and text.endswith("\r\n")
        calendar = Calendar.from_ical(text)
        assert not calendar.errors, calendar.errors
        for event in calendar.walk("VEVENT"):
            assert not event.errors and event["TRANSP"] == "TRANSPARENT" and not event.walk("VALARM")
            start = event["DTSTART"].dt
            days = not isinstance(start, datetime.datetime)
            at = datetime.datetime.combine(start, datetime.time()) if days else start
            dates = rruleset()
            if "RRULE" in event: dates.rrule(rrulestr(event["RRULE"].to_ical().decode(), dtstart=at))
            else: dates.rdate(at)
            for left in (event["EXDATE"].dts if "EXDATE" in event else []): dates.exdate(left.dt)
            seen = [date.date().isoformat() if days else date.isoformat() for date in list(dates[:3])]
            print(event["SUMMARY"], *seen, sep=" | ")
        """#

    /// - Returns: where it is read.
    private func link(_ api: API, _ detail: String = "titles") async throws -> String {
        _ = try await api.patch("/v1/users/me/preferences", ["timezone": "Europe/Berlin"], as: .person(.ana))
        let made = try await api.post("/v1/users/me/calendar", ["detail": .text(detail)], as: .person(.ana))
        #expect(made.status == 200 && made.json["detail"] == .text(detail))
        return try #require(made.json["path"]?.string)
    }

    @Test("A calendar has own reminders by their rules, in their zone, line for line, and another program reads them alike")
    func golden() async throws {
        try await withAPI { api in
            #expect(try await api.post("/sync/push?last_pulled_at=1", Self.facts, as: .person(.ana)).status == 200)
            let answer = try await api.get(try await link(api))
            #expect(answer.status == 200 && answer.headers[.contentType] == "text/calendar; charset=utf-8")
            #expect(answer.text == Self.golden.split(separator: "\n").map { $0 + "\r\n" }.joined())
            let month = "Month’s end: accounts, rent, and whatever else has to be done by then"
            #expect(
                try OtherProgram.python(Self.parser, [answer.text]).split(separator: "\n") == [
                    "Bins | 2026-01-26 | 2026-02-09 | 2026-02-23", "\(month) | 2026-01-31T18:00:00+01:00", "\(month) | 2026-02-28T18:00:00+01:00",
                    "Pills; two | 2026-01-25T08:00:00+01:00 | 2026-01-26T08:00:00+01:00 | 2026-01-28T08:00:00+01:00",
                ])
        }
    }

    @Test("A calendar says as much as its person has chosen: that something is, what it is called, or all of it")
    func details() async throws {
        try await withAPI { api in
            _ = try await api.post("/sync/push?last_pulled_at=1", Self.facts, as: .person(.ana))
            let busy = try await api.get(try await link(api, "busy")).text
            #expect(busy.contains("SUMMARY:Reminder\r\n") && !busy.contains("Bins") && !busy.contains("DESCRIPTION"))
            let full = try await api.get(try await link(api, "full")).text
            #expect(full.contains("SUMMARY:Bins") && full.contains(#"DESCRIPTION:Ask Ben\; he knows.\nSoon"#))
        }
    }

    @Test("A calendar has bills and what apps have ordered for later, once, and nothing of anybody's health")
    func others() async throws {
        let bills: JSON = [
            "notification_settings": ["created": [["id": "own", "bill_reminders_enabled": true, "currency": "EUR"]]],
            "budget_items": ["created": [["id": "rent", "name": "Rent", "amount": 90_000, "due_date": "2026-01-28"]]],
        ]
        try await withAPI { api in
            _ = try await api.post("/sync/push?last_pulled_at=1", bills, as: .person(.ana))
            _ = try await api.post("/v1/metrics", .days(steps: .usual + .drop), as: .app)
            let order: JSON = ["recipients": ["ana"], "title": "Boiler", "channels": ["in_app", "email"], "deliver_after": "2026-01-26T08:00:00Z"]
            #expect(try await api.post("/v1/notifications", order, as: .app).status == 202)
            let text = try await api.get(try await link(api)).text
            #expect(text.contains("SUMMARY:Due today: Rent") && text.contains("DTSTART:20260128T080000Z"))
            #expect(text.split(separator: "SUMMARY:Boiler").count == 2 && text.contains("DTSTART:20260126T080000Z"))
            #expect(!text.contains("steps") && !text.contains("Ben"))
        }
    }

    @Test("What is left of an order once a channel of it is told is the same event, also at another hour, and another order is another one")
    func oneOrder() async throws {
        try await withAPI { api in
            func order(_ title: String, at hour: Int) async throws {
                let order: JSON = [
                    "recipients": ["ana"], "title": .text(title), "channels": ["in_app", "email"], "deliver_after": .text("2026-01-26T\(hour):00:00Z"),
                ]
                #expect(try await api.post("/v1/notifications", order, as: .app).status == 202)
            }
            // All at one moment.
            try await order("Boiler", at: 18)
            try await order("Boiler", at: 19)
            try await order("Bins", at: 20)
            let path = try await link(api)
            func events() async throws -> [String] {
                let lines = try await api.get(path).text.split(separator: "\r\n")
                return lines.filter { $0.hasPrefix("UID:") }.map(String.init)
            }
            let before = try await events()
            #expect(Set(before).count == 3)
            let all = await api.store.deliveries(to: .ana, since: .morning, countMax: 10).map(\.delivery)
            func ids(over channel: DeliveryChannel) -> JSON { .list(all.filter { $0.channel == channel }.map { .text($0.id.text) }) }
            #expect(try await api.post("/v1/deliveries/cancel", ["ids": ids(over: .inApp)], as: .app).status == 200)
            #expect(try await events() == before)
            let rest: JSON = ["ids": ids(over: .email), "deliver_after": "2026-01-26T21:00:00Z"]
            #expect(try await api.post("/v1/deliveries/change", rest, as: .app).status == 200)
            #expect(try await Set(events()).isSubset(of: before))
        }
    }

    @Test("What somebody has switched off isn't in their calendar, and is once they switch it on over one of its channels")
    func unwanted() async throws {
        try await withAPI { api in
            let order: JSON = [
                "recipients": ["ana"], "category": "home", "title": "Boiler", "channels": ["in_app", "email"], "deliver_after": "2026-01-26T08:00:00Z",
            ]
            #expect(try await api.post("/v1/notifications", order, as: .app).status == 202)
            let path = try await link(api)
            _ = try await api.put("/v1/users/me/subscriptions", ["category": "home", "subscribed": false], as: .person(.ana))
            #expect(!(try await api.get(path).text.contains("Boiler")))
            _ = try await api.put("/v1/users/me/subscriptions", ["category": "home", "channel": "email", "subscribed": true], as: .person(.ana))
            #expect(try await api.get(path).text.contains("SUMMARY:Boiler"))
        }
    }

    @Test("What its own app requires is in the calendar though it is switched off, and what is off at first isn't, whatever another declares")
    func ofItsApp() async throws {
        try await withAPI { api in
            try await api.addKey("shop")
            func order(_ title: String, as app: Shown) async throws {
                let order: JSON = [
                    "recipients": ["ana"], "category": "home", "title": .text(title), "channels": ["email"], "deliver_after": "2026-01-26T08:00:00Z",
                ]
                #expect(try await api.post("/v1/notifications", order, as: app).status == 202)
            }
            try await order("Boiler", as: .app)
            try await order("Bins", as: .bearer("bk_shop"))
            let path = try await link(api)
            func titles() async throws -> [String] {
                try await api.get(path).text.split(separator: "\r\n").filter { $0.hasPrefix("SUMMARY:") }.map { String($0.dropFirst(8)) }
            }
            try await api.store.save(.off("home", over: [.email]), of: .shop, countMax: 9, now: .morning)
            #expect(try await titles() == ["Boiler"])
            try await api.store.save(.required("home"), of: .shop, countMax: 9, now: .morning)
            _ = try await api.put("/v1/users/me/subscriptions", ["category": "home", "subscribed": false], as: .person(.ana))
            #expect(try await titles() == ["Bins"])
        }
    }

    @Test("What goes over one channel after the other is over in the calendar once the first is told, and stays where that one was left out")
    func route() async throws {
        let route = DeliveryRoute(steps: [.init(channels: [.inApp]), .init(channels: [.email], after: .seconds(7200))])
        try await withAPI(route: route) { api in
            let order: JSON = ["recipients": ["ana"], "title": "Boiler", "deliver_after": "2026-01-26T08:00:00Z"]
            #expect(try await api.post("/v1/notifications", order, as: .app).status == 202)
            let path = try await link(api)
            #expect(try await api.get(path).text.contains("DTSTART:20260126T080000Z"))
            api.clock.set(.noon + .seconds(20 * 3600))
            #expect(!(try await api.get(path).text.contains("Boiler")), "due")
            _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            #expect(!(try await api.get(path).text.contains("Boiler")), "told")
            let second = await api.store.deliveries(to: .ana, since: .morning, countMax: 10).filter { $0.delivery.channel == .email }
            #expect(second.map(\.status) == ["pending"])
        }
        try await withAPI(route: route) { api in
            _ = try await api.put("/v1/users/me/subscriptions", ["category": "home", "channel": "in_app", "subscribed": false], as: .person(.ana))
            let order: JSON = ["recipients": ["ana"], "category": "home", "title": "Boiler", "deliver_after": "2026-01-26T08:00:00Z"]
            #expect(try await api.post("/v1/notifications", order, as: .app).status == 202)
            #expect(try await api.get(try await link(api)).text.contains("DTSTART:20260126T080000Z"), "the next goes on at once")
        }
    }

    @Test("A day that is added before the rule's next is in the calendar, with the others date by date")
    func addedEarly() async throws {
        let bins: JSON = ["id": "bins", "title": "Bins", "dtstart": "2026-01-19", "rrule": "FREQ=WEEKLY;INTERVAL=2", "rdate": "[\"2026-01-27\"]"]
        try await withAPI { api in
            #expect(try await api.post("/sync/push?last_pulled_at=1", ["reminders": ["created": [bins]]], as: .person(.ana)).status == 200)
            let lines = try await api.get(try await link(api)).text.split(separator: "\r\n")
            let starts = lines.filter { $0.hasPrefix("DTSTART;VALUE=DATE:") }.map { $0.suffix(8) }
            #expect(starts == ["20260127", "20260202", "20260216", "20260302", "20260316"])
            #expect(!lines.contains { $0.hasPrefix("RRULE") })
        }
    }

    @Test("The address that the settings show begins with that of this server, whatever the request says of its host")
    func address() async throws {
        try await withAPI(publicURL: "http://calendar.example.org/belfry/") { api in
            let made = try await api.submit("/page/settings/calendar", "act=make&detail=titles").text
            #expect(made.contains("<code id=\"calendar-address\">http://calendar.example.org/belfry/calendar/"))
            #expect(made.contains("href=\"webcal://calendar.example.org/belfry/calendar/"))
        }
    }

    @Test("Whoever has a calendar already is told so, and one in which something has changed is another")
    func known() async throws {
        try await withAPI { api in
            let path = try await link(api)
            let first = try await api.get(path)
            let tag = try #require(first.headers[.eTag])
            #expect(first.headers[.cacheControl] == "private, max-age=900")
            let again = try await api.ask(.get, path, nil, as: .headers(["if-none-match": tag]))
            #expect(again.status == 304 && again.text.isEmpty && again.headers[.eTag] == tag)
            _ = try await api.post("/sync/push?last_pulled_at=1", Self.facts, as: .person(.ana))
            #expect(try await api.ask(.get, path, nil, as: .headers(["if-none-match": tag])).status == 200)
        }
    }

    @Test("Another link takes the place of the former, a removed one opens nothing, and neither is told again")
    func renewed() async throws {
        try await withAPI { api in
            let former = try await link(api)
            let path = try await link(api, "busy")
            #expect(path != former)
            #expect(try await api.get(former).status == 404)
            #expect(try await api.get(path).status == 200)
            let told = try await api.get("/v1/users/me/calendar", as: .person(.ana)).json
            #expect(told == ["calendar": ["detail": "busy", "created_at": "2026-01-25T12:00:00Z"]])
            #expect(try await api.ask(.delete, "/v1/users/me/calendar", nil, as: .person(.ana)).status == 200)
            #expect(try await api.get(path).status == 404)
            #expect(try await api.get("/v1/users/me/calendar", as: .person(.ana)).json == ["calendar": .null])
        }
    }

    @Test("A person's calendar is theirs: no app and nobody else makes, sees or removes its link, and what can't be is refused")
    func ofOthers() async throws {
        try await withAPI { api in
            _ = try await link(api)
            #expect(try await api.get("/v1/users/ana/calendar", as: .person(.ben)).status == 404)
            #expect(try await api.get("/v1/users/ana/calendar", as: .app).status == 401)
            #expect(try await api.post("/v1/users/me/calendar", ["detail": "all"], as: .person(.ana)).summary == "400 unknown_value detail")
            #expect(try await api.post("/v1/users/me/calendar", ["detial": "full"], as: .person(.ana)).summary == "400 unknown_name detial")
            #expect(try await api.post("/v1/users/me/calendar", [:], as: .person(.ana)).json["detail"] == "titles")
        }
    }

    @Test("A calendar that is read again and again within a minute waits")
    func often() async throws {
        try await withAPI { api in
            let path = try await link(api)
            for _ in 0..<PressQuota.countMax { #expect(try await api.get(path).status == 200) }
            #expect(try await api.get(path).summary == "429 too_many_presses")
            api.clock.advance(.seconds(61))
            #expect(try await api.get(path).status == 200)
        }
    }

    @Test("The settings make a link, show it once, and remove it, and nothing that was typed beside it is saved by that")
    func settings() async throws {
        try await withAPI { api in
            let page = try await api.get("/settings", as: .page(.ana)).text
            let channels = try #require(page.firstRange(of: "name=\"notify_email\""))
            let calendar = try #require(page.firstRange(of: "There is no link."))
            #expect(channels.upperBound < calendar.lowerBound)
            let made = try await api.submit("/page/settings/calendar", "act=make&detail=full").text
            #expect(made.contains("It is shown this once") && made.contains("made on 25 January 2026, 12:00"))
            let address = try #require(try Regex("http://[^/]*(/calendar/[^<]*.ics)<", as: (Substring, Substring).self).firstMatch(in: made)).output.1
            #expect(try await api.get(String(address)).status == 200)
            let later = try await api.get("/settings", as: .page(.ana)).text
            #expect(!later.contains(String(address)) && later.contains("<option value=\"full\" selected>"))
            #expect(try await api.submit("/page/settings/calendar", "act=remove&detail=full").text.contains("opens nothing any more"))
            #expect(try await api.get(String(address)).status == 404)
            #expect(try await api.submit("/page/settings/calendar", "act=make&detail=all").status == 400)
            #expect(try await api.submitForged("/page/settings/calendar", "act=make&detail=full").status == 401)
        }
    }
}
