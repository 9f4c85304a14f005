import BelfryModel
import BelfryPhrases

/// The fields of the settings, in their groups.
struct SettingsFields {
    let view: SettingsPage
    let words: PageWords

    var groups: [HTML] {
        [
            group("channels", .channels, [
                check("notify_in_app", .inApp), check("notify_push", .push), check("notify_email", .email),
                check("champion_notify_email", .championEmail), check("champion_notify_sms", .messages),
                input("daily_max", .dailyMax, type: "number", extra: " min=\"0\" max=\"10000\""), "<p class=\"aside\">\(words(SettingsWord.dailyMaxHint))</p>",
                input("digest_at", .digestAt, type: "time"), "<p class=\"aside\">\(words(SettingsWord.digestHint))</p>",
            ]),
            categories,
            group("quiet", .quietHours, [
                row([input("quiet_hours_start", .from, type: "time"), input("quiet_hours_end", .until, type: "time")]),
                "<p class=\"aside\">\(words(SettingsWord.quietHint))</p>", nights,
                radios("quiet_hours_notification_level", .level, [("none", .levelNone), ("critical_only", .levelCritical), ("all", .levelAll)]),
                radios("quiet_hours_action", .action, [("skip", .skip), ("defer", .hold)]),
            ]),
            group("clock", .placeAndLanguage, [zone, language]),
            group("reminders", .reminders, [
                input("reminder_time", .reminderTime, type: "time"),
                check("adaptive", .adaptive), "<p class=\"aside\">\(words(SettingsWord.adaptiveHint))</p>",
            ]),
            group("bills", .bills, [
                check("bill_reminders_enabled", .on), input("bill_time", .time, type: "time"), check("notify_on_due_date", .onDueDate),
                check("notify_one_day_before", .dayBefore),
            ]),
            group("study", .study, [check("study_reminders_enabled", .on), input("study_time", .time, type: "time")]),
            group("prayer", .prayer, [
                check("prayer_reminders_enabled", .on), input("prayer_place", .placeName, type: "text"),
                row([
                    input("prayer_latitude", .latitude, type: "text", extra: " inputmode=\"decimal\""),
                    input("prayer_longitude", .longitude, type: "text", extra: " inputmode=\"decimal\""),
                ]),
                select("prayer_method", .method, view.methods),
                input("prayer_days", .days, type: "number", extra: " min=\"1\" max=\"12\""),
            ]),
        ]
    }

    /// Closed as long as every night is as every other.
    private var nights: HTML {
        let items = view.nights.map { night -> HTML in
            """
            <fieldset class="radios"><legend>\(night.label)</legend>\
            \(row([input(night.start, .from, type: "time"), input(night.end, .until, type: "time")]))\(check(night.without, .withoutNight))</fieldset>
            """
        }
        let isOpen = view.nights.flatMap { [$0.start, $0.end, $0.without] }.contains { view.values[$0]?.isEmpty == false || view.faults[$0] != nil }
        let open: HTML? = isOpen ? " open" : nil
        return """
            <details class="nights" id="nights"\(open)><summary id="summary-of-nights">\(words(SettingsWord.nights))</summary>\
            <p class="aside">\(words(SettingsWord.nightsHint))</p>\(items)</details>
            """
    }

    /// Nothing where nothing is known yet.
    private var categories: HTML {
        guard !view.categories.isEmpty else { return "" }
        let hint: HTML = "<p class=\"aside\">\(words(SettingsWord.categoriesHint))</p>"
        var heading: String?
        let items = view.categories.map { category -> HTML in
            let above: HTML? = category.group == heading ? nil : category.group.map { "<h3 dir=\"auto\">\($0)</h3>" }
            heading = category.group
            return "\(above)\(html(of: category))"
        }
        return group("categories", .categories, [hint] + items)
    }

    private func html(of category: SettingsPage.Category) -> HTML {
        let description: HTML? = category.description.map { "<p class=\"aside\" dir=\"auto\">\($0)</p>" }
        let callings = category.callings.map { "<p class=\"aside\" dir=\"auto\">\($0.sender.html)\(words.colon)\($0.name)</p>" as HTML }
        let choices: HTML =
            category.isRequired
            ? "<p>\(words(SettingsWord.categoryRequired))</p>" : "\(category.switches.map { check($0) })\(mute(of: category))"
        return "<fieldset class=\"radios\"><legend dir=\"auto\">\(category.name)</legend>\(callings)\(description)\(choices)</fieldset>"
    }

