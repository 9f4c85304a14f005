import BelfryModel
import BelfryPhrases
import Testing

@testable import BelfryDashboard

@Suite("Settings on pages")
struct SettingsSectionTests {
    @Test("Every field of the settings has a label, every choice a legend, and a fault is told where it is")
    func fields() throws {
        let text = page(settings(), in: frame(.settings))
        let markup = Markup(text)
        let labelled = Set(markup.all("label").compactMap { $0.attributes["for"] })
        let boxes = markup.all("input").filter { ["checkbox", "radio"].contains($0.attributes["type"]) }
        let fields = markup.all("input", "select").filter { !["hidden", "checkbox", "radio"].contains($0.attributes["type"]) }
        #expect(fields.count > 8 && fields.allSatisfy { labelled.contains($0.attributes["id"] ?? "") })
        #expect(text.matches(of: /<label class="check"><input type="(?:checkbox|radio)"/).count == boxes.count)
        #expect(markup.all("fieldset").count == markup.all("legend").count)
        let faulty = try #require(markup.all("input").first { $0.attributes["aria-invalid"] == "true" })
        #expect(faulty.attributes["name"] == "quiet_hours_start" && faulty.attributes["aria-describedby"] == "fault-quiet_hours_start")
        #expect(markup.all("option").filter { $0.attributes.keys.contains("selected") }.map { $0.attributes["value"] } == ["UTC", "de", "turkey", "Ana"])
    }

    @Test("Single nights have hours of their own behind a summary, which stands open only where one has any or is at fault")
    func nights() throws {
        func details(_ values: [String: String], _ faults: [String: SettingsWord] = [:]) throws -> (isOpen: Bool, text: String) {
            let view = SettingsPage(
                values: values, faults: faults, commonZones: [], zones: [], methods: [], nights: [.init("fri", label: "Friday"), .init("sat", label: "Saturday")])
            let markup = Markup(page(view, in: frame(.settings)))
            let names = markup.all("input").compactMap { $0.attributes["name"] }.filter { $0.hasPrefix("quiet_hours_fri") }
            #expect(names == ["quiet_hours_fri_start", "quiet_hours_fri_end", "quiet_hours_fri_none"])
            let part = try #require(markup.all("details").first { $0.attributes["id"] == "nights" })
            return (part.attributes.keys.contains("open"), part.text)
        }
        let closed = try details(["quiet_hours_start": "22:00", "quiet_hours_fri_start": ""])
        #expect(!closed.isOpen && closed.text.contains("Friday") && closed.text.contains("Saturday"))
        #expect(try details(["quiet_hours_fri_start": "23:00"]).isOpen)
        #expect(try details(["quiet_hours_sat_none": SettingsPage.on]).isOpen)
        #expect(try details([:], ["quiet_hours_sat_end": .halfQuietHours]).isOpen)
    }

    @Test("Who mutes nothing may do so for a while or with an open end; who does reads until when, and may end it")
    func mute() throws {
        func section(_ state: MuteSection.State) throws -> (text: String, buttons: [String]) {
            let markup = Markup(page(settings(mute: MuteSection(state: state, morningText: "08:00")), in: frame(.settings)))
            let part = try #require(markup.all("section").first { $0.attributes["id"] == "mute" })
            let buttons = markup.all("button").filter { $0.attributes["name"] == "mute" }
            return (part.text, buttons.map { "\($0.attributes["value"] ?? ""): \($0.text)" })
        }
        let off = try section(.off)
        #expect(off.buttons == ["hour: For 1 hour", "morning: Until the morning, 08:00", "open: Until I say otherwise"])
        #expect(off.text.contains("not even what is critical"))
        let until = try section(.until("25 January 2026, 13:00"))
        #expect(until.text.contains("Everything is muted until 25 January 2026, 13:00.") && until.buttons == ["end: Unmute"])
        let open = try section(.open)
        #expect(open.text.contains("until you say otherwise") && open.buttons == ["end: Unmute"])
    }

    @Test("A mute takes along what stands in the form below, whatever that is; the Enter key in a field mutes nothing")
    func muteOfForm() {
        let markup = Markup(page(settings(), in: frame(.settings)))
        let buttons = markup.all("button").filter { $0.attributes["name"] == "mute" }
        #expect(buttons.count == 3)
        for button in buttons {
            #expect(button.attributes["form"] == "settings-form" && button.attributes["formaction"] == "/page/settings/mute")
            #expect(button.attributes.keys.contains("formnovalidate"))
        }
        // What Enter presses is the first button of the form, wherever it stands.
        let first = markup.all("button").first { $0.attributes["form"] == "settings-form" }
        #expect(first?.attributes["name"] == "step" && first?.attributes["value"] == "preview" && first?.attributes["tabindex"] == "-1")
    }

