import BelfryModel
import BelfryTesting
import BelfryTime
import Foundation
import Testing

struct PayloadTests {
    private static let full = """
        {"kind":"pattern_alert","severity":"critical","member_name":"Ada","metric_type":"hrv_ms","pattern_type":"drop_vs_baseline",\
        "level":14,"active_since":"2026-01-11","baseline_value":48.5,"recent_value":36,"deviation_percent":-25.8,"title":"T","body":"B",\
        "texts":{"de":{"title":"Titel","body":"Text"},"ar":{"title":"عنوان"}},"link":"https://app.example/orders/7","collapse_key":"door","is_over":true,\
        "actions":[{"id":"pay","title":"Pay now","link":"https://app.example/pay"},{"id":"later","title":"Later"}],\
        "throttle":{"key":"door-open","max":2,"within_minutes":60},"one_of_us":true,"rota":"grandma",\
        "deliver_at_local":"2026-12-24T09:00:00","expires_at_local":"2026-12-24T10:00:00"}
        """

    @Test("A full payload is read whole and reads back as itself")
    func roundTrip() throws {
        let payload = try decoded(Payload.self, from: Self.full)
        #expect(payload.category == Payload.patternAlertKind)
        #expect(payload.severity == .critical)
        #expect(payload.memberName == "Ada")
        #expect(payload.metric == .hrv)
        #expect(payload.pattern == .dropVsBaseline)
        #expect(payload.level == .days14)
        #expect(payload.activeSince == CivilDate(year: 2026, month: 1, day: 11))
        #expect(payload.baselineValue == 48.5)
        #expect(payload.recentValue == 36)
        #expect(payload.deviationPercent == -25.8)
        #expect(payload.title == "T")
        #expect(payload.body == "B")
        #expect(payload.texts?.all.map(\.language) == [.arabic, .german])
        #expect(payload.texts?[.german] == TextsByLanguage.Text(title: "Titel", body: "Text") && payload.texts?[.french] == nil)
        #expect(payload.link == NotificationLink("https://app.example/orders/7"))
        #expect(payload.collapseKey == CollapseKey("door") && payload.isOver == true && payload.oneOfUs == true && payload.rota == RotaID("grandma"))
        #expect(payload.throttle == KeyedThrottle(key: "door-open", countMax: 2, windowMinutes: 60) && payload.throttle?.window == .seconds(3600))
        #expect(payload.actions?.all.map(\.id.text) == ["pay", "later"] && payload.actions?.all.map { $0.link?.text } == ["https://app.example/pay", nil])
        #expect(payload.deliverAtLocal == CivilDateTime("2026-12-24T09:00") && payload.expiresAtLocal == CivilDateTime("2026-12-24T10:00"))
        #expect(try JSONDecoder().decode(Payload.self, from: JSONEncoder().encode(payload)) == payload)
    }

    @Test(
        "A field that cannot be understood counts as missing, and the others count",
        arguments: [
            "kind", "severity", "member_name", "metric_type", "pattern_type", "level", "active_since", "baseline_value", "recent_value",
            "deviation_percent", "title", "body", "texts", "link", "collapse_key", "deliver_at_local", "actions", "expires_at_local", "throttle", "rota",
        ])
    func leniency(key: String) throws {
        var object = try #require(try JSONSerialization.jsonObject(with: Data(Self.full.utf8)) as? [String: Any])
        object[key] = nil
        let without = try payload(object)
        for strange in [["a": 1], [1, 2], true, NSNull()] as [Any] {
            object[key] = strange
            #expect(try payload(object) == without)
        }
        #expect(try without != decoded(Payload.self, from: Self.full))
    }

