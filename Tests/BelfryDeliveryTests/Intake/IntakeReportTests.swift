import BelfryModel
import BelfryTesting
import Foundation
import Testing

@testable import BelfryDelivery

/// Documents as Alertmanager writes them.
private enum Sample {
    static func alert(
        _ status: String = "firing", _ name: String = "DiskFull", labels: String = #""severity": "critical", "instance": "nas""#,
        annotations: String = "{}", startsAt: String = "2026-01-25T11:58:00.123456789Z", fingerprint: String = "9f86"
    ) -> String {
        #"""
        {"status": "\#(status)", "labels": {"alertname": "\#(name)", \#(labels)}, "annotations": \#(annotations), "startsAt": "\#(startsAt)",
         "endsAt": "0001-01-01T00:00:00Z", "generatorURL": "http://prometheus:9090/graph", "fingerprint": "\#(fingerprint)"}
        """#
    }

    static func group(_ alerts: String..., status: String = "firing", truncated: Int = 0) -> String {
        #"""
        {"version": "4", "groupKey": "{}:{alertname=\"DiskFull\"}", "truncatedAlerts": \#(truncated), "status": "\#(status)", "receiver": "belfry",
         "groupLabels": {"alertname": "DiskFull"}, "commonLabels": {}, "commonAnnotations": {}, "externalURL": "http://alertmanager:9093",
         "alerts": [\#(alerts.joined(separator: ", "))]}
        """#
    }
}

@Suite("What other programs report, as words that may be told")
struct IntakeReportTests {
    private func report(_ source: IntakeSource, _ text: String) throws -> IntakeReport { try IntakeReport(from: source, Data(text.utf8)) }

    private func problem(_ source: IntakeSource, _ text: String) -> Problem? {
        do {
            _ = try report(source, text)
            return nil
        } catch {
            return error as? Problem
        }
    }

    @Test("An alert is told by its summary and description, as grave as its label says; http addresses are no links")
    func alert() throws {
        let annotations = #"{"summary": "The disk is nearly full", "description": "3 % are left."}"#
        let report = try report(.alertmanager, Sample.group(Sample.alert(annotations: annotations)))
        let notice = try #require(report.each.first)
        #expect(report.each.count == 1 && !notice.isOver && !notice.isRepeated)
        #expect(notice.payload.title == "The disk is nearly full" && notice.payload.body == "3 % are left." && notice.payload.texts == nil)
        #expect(notice.payload.severity == .critical && notice.payload.link == nil)
        #expect(notice.subject == ["alert", "9f86"] && notice.turn == ["alert", "9f86", "2026-01-25T11:58:00.123Z", "firing"])
    }

    @Test("An alert without annotations is told by its name and its labels")
    func plainAlert() throws {
        let notice = try #require(try report(.alertmanager, Sample.group(Sample.alert())).each.first)
        #expect(notice.payload.title == "DiskFull" && notice.payload.body == "instance=nas")
    }

    @Test("How grave an alert is, is known by what rules usually say; what says nothing known asks for attention", arguments: [
        ("critical", Severity.critical), ("PAGE", .critical), ("warning", .attention), ("info", .watch), ("none", .watch), ("purple", .attention),
        ("", .attention),
    ])
    func severities(name: String, severity: Severity) throws {
        let alert = Sample.alert(labels: #""severity": "\#(name)""#)
        #expect(try report(.alertmanager, Sample.group(alert)).each.first?.payload.severity == severity)
    }

    @Test("An alert that is over says so in each language, and is as a turn another than the one that fired")
    func over() throws {
        let resolved = try #require(try report(.alertmanager, Sample.group(Sample.alert("resolved"), status: "resolved")).each.first)
        let firing = try #require(try report(.alertmanager, Sample.group(Sample.alert())).each.first)
        #expect(resolved.isOver && resolved.subject == firing.subject && resolved.turn != firing.turn)
        #expect(resolved.payload.title == "Resolved: DiskFull")
        #expect(resolved.payload.texts?[.german]?.title == "Behoben: DiskFull" && resolved.payload.texts?.all.count == 5)
        #expect(resolved.payload.texts?[.arabic]?.title == "تم الحل: \u{2068}DiskFull\u{2069}")
        let target = try IntakeTarget(["to": "ana"])
        let order = resolved.order(to: target, from: .alertmanager, collapseKey: nil)
        #expect(order.payload.severity == .attention, "nobody is woken for it")
        #expect(order.payload.isOver == true && firing.order(to: target, from: .alertmanager, collapseKey: nil).payload.isOver == nil)
    }

    @Test("A group has one message of all: how many there are, how many are over, and the first of them by name")
    func summary() throws {
        let alerts = (1...500).map { Sample.alert($0 <= 480 ? "firing" : "resolved", "Disk\($0)", fingerprint: "\($0)") }.joined(separator: ", ")
        let report = try report(.alertmanager, Sample.group(alerts, truncated: 7))
        let summary = try #require(report.asOne)
        #expect(report.each.count == 500 && summary.payload.title == "DiskFull (507)" && summary.payload.severity == .critical)
        #expect(summary.payload.body?.hasPrefix("Open: 487\nResolved: 20\n• Disk1\n• Disk2\n") == true)
        #expect(summary.payload.body?.split(separator: "\n").count == 12)
        #expect(summary.payload.texts?[.german]?.body?.hasPrefix("Offen: 487\nBehoben: 20\n") == true)
        let over = try #require(try self.report(.alertmanager, Sample.group(Sample.alert("resolved"), status: "resolved")).asOne)
        #expect(over.isOver && over.payload.title == "Resolved: DiskFull (1)")
    }

    @Test("Grafana's documents are read alike, by whichever of their links may be one")
    func grafana() throws {
        let report = try report(.grafana, #"""
            {"receiver": "belfry", "status": "firing", "orgId": 1, "version": "1", "groupKey": "{}:{}", "truncatedAlerts": 0, "groupLabels": {},
             "commonLabels": {"alertname": "Freezer"}, "commonAnnotations": {}, "title": "[FIRING:1] Freezer", "state": "alerting", "message": "**Firing**",
             "alerts": [{"status": "firing", "labels": {"alertname": "Freezer"}, "annotations": {}, "startsAt": "2026-01-25T11:40:00+01:00",
               "endsAt": "0001-01-01T00:00:00Z", "generatorURL": "https://grafana.example.org/alerting/abc", "fingerprint": "c6ea",
               "silenceURL": "https://grafana.example.org/silence", "dashboardURL": "", "panelURL": "", "values": {"B": -3}, "valueString": "[ value=-3 ]"}]}
            """#)
        let notice = try #require(report.each.first)
        #expect(notice.payload.title == "Freezer" && notice.payload.body == "[ value=-3 ]" && notice.payload.severity == .attention)
        #expect(notice.payload.link?.text == "https://grafana.example.org/alerting/abc")
    }

    @Test("A monitor that is down is one thing with it being up again; that it is down still is said to be a repetition")
    func uptime() throws {
        func notice(_ status: Int, important: String = "true") throws -> IntakeNotice {
            try #require(try report(.uptimeKuma, #"""
                {"heartbeat": {"monitorID": 7, "status": \#(status), "time": "2026-01-25 11:58:00.123", "msg": "timeout", "important": \#(important)},
                 "monitor": {"id": 7, "name": "Photos", "url": "https://photos.example.org", "tags": []}, "msg": "[Photos] [Down] timeout"}
                """#).each.first)
        }
        let (down, up) = (try notice(0), try notice(1))
        #expect(down.payload.title == "Photos" && down.payload.body == "timeout" && down.payload.link?.text == "https://photos.example.org")
        #expect(!down.isOver && up.isOver && down.subject == up.subject && down.turn != up.turn && up.payload.title == "Resolved: Photos")
        #expect(try notice(0, important: "false").isRepeated && notice(0, important: "0").isRepeated)
        #expect(try !down.isRepeated && !notice(1, important: "false").isRepeated)
        let test = try #require(try report(.uptimeKuma, #"{"heartbeat": null, "monitor": null, "msg": "Belfry Testing"}"#).each.first)
        #expect(test.payload.title == "Belfry Testing" && test.subject == nil)
    }

    @Test("What isn't as it was expected is refused by the name of its field", arguments: [
        (IntakeSource.alertmanager, "{}", "missing_field groupKey"),
        (.alertmanager, "[]", "wrong_type"),
        (.alertmanager, "no JSON", "malformed_json"),
        (.alertmanager, Sample.group(Sample.alert()).replacing(#""4""#, with: #""3""#), "unknown_value version"),
        (.alertmanager, Sample.group(), "missing_field alerts"),
        (.alertmanager, Sample.group(Sample.alert("burning")), "unknown_value alerts[0].status"),
        (.alertmanager, Sample.group(Sample.alert(), Sample.alert(startsAt: "yesterday")), "wrong_type alerts[1].startsAt"),
        (.alertmanager, Sample.group(Sample.alert(labels: #""x": {"y": 1}"#)), "wrong_type alerts[0].labels.x"),
        (.alertmanager, Sample.group(Sample.alert(annotations: "7")), "wrong_type alerts[0].annotations"),
        (.grafana, #"{"groupKey": "a", "status": "firing", "alerts": {}}"#, "wrong_type alerts"),
        (.uptimeKuma, #"{"heartbeat": null, "monitor": null}"#, "missing_field msg"),
        (.uptimeKuma, #"{"heartbeat": {"status": 4, "time": ""}, "msg": ""}"#, "unknown_value heartbeat.status"),
        (.uptimeKuma, #"{"heartbeat": {"status": "0", "time": ""}, "msg": ""}"#, "wrong_type heartbeat.status"),
        (.uptimeKuma, #"{"heartbeat": {"status": 0, "time": ""}, "monitor": {"id": 7}, "msg": ""}"#, "missing_field monitor.name"),
        (.text, #"{"title": "Backup"}"#, "missing_field message"),
        (.text, #"{"message": ["Backup"]}"#, "wrong_type message"),
        (.text, #"{"message": " \n\u0007 "}"#, "missing_field message"),
    ] as [(IntakeSource, String, String)])
    func refused(source: IntakeSource, text: String, expected: String) {
        let problem = problem(source, text)
        #expect([problem?.code, problem?.field].compactMap { $0 }.joined(separator: " ") == expected)
    }

    @Test("What somebody names a field is shown in part")
    func longNames() {
        let name = String(repeating: "x", count: 100_000)
        let text = Sample.group(Sample.alert(labels: #""\#(name)": 1"#))
        #expect((problem(.alertmanager, text)?.field ?? name).count < 100)
    }

    @Test("The first line of words is their title, unless they have another or it is too long")
    func plain() throws {
        func payload(_ text: String, _ fields: [String: String] = [:]) throws -> Payload { try PlainMessage(text) { fields[$0] }.notice().payload }
        #expect(try payload("Backup done").title == "Backup done" && payload("Backup done").body == nil)
        let lines = try payload("Backup done\n\n12 files\r\n3 GB\n")
        #expect(lines.title == "Backup done" && lines.body == "12 files\n3 GB")
        let long = String(repeating: "a", count: 300)
        #expect(try payload(long).title == String(repeating: "a", count: 255) + "…" && payload(long).body == long)
        let titled = try payload("12 files", ["x-title": "Backup", "tags": "warning, nas,+1", "click": "https://nas.example.org", "p": "high"])
        #expect(titled.title == "⚠️👍 Backup" && titled.body == "12 files\n#nas" && titled.link?.text == "https://nas.example.org")
        #expect(titled.severity == .attention)
        #expect(try payload("", ["m": "Backup done"]).title == "Backup done")
    }

    @Test("ntfy's priorities and Gotify's are severities; what a browser says of its requests is none")
    func priorities() throws {
        func order(_ priority: String) throws -> NotificationOrder {
            try PlainMessage("x") { $0 == "priority" ? priority : nil }.notice().order(to: IntakeTarget(["to": "ana"]), from: .text, collapseKey: nil)
        }
        #expect(try order("5").payload.severity == .critical && order("urgent").priority == .critical && order("4").payload.severity == .attention)
        #expect(try order("3").priority == .normal && order("min").priority == .low && order("u=1, i").payload.severity == .watch)
        #expect(throws: Problem.self) { try order("6") }
        let gotify = try [0, 5, 8, 10].map { try report(.text, #"{"message": "x", "priority": \#($0)}"#).each[0] }
        #expect(gotify.map(\.payload.severity) == [.watch, .watch, .attention, .critical] && gotify[0].priority == .low)
    }

    @Test("A link that may be none is refused where somebody gave it, and words without any are")
    func refusedWords() {
        #expect(throws: Problem.wrongType(field: "click", expected: NotificationLink.expectation)) {
            try PlainMessage("x") { $0 == "click" ? "javascript:alert(1)" : nil }
        }
        #expect(throws: Problem.missingField("message")) { try PlainMessage("\u{0}\u{202E}\n") { _ in nil }.notice() }
    }

    @Test("Who is told stands in the address, each once; what can't be used of it is refused by its name")
    func target() throws {
        let target = try IntakeTarget([
            "to": "ana, ben,ana,", "channel": "email,in_app", "severity": "critical", "category": "house", "repeat": "tell", "title": "x",
        ])
        #expect(target.recipients == [.ana, .ben] && target.channels == [.email, .inApp] && target.severity == .critical)
        #expect(target.category == "house" && target.tellsRepeats)
        let order = try PlainMessage("x") { _ in nil }.notice().order(to: target, from: .text, collapseKey: nil)
        #expect(order.payload.severity == .critical && order.payload.kind == "house" && order.channels == [.email, .inApp])
        #expect(throws: Problem.missingField("to")) { try IntakeTarget([:]) }
        for (name, value) in [("channel", "pigeon"), ("severity", "high"), ("repeat", "yes"), ("category", "a\u{7}b"), ("to", "a\u{7}b")] {
            do {
                _ = try IntakeTarget(["to": "ana"].merging([name: value]) { $1 })
                Issue.record("\(name) was taken")
            } catch {
                #expect(error.field == name)
            }
        }
    }

    // MARK: Whatever comes

    @Test("Whatever is sent becomes words of their length without marks, or is refused, and nothing else")
    func hostile() throws {
        var generator = SeededGenerator(seed: .seed())
        let pieces = [
            "\u{0}", "\u{1B}[31m", "\u{202E}", "\u{2066}", "\u{2028}", "e\u{301}\u{301}\u{301}", "<script>", "'; DROP TABLE x; --", "{{name}}",
            "🇩🇪👨‍👩‍👧", "\r\n", "\t", "\u{FFFF}", "Resolved: ", "", " ", "مريم", String(repeating: "x", count: 5000), String(repeating: "\u{301}", count: 5000),
        ]
        func text() -> String { (0...Int.random(in: 0...4, using: &generator)).compactMap { _ in pieces.randomElement(using: &generator) }.joined() }
        func value(_ depth: Int) -> Any {
            switch Int.random(in: 0...(depth > 3 ? 4 : 6), using: &generator) {
            case 0: NSNull()
            case 1: Int.random(in: -5...5, using: &generator)
            case 2: Bool.random(using: &generator)
            case 3, 4: text()
            case 5: (0...2).map { _ in value(depth + 1) }
            default: Dictionary(uniqueKeysWithValues: ["alertname", "summary", "status"].map { ($0, value(depth + 1)) })
            }
        }
        func maybe(_ proper: Any) -> Any { Int.random(in: 0..<20, using: &generator) == 0 ? value(0) : proper }
        func labels() -> Any {
            let labels = ["alertname": maybe(text()), "summary": maybe(text()), "description": maybe(text()), "severity": maybe("critical")]
            return maybe(labels)
        }
        var toldCount = 0
        for _ in 0..<300 {
            let alerts: [Any] = (0...2).map { _ in
                maybe([
                    "status": maybe(["firing", "resolved"].randomElement(using: &generator) ?? ""), "labels": labels(), "annotations": labels(),
                    "startsAt": maybe("2026-01-25T11:58:00Z"), "fingerprint": maybe(text()), "generatorURL": maybe(text()),
                ])
            }
            let documents: [(IntakeSource, Any)] = [
                (.alertmanager, [
                    "version": "4", "groupKey": maybe(text()), "status": "firing", "truncatedAlerts": maybe(1), "groupLabels": labels(),
                    "alerts": maybe(alerts),
                ]),
                (.uptimeKuma, [
                    "heartbeat": maybe(["status": maybe(0), "time": maybe(text()), "msg": maybe(text()), "important": maybe(true)] as [String: Any]),
                    "monitor": maybe(["id": maybe(7), "name": maybe(text()), "url": maybe(text())] as [String: Any]), "msg": maybe(text()),
                ]),
                (.text, ["title": maybe(text()), "message": maybe(text()), "priority": maybe(5)]),
            ]
            for (source, document) in documents {
                let body = try JSONSerialization.data(withJSONObject: document)
                do throws(Problem) {
                    let report = try IntakeReport(from: source, body)
                    for notice in report.each + [report.asOne].compactMap({ $0 }) {
                        try check(notice)
                        toldCount += 1
                    }
                } catch {
                    #expect(["missing_field", "wrong_type", "unknown_value"].contains(error.code), "\(error)")
                }
            }
        }
        #expect(toldCount > 100)
    }

    private func check(_ notice: IntakeNotice) throws(Problem) {
        let order = notice.order(to: try IntakeTarget(["to": "ana"]), from: .grafana, collapseKey: nil)
        let english = TextsByLanguage.Text(title: order.payload.title, body: order.payload.body)
        for text in (order.payload.texts?.all.map(\.text) ?? []) + [english].compactMap({ $0 }) {
            let (title, body) = (text.title ?? "", text.body ?? "")
            #expect(!title.isEmpty && title.unicodeScalars.count <= NotificationOrder.titleLengthMax)
            #expect(body.unicodeScalars.count <= NotificationOrder.bodyLengthMax)
            let scalars = Array(title.unicodeScalars) + body.unicodeScalars.filter { $0 != "\n" }
            #expect(!scalars.contains { $0.properties.generalCategory == .control || (0x202A...0x202E).contains($0.value) })
        }
    }

    @Test("What is nested too deep is no JSON, and what is too large is cut")
    func deep() throws {
        let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        #expect(problem(.alertmanager, deep) == .malformedJSON)
        let annotations = #"{"summary": "\#(String(repeating: "é", count: 1_000_000))", "description": "\#(String(repeating: "b", count: 1_000_000))"}"#
        let notice = try #require(try report(.alertmanager, Sample.group(Sample.alert(annotations: annotations))).each.first)
        #expect(notice.payload.title?.count == 200 && notice.payload.body?.count == 4096 && notice.payload.body?.hasSuffix("b…") == true)
    }
}