    /// At once: what was typed in the form around it and isn't saved yet goes with it and comes back.
    private func mute(of category: SettingsPage.Category) -> HTML {
        func button(_ choice: CategoryMuteChoice, _ word: MuteWord, _ values: [String: String] = [:]) -> HTML {
            let name = words(word, values)
            return """
                <button formaction="/page/settings/mute" formnovalidate name="\(SettingsPage.muteCategory)" value="\(choice.rawValue):\(category.value)" \
                aria-label="\(name)\(words.colon)\(category.name)">\(name)</button>
                """
        }
        if let moment = category.mutedText {
            return "<p>\(words(MuteWord.kindMutedUntil, ["moment": moment]))</p><div class=\"actions\">\(button(.end, .unmute))</div>"
        }
        return """
            <p class="aside">\(words(MuteWord.kind))</p>\
            <div class="actions">\(button(.hours, .twoHours))\(button(.morning, .morning, ["time": view.mute.morningText]))</div>
            """
    }

    // MARK: Groups and rows

    private func group(_ id: String, _ legend: SettingsWord, _ fields: [HTML]) -> HTML {
        "<fieldset id=\"group-\(id)\"><legend><h2>\(words(legend))</h2></legend>\(fields)</fieldset>"
    }

    private func row(_ fields: [HTML]) -> HTML { "<div class=\"field-row\">\(fields)</div>" }

    // MARK: Fields

    private func check(_ name: String, _ word: SettingsWord) -> HTML {
        let checked: HTML? = view.values[name] == SettingsPage.on ? " checked" : nil
        return """
            <label class="check"><input type="checkbox" name="\(name)" value="\(SettingsPage.on)"\(checked)> <span>\(words(word))</span></label>
            """
    }

    private func check(_ item: SettingsPage.Category.Switch) -> HTML {
        let checked: HTML? = item.isOn ? " checked" : nil
        let before = item.wasOn ? SettingsPage.wasSubscribed : SettingsPage.wasUnsubscribed
        return """
            <label class="check"><input type="checkbox" name="\(SettingsPage.subscribed)" value="\(item.value)"\(checked)> <span>\(item.label)</span></label>\
            <input type="hidden" name="\(before)" value="\(item.value)">
            """
    }

    private func input(_ name: String, _ word: SettingsWord, type: String, extra: HTML? = nil) -> HTML {
        """
        <p class="field"><label for="field-\(name)">\(words(word))</label><input id="field-\(name)" type="\(type)" name="\(name)" \
        value="\(view.values[name] ?? "")"\(extra)\(describedBy(name))></p>\(fault(name))
        """
    }

    private func radios(_ name: String, _ legend: SettingsWord, _ choices: [(value: String, word: SettingsWord)]) -> HTML {
        let items = choices.map { value, word -> HTML in
            let checked: HTML? = view.values[name] == value ? " checked" : nil
            return """
                <label class="check"><input type="radio" name="\(name)" value="\(value)"\(checked)> <span>\(words(word))</span></label>
                """
        }
        return "<fieldset class=\"radios\"><legend>\(words(legend))</legend>\(items)</fieldset>"
    }

    private func select(_ name: String, _ word: SettingsWord, _ choices: [SettingsPage.Choice]) -> HTML {
        let options = choices.map { choice -> HTML in
            let selected: HTML? = view.values[name] == choice.value ? " selected" : nil
            return "<option value=\"\(choice.value)\"\(selected)>\(choice.label)</option>"
        }
        return """
            <p class="field"><label for="field-\(name)">\(words(word))</label><select id="field-\(name)" name="\(name)"\(describedBy(name))>\(options)</select>\
            </p>\(fault(name))
            """
    }

    /// The common ones to choose from, and a search through all of them.
    private var zone: HTML {
        let list = view.zones.map { zone -> HTML in "<option value=\"\(zone.value)\">\(zone.label)</option>" }
        return """
            \(select("timezone", .timezone, view.commonZones))
            \(input("other_timezone", .otherTimezone, type: "text", extra: " list=\"zones\" autocomplete=\"off\" spellcheck=\"false\""))
            <p class="aside">\(words(SettingsWord.otherTimezoneHint))</p><datalist id="zones">\(list)</datalist>
            """
    }

    private var language: HTML {
        let own = Language.allCases.map { SettingsPage.Choice(value: $0.rawValue, label: $0.ownName) }
        return select("language", .language, [SettingsPage.Choice(value: "", label: words(SettingsWord.asBrowser))] + own)
    }

    // MARK: Faults

    private func describedBy(_ name: String) -> HTML? {
        view.faults[name] == nil ? nil : " aria-invalid=\"true\" aria-describedby=\"fault-\(name)\""
    }

    private func fault(_ name: String) -> HTML? {
        view.faults[name].map { "<p class=\"fault\" id=\"fault-\(name)\">\(words($0))</p>" }
    }
}

extension Language {
    /// As its speakers call it.
    var ownName: String {
        switch self {
        case .english: "English"
        case .arabic: "العربية"
        case .german: "Deutsch"
        case .french: "Français"
        case .spanish: "Español"
        case .turkish: "Türkçe"
        }
    }
}