    @Test("What was switched is said, and one button has it the other way round again")
    func switched() throws {
        let items = [
            SettingsPage.Switched(sentence: "Off: <News>.", value: "push:<news>", isOn: false),
            SettingsPage.Switched(sentence: "On: Mail.", value: "notify_email", isOn: true),
        ]
        let markup = Markup(page(settings(switched: items), in: frame(.settings)))
        let form = try #require(markup.all("form").first { $0.attributes["action"] == "/page/settings/undo" })
        #expect(form.text.contains("Off: <News>.") && form.text.contains("On: Mail.") && form.text.contains("Undo"))
        let fields = markup.all("input").filter { $0.attributes["name"]?.hasPrefix("turn_") == true }
        #expect(fields.map { "\($0.attributes["name"] ?? "")=\($0.attributes["value"] ?? "")" } == ["turn_on=push:<news>", "turn_off=notify_email"])
        #expect(!page(settings(), in: frame(.settings)).contains("/page/settings/undo"))
    }

    @Test("A preview counts and lists what is added, moved and silenced; the script is given that alone")
    func preview() {
        let preview = Markup("<div>\(page(settings(), in: frame(.settings), part: .live))</div>")
        #expect(preview.faults == [])
        #expect(preview.all("ul").map(\.text) == ["Silenced Ana", "1 added1 moved1 silenced"], "categories come first, for they hold from now on")
        let switched = Markup(SettingsPage.Preview(changes: [], categories: [.init(kind: .added, sentence: "Told")]).html(english).text)
        #expect(switched.all("ul").map(\.text) == ["Added Told"] && switched.all("p").isEmpty && switched.all("ol").isEmpty)
        #expect(preview.all("ol").first?.text.contains("Silenced Ana") == true)
        let nothing = SettingsPage(values: [:], commonZones: [], zones: [], methods: [])
        #expect(page(nothing, in: frame(.settings)).contains("nothing that is planned changes"))
    }

    // MARK: Addresses

    @Test("Every address says how it stands, and offers what makes sense there; none is pressed without a name of its own")
    func addressStates() throws {
        let markup = Markup(page(settings(addresses: addresses()), in: frame(.settings)))
        #expect(markup.faults == [])
        func acts(of id: String) -> [String] {
            let path = "/page/settings/addresses/\(id)/"
            let ways = markup.values(of: "formaction") + markup.values(of: "action").filter { $0.hasSuffix("/verify#addresses") }
            return ways.filter { $0.hasPrefix(path) }.map { String($0.dropFirst(path.count).dropLast("#addresses".count)) }
        }
        #expect(acts(of: "works") == ["test", "remove"] && acts(of: "stopped") == ["resume", "remove"])
        #expect(acts(of: "waitsForCode") == ["code", "remove", "verify"] && acts(of: "waitsForLink") == ["code", "remove"])
        for state in ["bounced", "unwanted", "gone"] { #expect(acts(of: state) == ["code", "remove", "verify"], "\(state)") }
        #expect(acts(of: "left") == ["remove"], "where nothing can be sent, nothing is offered but to remove it")
        let link = try #require(markup.all("a").first { $0.attributes["href"]?.hasPrefix("https://t.me/") == true })
        #expect(link.attributes["rel"] == "noopener noreferrer")
        let labelled = Set(markup.all("label").compactMap { $0.attributes["for"] })
        let fields = markup.all("input").filter { ["email", "tel", "text"].contains($0.attributes["type"]) }
        #expect(fields.count > 8 && fields.allSatisfy { labelled.contains($0.attributes["id"] ?? "") })
        let described = fields.compactMap { $0.attributes["aria-describedby"] }
        #expect(described.filter { ["fault-topic", "fault-bounced"].contains($0) }.count == 2 && Set(markup.values(of: "id")).isSuperset(of: described))
    }

    @Test("Whoever adds an address where its channel is off is offered to switch it on, ticked; one that is there and off has a button for it")
    func addressSwitches() {
        let markup = Markup(page(settings(addresses: addresses()), in: frame(.settings)))
        let ticked = markup.all("input").filter { $0.attributes["name"] == AddressSection.switchField }
        // Where a code is entered, and where a link is made.
        #expect(ticked.count == 5 && ticked.allSatisfy { $0.attributes["value"] == "notify_push" && $0.attributes.keys.contains("checked") })
        let buttons = markup.all("button").map(\.text).filter { $0.hasPrefix("Switch on") }
        #expect(buttons == ["Switch on: Ana", "Switch on: Ana"], "of the devices, and of the channel that has an address")
    }

    @Test("Where this server tells nobody, nothing is said of addresses")
    func noAddresses() {
        #expect(!page(settings(), in: frame(.settings)).contains("id=\"addresses\""))
    }
}