    @Test("A value outside of its list counts as missing")
    func unknownValues() throws {
        let payload = try decoded(
            Payload.self, from: #"{"severity":"grave","metric_type":"mood","pattern_type":"x","level":5,"active_since":"2026-02-30"}"#)
        #expect(payload == Payload())
    }

    @Test(
        "A name that no receipt can bear counts as missing, however the payload is read",
        arguments: [String(repeating: "x", count: 256) + "|2026-11-30", "a\u{7F}|2026-11-30"])
    func unbearableName(name: String) throws {
        let json = "{\"notification_id\":\"\(name)\"}"
        #expect(NotificationID(name) != nil)
        #expect(try decoded(Payload.self, from: json) == Payload())
        #expect(Payload(flatJSON: json) == Payload())
    }

    @Test(
        "A link that nobody may give counts as missing, however the payload is read",
        arguments: ["javascript:alert(1)", "http://app.example", "https://ana:secret@app.example", ""])
    func unusableLink(link: String) throws {
        let json = "{\"link\":\"\(link)\"}"
        #expect(try decoded(Payload.self, from: json) == Payload())
        #expect(Payload(flatJSON: json) == Payload())
    }

    @Test(
        "A key has 1 to 64 bytes and no control characters; any other counts as missing, however the payload is read",
        arguments: [
            ("d", true), ("door 7/ü", true), (String(repeating: "a", count: 64), true), (String(repeating: "a", count: 65), false),
            (String(repeating: "ü", count: 33), false), ("", false), (" door", false), ("do\u{7F}or", false),
        ])
    func collapseKey(text: String, isOne: Bool) throws {
        let json = "{\"collapse_key\":\"\(text)\"}"
        let read = try decoded(Payload.self, from: json)
        #expect(read.collapseKey?.text == (isOne ? text : nil) && Payload(flatJSON: json) == read)
    }

    @Test(
        "A throttle has a key of 1 to 64 bytes, a number from 1 to 100 and a window of a week at most; any other is refused, and counts as missing in a row",
        arguments: [
            (#"{"key":"door","max":1,"within_minutes":60}"#, nil), (#"{"key":"ü","max":100,"within_minutes":10080}"#, nil),
            (#"{"key":"","max":1,"within_minutes":60}"#, "wrong_type key"), (#"{"key":" door","max":1,"within_minutes":60}"#, "wrong_type key"),
            (#"{"max":1,"within_minutes":60}"#, "missing_field key"), (#"{"key":"door","within_minutes":60}"#, "missing_field max"),
            (#"{"key":"door","max":1}"#, "missing_field within_minutes"), (#"{"key":"door","max":0,"within_minutes":60}"#, "number_out_of_range max"),
            (#"{"key":"door","max":101,"within_minutes":60}"#, "number_out_of_range max"),
            (#"{"key":"door","max":1,"within_minutes":10081}"#, "number_out_of_range within_minutes"),
            (#"{"key":"door","max":1.5,"within_minutes":60}"#, "wrong_type max"),
            (#"{"key":"door","max":1,"within_minutes":60,"minutes":5}"#, "unknown_name minutes"),
        ] as [(String, String?)])
    func throttle(json: String, refusal: String?) throws {
        let refused = problem(with: json, as: KeyedThrottle.self)
        #expect(refused.map { "\($0.code) \($0.field ?? "")" } == refusal)
        let payload = try decoded(Payload.self, from: "{\"throttle\":\(json)}")
        #expect((payload.throttle != nil) == (refusal == nil))
    }

    @Test("No two apps or keys have a collapse ID in common")
    func collapseIDs() {
        let pairs = [("shop", "door"), ("shop", "door:7"), ("shop:door", "7"), ("4:shop", "door"), ("s", "hop:door"), ("ü", "door")]
        let ids = pairs.map { CollapseKey(literal: $1).collapseID(of: AppID(literal: $0)) }
        #expect(Set(ids).count == pairs.count && ids[0] == "4:shop:door" && ids[5] == "2:ü:door")
    }

    @Test(
        "Of the words by language that a row has, what can't be used is passed over, and the others count",
        arguments: [
            (#"{"de-AT":{"title":"Titel"},"nl":{"title":"Titel"}}"#, ["de Titel -"]), (#"{"DE":{"body":"Text","size":3}}"#, ["de - Text"]),
            (#"{"de":{"title":7,"body":"Text"},"tr":"Başlık","fr":{}}"#, ["de - Text"]), (#"{"de":{"title":""},"es":null}"#, []), ("{}", []),
        ])
    func textsOfRow(texts: String, read: [String]) throws {
        let payload = try decoded(Payload.self, from: "{\"title\":\"T\",\"texts\":\(texts)}")
        #expect((payload.texts?.all ?? []).map { "\($0.language.rawValue) \($0.text.title ?? "-") \($0.text.body ?? "-")" } == read)
        #expect(payload.title == "T" && (payload.texts == nil) == read.isEmpty)
    }

    @Test("The words for a language are its own alone, and those of nobody's language are the payload's")
    func wordsByLanguage() throws {
        let payload = try decoded(Payload.self, from: Self.full)
        #expect(payload.words(in: .german) == ("Titel", "Text") && payload.words(in: .arabic) == ("عنوان", nil))
        #expect(payload.words(in: .english) == ("T", "B"))
        let arabic = payload.worded(in: .arabic)
        #expect(arabic.title == "عنوان" && arabic.body == nil && arabic.texts == nil && arabic.link == payload.link)
        #expect(payload.worded(in: .english).title == "T" && payload.worded(in: .english).texts == nil)
    }

    @Test("A language may have titles of its own for the buttons; one without keeps the order's, and what can't be used is passed over")
    func actionTitlesByLanguage() throws {
        let payload = try decoded(
            Payload.self,
            from: """
                {"title":"T","actions":[{"id":"pay","title":"Pay","link":"https://app.example/pay"},{"id":"later","title":"Later"}],"texts":{
                "de":{"title":"T","actions":{"pay":"Zahlen","PAY":"Z","other":"Z","later":7}},"ar":{"title":"T","actions":"Z"},
                "fr":{"title":"T","actions":{"pay":" ","later":"Plus tard"}}}}
                """)
        func titles(_ language: Language) -> [String] { payload.actions(in: language)?.all.map(\.title) ?? [] }
        #expect(titles(.german) == ["Zahlen", "Later"] && titles(.french) == ["Pay", "Plus tard"])
        #expect(titles(.arabic) == ["Pay", "Later"] && titles(.english) == ["Pay", "Later"])
        let german = payload.worded(in: .german).actions
        #expect(german == payload.actions(in: .german) && german?.all.map(\.link) == payload.actions?.all.map(\.link))
        var unoffered = payload
        unoffered.actions = nil
        #expect(unoffered.actions(in: .german) == nil)
    }

    @Test("What is no object at all is an empty payload", arguments: ["{}", "[]", "[1]", "\"text\"", "1", "null", "true"])
    func noObject(json: String) throws {
        let payload = try decoded([Payload].self, from: "[\(json)]")
        #expect(payload == [Payload()])
        #expect(payload.first?.category == "general")
    }

    private func payload(_ object: [String: Any]) throws -> Payload {
        try JSONDecoder().decode(Payload.self, from: JSONSerialization.data(withJSONObject: object))
    }
}

struct DeliveryTests {
    @Test("A channel that this version does not know stays a name")
    func unknownChannel() throws {
        let recipient = try #require(UserID("u"))
        func delivery(_ channelName: String) throws -> Delivery {
            Delivery(
                id: try #require(DeliveryID("d")), createdAt: Instant(secondsSinceEpoch: 0), recipient: recipient, member: recipient,
                alert: nil,
                channelName: channelName, payload: Payload())
        }
        #expect(try delivery("pigeon").channel == nil)
        #expect(try delivery("in_app").channel == .inApp)
    }
}
