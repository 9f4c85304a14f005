import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Foundation
import HTTPTypes
import Testing

@testable import BelfryAPI

/// The switches of categories on the page of the settings.
extension SettingsPagesTests {
    /// Ana was told of Ben in the inbox and by push, and has switched off an app's news by mail.
    private func tellOfCategories(_ api: API) async throws {
        try await api.store.enqueue(.example(1, over: .inApp), .example(2, over: .push))
        try await api.store.setSubscriptions([CategorySubscription(category: "<news>", channel: .email): false], of: .ana, now: .morning)
    }

    private static func category(_ changes: [String: String]) -> String {
        changes.map { "\($0)=\($1.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")" }.joined(separator: "&")
    }

    @Test("What the person was told of has a switch for each channel, and says that it holds for what is critical")
    func categories() async throws {
        try await withAPI { api in
            #expect(!(try await api.get("/settings", as: .page(.ana)).text.contains("Kinds of notifications")))
            try await tellOfCategories(api)
            let page = try await api.get("/settings", as: .page(.ana)).text
            for part in [
                "Kinds of notifications", "not even when it is critical", "health alert</legend>", "&lt;news&gt;</legend>",
                "name=\"subscribed\" value=\"in_app:pattern_alert\" checked> <span>inbox</span>", "name=\"was_subscribed\" value=\"push:pattern_alert\"",
                "name=\"subscribed\" value=\"email:&lt;news&gt;\"> <span>e-mail</span>", "name=\"was_unsubscribed\" value=\"email:&lt;news&gt;\"",
            ] {
                #expect(page.contains(part), "\(part)")
            }
        }
    }

    @Test("A button beside a category mutes it for two hours or until the morning by the person's clock, and one ends that; what was typed stays")
    func muteCategory() async throws {
        try await withAPI { api in
            try await tellOfCategories(api)
            _ = try await api.patch("/v1/users/me/preferences", ["timezone": "Asia/Tokyo"], as: .person(.ana))
            let page = try await api.get("/settings", as: .page(.ana)).text
            #expect(page.contains("name=\"mute_category\" value=\"hours:&lt;news&gt;\"") && page.contains("For 2 hours"))
            let answer = try await submit(api, "/page/settings/mute", Self.category(["mute_category": "hours:<news>"]))
            #expect(answer.status == 303 && answer.headers[.location] == "/settings?saved=1")
            _ = try await submit(api, "/page/settings/mute", Self.category(["mute_category": "morning:offers:of today"]))
            let muted = await api.store.mutedCategories(of: .ana, now: .noon)
            #expect(muted == ["<news>": .noon + .seconds(7200), "offers:of today": Instant(literal: "2026-01-25T23:00:00Z")])
            let shown = try await api.get("/settings", as: .page(.ana)).text
            #expect(shown.contains("Muted until 25 January 2026, 23:00.") && shown.contains("Muted until 26 January 2026, 08:00."))
            #expect(shown.contains("value=\"end:&lt;news&gt;\"") && !shown.contains("value=\"hours:&lt;news&gt;\""))

            let typed = try await submit(api, "/page/settings/mute", fields(api, ["bill_time": "18:30"]) + "&" + Self.category(["mute_category": "end:<news>"]))
            #expect(typed.status == 200 && typed.text.contains("value=\"18:30\"") && typed.text.contains("Muted until 26 January 2026, 08:00."))
            let left = await api.store.mutedCategories(of: .ana, now: .noon)
            #expect(left.keys.sorted() == ["offers:of today"])
            #expect(try await submit(api, "/page/settings/mute", Self.category(["mute_category": "for ever:news"])).status == 400)
        }
    }

    @Test("Of the switches of categories only what the person changed is written; the preview says it, and writes nothing")
    func categorySwitches() async throws {
        try await withAPI { api in
            try await tellOfCategories(api)
            let plain = try await fields(api)
            let form = [
                plain, Self.category(["was_subscribed": "push:pattern_alert"]), Self.category(["was_subscribed": "in_app:pattern_alert"]),
                Self.category(["subscribed": "in_app:pattern_alert"]), Self.category(["was_unsubscribed": "email:<news>"]),
                Self.category(["subscribed": "email:<news>"]),
                Self.category(["subscribed": "sms:never shown"]), Self.category(["was_subscribed": "pigeon:news"]),
            ].joined(separator: "&")
            let before = await api.store.changeMark()
            let preview = try await submit(api, "/settings/preview", form)
            #expect(changes(preview) == "Added &lt;news&gt; (e-mail): told again from now on. Silenced health alert (push): not told from now on.")
            let page = try await submit(api, "/settings", form + "&step=preview").text
            #expect(page.contains("value=\"push:pattern_alert\"> <span>push</span>") && page.contains("name=\"was_subscribed\" value=\"push:pattern_alert\""))
            #expect(await api.store.changeMark() == before)
            // Switched off elsewhere since the page was made, and left alone on it.
            let inApp = CategorySubscription(category: "pattern_alert", channel: .inApp)
            try await api.store.setSubscriptions([inApp: false], of: .ana, now: .noon)
            let saved = try await submit(api, "/settings", form + "&step=save")
            #expect(saved.status == 200 && saved.text.contains("health alert (push): not told from now on."))
            #expect(saved.text.contains("name=\"turn_on\" value=\"push:pattern_alert\""))
            #expect(saved.text.contains("name=\"turn_off\" value=\"email:&lt;news&gt;\""))
            let off = await api.store.switchedOff(by: .ana)
            #expect(off == [CategorySubscription(category: "pattern_alert", channel: .push), inApp])
            let undone = try await submit(api, "/page/settings/undo", Self.category(["turn_on": "push:pattern_alert"]))
            #expect(undone.status == 200 && undone.text.contains("health alert (push): told again from now on."))
            let left = await api.store.switchedOff(by: .ana)
            #expect(left == [inApp])
        }
    }

    @Test("A field that can't be used keeps the switches of categories as they were set, and writes none")
    func categoriesBesideAFault() async throws {
        try await withAPI { api in
            try await tellOfCategories(api)
            let switched = Self.category(["was_subscribed": "push:pattern_alert"])
            let answer = try await submit(api, "/settings", fields(api, ["other_timezone": "Mars/Phobos"]) + "&\(switched)&step=save")
            #expect(answer.status == 422 && answer.text.contains("name=\"subscribed\" value=\"push:pattern_alert\"> "))
            let off = await api.store.switchedOff(by: .ana)
            #expect(off == [CategorySubscription(category: "<news>", channel: .email)])
        }
    }

    @Test("Whoever would have too many categories off is told so in their words, and nothing is saved")
    func tooManySwitchedOff() async throws {
        try await withAPI { api in
            let full = (1...CategorySubscription.switchedOffCountMax).map { (CategorySubscription(category: "kind-\($0)", channel: .push), false) }
            try await api.store.setSubscriptions(Dictionary(uniqueKeysWithValues: full), of: .ana, now: .morning)
            let before = await api.store.changeMark()
            let switched = Self.category(["was_subscribed": "push:pattern_alert"])
            let answer = try await submit(api, "/settings", fields(api, ["notify_email": "on"]) + "&\(switched)&step=save")
            #expect(answer.status == 400 && answer.text.contains("as many kinds of notifications as you may"))
            #expect(await api.store.changeMark() == before)
        }
    }
}
