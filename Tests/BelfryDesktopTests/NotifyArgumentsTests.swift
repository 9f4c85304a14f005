import BelfryModel
import BelfryPorts
import Testing

@testable import BelfryDesktop

@Suite("What Notify is called with")
struct NotifyArgumentsTests {
    private func arguments(
        _ notification: ScheduledNotification = .sample(), _ actions: [DescribedCategory.Action] = [],
        of capabilities: ServiceCapabilities = [.actions, .body, .bodyMarkup]
    ) -> NotifyArguments {
        NotifyArguments(
            notification, actions: actions, openTitle: "Öffnen", application: DesktopApplication(icon: "bell"),
            capabilities: capabilities, replaces: 7)
    }

    @Test("Capabilities are read by name; others are passed over")
    func capabilities() {
        #expect(ServiceCapabilities(["body", "actions", "persistence", ""]) == [.actions, .body])
        #expect(ServiceCapabilities(["body-markup", "body-images", "Body"]) == [.bodyMarkup])
        #expect(ServiceCapabilities([]) == [])
    }

    @Test(
        "The body is markup only for a service that reads markup",
        arguments: [
            ([.body, .bodyMarkup], "A <b>&</b> B", "A &lt;b&gt;&amp;&lt;/b&gt; B"), ([.body], "A <b>&</b> B", "A <b>&</b> B"),
            ([.body, .bodyMarkup], "&amp;", "&amp;amp;"), ([.body], "a\nb\t\u{0}c\u{1B}\u{85}", "a\nb  c  "), ([], "A", ""),
        ] as [(ServiceCapabilities, String, String)])
    func body(_ capabilities: ServiceCapabilities, _ words: String, _ body: String) {
        #expect(arguments(.sample(body: words), of: capabilities).body == body)
    }

    @Test("The summary is one line, never escaped, and has the body where there is no other place for it")
    func summary() {
        #expect(arguments(.sample(title: "A <b>\n&\u{0} B")).summary == "A <b> &  B")
        #expect(arguments(of: [.actions]).summary == "Rent: Due today")
        #expect(arguments(.sample(body: ""), of: []).summary == "Rent")
    }

    @Test("Long words are cut before they become entities, never within a character")
    func lengths() {
        let long = arguments(.sample(title: String(repeating: "ü", count: 5000), body: String(repeating: "&", count: 5000)))
        #expect(long.summary.utf8.count <= ServiceText.summaryByteCountMax && long.summary.hasSuffix("ü…"))
        #expect(long.body == String(repeating: "&amp;", count: ServiceText.bodyByteCountMax - 3) + "…")
        let label = arguments(.sample(), [.init(identifier: "A", title: String(repeating: "👩‍👩‍👧", count: 50), opensApp: false)]).actions[3]
        #expect(label.utf8.count <= ServiceText.labelByteCountMax && label.hasSuffix("👩‍👩‍👧…"))
    }

    @Test("Actions are offered where the service has them, the notification itself first")
    func actions() {
        #expect(
            arguments(.sample(), [.used, .snooze]).actions == [
                "default", "Öffnen", "button:USED", "Mark as used", "button:SNOOZE", "Snooze 12 h",
            ])
        #expect(arguments(.sample(), [.used], of: [.body]).actions == [])
    }

    @Test(
        "A key leads back to its action, whatever the action is called",
        arguments: ["SNOOZE", "default", "button:", "inline-reply", "ü\n", "button:button:"])
    func keys(_ identifier: String) {
        #expect(ActionKey.action(of: ActionKey.text(of: identifier)) == .button(identifier))
    }

    @Test("The key of the notification itself opens; what we didn't offer is nothing")
    func foreignKeys() {
        #expect(ActionKey.action(of: "default") == .open)
        for key in ["", "SNOOZE", "button", "button:", "Default", "inline-reply"] { #expect(ActionKey.action(of: key) == nil) }
    }

    @Test(
        "Only what is critical passes through “do not disturb” and stays until it is answered",
        arguments: [(.watch, 1, -1), (.attention, 1, -1), (.critical, 2, 0)] as [(Severity, UInt8, Int32)])
    func urgency(_ severity: Severity, _ urgency: UInt8, _ timeout: Int32) {
        let arguments = arguments(.sample(severity: severity))
        #expect(arguments.hints["urgency"] == .byte(urgency))
        #expect(arguments.expireTimeout == timeout)
    }

    @Test("What shall interrupt nobody is low")
    func passive() {
        #expect(InterruptionLevel.passive.urgency == 0)
    }

    @Test("The number to replace and the icon are handed on")
    func rest() {
        #expect(arguments().values.prefix(3) == [.string("Belfry"), .uint32(7), .string("bell")])
    }
}
