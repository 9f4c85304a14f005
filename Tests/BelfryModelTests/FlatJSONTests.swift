import BelfryTesting
import BelfryTime
import Foundation
import Testing

@testable import BelfryModel

@Suite("JSON without Foundation")
struct FlatJSONTests {
    private static let texts = [
        "", "steps", "Ana's \"usual\"", "a\\b/c", "\u{0}\u{1}\u{8}\t\n\u{C}\r\u{1F}\u{7F}", "Grüße 👩‍👧 مرحبا", "\u{2028}\u{2029}\u{FEFF}", "null",
    ]

    private static let encoder: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }()

    private static let numbers = [
        0, -0.0, 1, -1, 0.1, 5200.5, -34.99, 8000, 1e15, 1e16, 1e21, 1.5e-7, 123_456_789.123, .greatestFiniteMagnitude, .leastNonzeroMagnitude,
    ]

    /// One of some values, or none.
    private static func maybe<Value>(_ values: [Value], _ generator: inout SeededGenerator) -> Value? {
        Bool.random(using: &generator) ? values.randomElement(using: &generator) : nil
    }

    private static let actions: [OfferedActions] = {
        let link = NotificationLink("https://app.example/a?b=c")
        let pay = OfferedAction(id: ActionID(literal: "pay"), title: "Pay \"now\" / später", link: link)
        let used = OfferedAction(id: ActionID(literal: "used"), title: "\u{1F44D}", language: .turkish)
        return [[pay, used], [used]].compactMap { OfferedActions($0.compactMap(\.self)) }
    }()

    private static let throttles = [1, 100].compactMap { KeyedThrottle(key: "Tür / \"7\"", countMax: $0, windowMinutes: 60 * $0) }

    private static let actionTitles: [[ActionID: String]] = [
        [ActionID(literal: "pay"): "Zahlen / \"jetzt\""], [ActionID(literal: "pay"): "Zahlen", ActionID(literal: "later"): "Später"],
    ]

    private static func payload(_ generator: inout SeededGenerator) -> Payload {
        var payload = Payload()
        payload.kind = maybe(texts, &generator)
        payload.severity = maybe(Severity.allCases, &generator)
        payload.memberName = maybe(texts, &generator)
        payload.metric = maybe(Metric.allCases, &generator)
        payload.pattern = maybe([.dropVsBaseline, .riseVsBaseline], &generator)
        payload.level = maybe(EpisodeLevel.allCases, &generator)
        payload.activeSince = maybe([CivilDate("2026-01-25")].compactMap(\.self), &generator)
        payload.dayCount = maybe([-5, 0, 3, 1000], &generator)
        payload.baselineValue = maybe(numbers, &generator)
        payload.recentValue = maybe(numbers, &generator)
        payload.deviationPercent = maybe(numbers, &generator)
        payload.notification = maybe([NotificationID("bills|rent|due_day|2026-11-30")].compactMap(\.self), &generator)
        payload.title = maybe(texts, &generator)
        payload.body = maybe(texts, &generator)
        if Bool.random(using: &generator) {
            var words: [Language: TextsByLanguage.Text] = [:]
            for language in Language.allCases {
                words[language] = TextsByLanguage.Text(
                    title: maybe(texts, &generator), body: maybe(texts, &generator), actionTitles: maybe(actionTitles, &generator) ?? [:])
            }
            payload.texts = TextsByLanguage(words)
        }
        payload.collapseKey = maybe(["door", "a \"b\""].compactMap { CollapseKey($0) }, &generator)
        payload.deliverAtLocal = maybe(["2026-12-24T09:00", "2026-03-29T02:30:15"].compactMap { CivilDateTime($0) }, &generator)
        payload.actions = maybe(actions, &generator)
        payload.throttle = maybe(throttles, &generator)
        payload.oneOfUs = maybe([true, false], &generator)
        payload.expiresAtLocal = maybe(["2026-12-24T10:00"].compactMap { CivilDateTime($0) }, &generator)
        payload.link = maybe(["https://app.example/a?b=c", "example-app://orders/7"].compactMap { NotificationLink($0) }, &generator)
        return payload
    }

    @Test("A number is read as the C library reads it, to the last bit, however many digits it has")
    func digits() throws {
        var generator = SeededGenerator(seed: .seed())
        for _ in 0..<5000 {
            let digits = String(Int.random(in: 0...9_999_999_999_999_999, using: &generator)).prefix(Int.random(in: 1...16, using: &generator))
            let fraction = String(Int.random(in: 0...9_999_999_999, using: &generator)).prefix(Int.random(in: 1...10, using: &generator))
            let zeros = String(repeating: "0", count: Int.random(in: 0...6, using: &generator))
            let sign = Bool.random(using: &generator) ? "-" : ""
            let text = "\(sign)\(digits).\(zeros)\(fraction)"
            #expect(Payload(flatJSON: "{\"recent_value\":\(text)}")?.recentValue == strtod(text, nil), "\(text)")
        }
    }

    @Test("A payload is written as Foundation writes it, to the byte, and read as Foundation reads it")
    func payloads() throws {
        var generator = SeededGenerator(seed: .seed())
        for _ in 0..<2000 {
            let payload = Self.payload(&generator)
            let text = String(decoding: try Self.encoder.encode(payload), as: UTF8.self)
            #expect(payload.flatJSON() == text)
            let read = try JSONDecoder().decode(Payload.self, from: Data(text.utf8))
            let quick = Payload(flatJSON: text)
            #expect(read.texts == payload.texts)
            #expect(quick == read || quick == nil && (text.contains("\\") || payload.texts != nil || payload.actions != nil || payload.throttle != nil))
        }
    }

    @Test("A list of texts is written as Foundation writes it, and read back, or left to it")
    func list() throws {
        for list in [[], ["ana"], ["ana", "ben"], Self.texts] {
            let text = FlatJSON.list(of: list)
            #expect(text == String(decoding: try Self.encoder.encode(list), as: UTF8.self))
            let quick = FlatJSON.texts(in: text)
            #expect(quick == list || quick == nil && text.contains("\\"))
        }
        #expect(FlatJSON.texts(in: " [ \"a\" ,\n\"b\" ] ") == ["a", "b"])
        for text in ["", "[", "[\"a\"", "[\"a\",]", "[1]", "{}", "null", "[\"a\"] x", "[\"a\" \"b\"]"] { #expect(FlatJSON.texts(in: text) == nil) }
    }

    @Test("What has no words in JSON isn't written")
    func unspeakable() {
        var payload = Payload()
        payload.recentValue = .infinity
        #expect(payload.flatJSON() == nil)
    }

    @Test(
        "What people write is read as Foundation reads it, or left to it",
        arguments: [
            #"{"texts":{"de":{"title":"a"}}}"#, #"{"texts":"de","title":"a"}"#, "{}", " { } ", #"{"level": 3, "day_count": 4.0}"#, #"{"level": "3", "day_count": 4.5}"#, #"{"kind": null, "severity": "mild", "title": 5}"#,
            #"{"baseline_value": 1E3, "recent_value": -0.5e-2}"#, #"{"nested": {"kind": "x"}, "kind": "y"}"#, #"{"kind": "a\u0062c"}"#, "[]", "null", "",
            "{", #"{"kind"}"#, #"{"kind":}"#, #"{"kind":"a",}"#, #"{"kind":"a"} x"#, #"{"day_count":01}"#, #"{"day_count":+1}"#, #"{"day_count":1.}"#,
            #"{"day_count":.5}"#, #"{"kind":"a"#, #"{'kind':'a'}"#, #"{"kind":"a" "body":"b"}"#, #"{"day_count":1e999}"#, #"{"day_count":99999999999999999999}"#,
            #"{"active_since":"2026-02-30","notification_id":"x"}"#, #"{"title":true,"body":false}"#, #"{"day_count":9223372036854775807}"#, #"{"day_count":9007199254740993}"#, #"{"recent_value":1e999}"#, #"{"title":tru}"#,
        ])
    func odd(_ text: String) {
        guard let quick = Payload(flatJSON: text) else { return }
        #expect((try? JSONDecoder().decode(Payload.self, from: Data(text.utf8))) == quick)
    }
}
