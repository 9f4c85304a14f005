import BelfryDashboard
import BelfryDelivery
import BelfryDomains
import BelfryModel
import BelfryPhrases
import BelfryPlanning
import BelfryPorts
import BelfryTime
import Foundation
import HTTPTypes
import Hummingbird

/// What a person wants to be told, and when: to look at, to try out, and to save.
struct SettingsPages {
    let services: Services
    var desk: PageDesk { PageDesk(services: services) }
    private var planner: PersonPlanner { PersonPlanner(services: services) }

    func add(to router: Router<AppContext>) {
        router.get("/settings") { request, _ in
            try await desk.page(request) { visitor, part in
                let notice = request.uri.queryParameters["saved"] == nil ? nil : visitor.words(SettingsWord.saved)
                // What the script asks for again is what isn't saved yet, and that is nothing.
                guard part == .whole else { return "" }
                let turn = AddressTurn(news: request.parameters[Self.newsParameter].flatMap(AddressSection.News.init))
                return page(try await stored(for: visitor, after: turn), in: visitor.frame(.settings, notice: notice))
            }
        }
        router.post("/settings/preview") { request, _ in
            let post = try await desk.post(request)
            return desk.html(try await tried(try await wish(post), part: .live, for: post.visitor))
        }
        router.post("/settings") { request, _ in
            let post = try await desk.post(request)
            let wish = try await wish(post)
            return post["step"] == "preview" ? desk.html(try await tried(wish, part: .whole, for: post.visitor)) : try await save(wish, request, post)
        }
        router.post("/page/settings/undo") { request, _ in
            let post = try await desk.post(request)
            let facts = try await planner.facts(of: post.visitor.person)
            let switches = SubscriptionSwitches(undoingBy: post, try await services.declaredCategories(for: post.visitor.person))
            let wish = wish(SettingsForm(facts, undoingBy: post), switches, of: facts)
            // What was switched can be switched back, unless somebody has changed what goes with it.
            guard wish.change.faults.isEmpty, try await store(wish, for: post.visitor) else { throw Problem.syncConflict }
            return try await saved(wish, request, post)
        }
        router.post("/page/settings/mute") { request, _ in
            let post = try await desk.post(request)
            try await post[SettingsPage.muteCategory] == nil ? mute(post) : muteCategory(post)
            return try await kept(request, post)
        }
        router.post("/page/settings/audience") { request, _ in
            let post = try await desk.post(request)
            try await join(post)
            return try await kept(request, post)
        }
        addAddresses(to: router)
        addCalendar(to: router)
    }

    /// Leads back to the page after something was saved at once. What was typed and isn't saved yet stays in its fields.
    private func kept(_ request: Request, _ post: PagePost) async throws -> Response {
        let wish = try await wish(post)
        guard SettingsForm.isIn(post), !wish.isEmpty else { return try post.answer(["success": true], page: "/settings?saved=1") }
        let visitor = try await desk.visitor(request)
        return desk.html(try await tried(wish, part: .whole, for: visitor, notice: visitor.words(SettingsWord.restUnsaved)))
    }

    // MARK: Trying out

    /// What a form that came back wants to have otherwise.
    struct Wish {
        let facts: PersonPlanner.Facts
        let form: SettingsForm
        let switches: SubscriptionSwitches
        let change: SettingsChange
        /// As of ``AddressBook/mutedCategories(of:now:)``.
        var mutes: [String: Instant] = [:]

        var isEmpty: Bool { change.isEmpty && change.faults.isEmpty && switches.changes.isEmpty }
    }

    /// - Parameter key: a switch that was turned on meanwhile, whatever the form says of it.
    func wish(_ post: PagePost, switchedOn key: Preferences.Key? = nil) async throws -> Wish {
        let facts = try await planner.facts(of: post.visitor.person)
        var form = SettingsForm(post)
        if let key { form.values[key.rawValue] = SettingsPage.on }
        var wish = wish(form, SubscriptionSwitches(post, try await services.declaredCategories(for: post.visitor.person)), of: facts)
        wish.mutes = try await services.store.mutedCategories(of: post.visitor.person, now: post.visitor.now)
        return wish
    }

    private func wish(_ form: SettingsForm, _ switches: SubscriptionSwitches, of facts: PersonPlanner.Facts) -> Wish {
        let change = SettingsChange(from: SettingsForm(facts), to: form, facts.preferences, zones: services.zones)
        return Wish(facts: facts, form: form, switches: switches, change: change)
    }

    func tried(
        _ wish: Wish, part: PagePart, for visitor: PageVisitor, notice: String? = nil, switched: [SettingsPage.Switched] = [],
        after turn: AddressTurn = AddressTurn()
    ) async throws -> String {
        let preview = SettingsPage.Preview(
            changes: try changes(by: wish.change, of: wish.facts, for: visitor),
            categories: digest(wish, visitor.words) + wish.switches.preview(visitor.words))
        let sections = part == .live ? Sections() : try await sections(for: visitor, after: turn)
        let view = view(
            wish.form, wish.switches, wish.mutes, sections, for: visitor, faults: wish.change.faults, preview: preview, switched: switched)
        return page(view, in: visitor.frame(.settings, notice: notice), part: part)
    }

    /// Of what is sent to the person no plan knows when it comes.
    private func digest(_ wish: Wish, _ words: PageWords) -> [SettingsPage.Change] {
        guard wish.change.keys.contains(.digestAt), wish.change.faults.isEmpty else { return [] }
        let time = wish.change.preferences.digestAt?.shortText
        return [SettingsPage.Change(kind: .moved, sentence: time.map { "\(words(SettingsWord.digestAt)) \($0)" } ?? words(SettingsWord.digestEnds))]
    }

    /// What the next days would tell otherwise.
    private func changes(by change: SettingsChange, of facts: PersonPlanner.Facts, for visitor: PageVisitor) throws -> [SettingsPage.Change] {
        guard !change.isEmpty, change.faults.isEmpty else { return [] }
        let before = try planner.plan(facts, language: visitor.language, now: visitor.now)
        let after = try planner.plan(change.applied(to: facts), language: visitor.language, now: visitor.now)
        var setting = after.setting
        setting.language = visitor.language
        let comparison = PlanComparison(from: before.plan, to: after.plan)
        return comparison.changes.map { change in
            // Behind a mark and a space, for which the page has a drawing and a word.
            SettingsPage.Change(kind: kind(of: change), sentence: String(Phrases.sentence(for: change, in: setting).dropFirst(2)))
        }
    }

    private func kind(of change: PlanComparison.Change) -> SettingsPage.Change.Kind {
        switch change.kind {
        case .added: .added
        case .moved: .moved
        case .removed: .silenced
        }
    }

    private func view(
        _ form: SettingsForm, _ switches: SubscriptionSwitches, _ mutes: [String: Instant], _ sections: Sections, for visitor: PageVisitor,
        faults: [String: SettingsWord] = [:], preview: SettingsPage.Preview? = nil, switched: [SettingsPage.Switched] = []
    ) -> SettingsPage {
        let common = SettingsZones.choices(SettingsZones.common, services.zones, now: visitor.now)
        let all = SettingsZones.choices(TimeZone.knownTimeZoneIdentifiers.sorted(), services.zones, now: visitor.now)
        let isOther = form.values["timezone"]?.isEmpty != false
        let methods = PrayerMethodName.allCases.map { method in
            SettingsPage.Choice(value: method.rawValue, label: PrayerMethodWord(rawValue: method.rawValue).map { visitor.words($0) } ?? method.rawValue)
        }
        let own = form.values["prayer_method"] == "" ? [SettingsPage.Choice(value: "", label: "–")] : []
        return SettingsPage(
            values: form.values, faults: faults, commonZones: (isOther ? [.init(value: "", label: "–")] : []) + common, zones: all,
            methods: own + methods, nights: Weekday.allCases.map { .init($0.rawValue, label: Phrases.heading(of: $0, in: visitor.language)) },
            categories: switches.categories(muted: mutes.mapValues { visitor.text(of: $0) }, in: visitor.language),
            preview: preview, mute: mute(of: visitor), addresses: sections.addresses, audiences: sections.audiences,
            calendar: sections.calendar, switched: switched)
    }

    func stored(
        for visitor: PageVisitor, switched: [SettingsPage.Switched] = [], after turn: AddressTurn = AddressTurn()
    ) async throws -> SettingsPage {
        let form = SettingsForm(try await planner.facts(of: visitor.person))
        let (known, declared) = try await services.subscriptions(of: visitor.person)
        let switches = SubscriptionSwitches(known, declared)
        let mutes = try await services.store.mutedCategories(of: visitor.person, now: visitor.now)
        return view(form, switches, mutes, try await sections(for: visitor, after: turn), for: visitor, switched: switched)
    }

    // MARK: Saving

    private func save(_ wish: Wish, _ request: Request, _ post: PagePost) async throws -> Response {
        let visitor = post.visitor
        let faults = wish.change.faults
        guard faults.isEmpty else {
            // The fields are far down a long page: what is wrong is said where it begins, too.
            let sentences = Set(faults.values.map { visitor.words($0) }).sorted().joined(separator: " ")
            let frame = visitor.frame(.settings, notice: sentences)
            let view = view(wish.form, wish.switches, wish.mutes, try await sections(for: visitor), for: visitor, faults: faults)
            return desk.html(page(view, in: frame), status: .unprocessableContent)
        }
        guard try await store(wish, for: visitor) else {
            let frame = visitor.frame(.settings, notice: visitor.words(SettingsWord.savedElsewhere))
            let view = view(wish.form, wish.switches, wish.mutes, try await sections(for: visitor), for: visitor)
            return desk.html(page(view, in: frame), status: .conflict)
        }
        return try await saved(wish, request, post)
    }

    /// - Returns: false where somebody has changed the same meanwhile, and nothing was saved.
    private func store(_ wish: Wish, for visitor: PageVisitor) async throws -> Bool {
        let (change, switched) = (wish.change, wish.switches.changes)
        // It is refused as a whole, before anything is saved.
        if !switched.isEmpty {
            try CategorySubscription.check(switched, insteadOf: try await services.store.switchedOff(by: visitor.person))
            let on = try await services.store.switchedOn(by: visitor.person)
            try CategorySubscription.checkOnCount(on.union(switched.keys.filter { switched[$0] == true }).count, formerly: on.count)
        }
        let push = change.columns.isEmpty ? nil : wish.facts.push(change.columns)
        guard try await services.save(change.keys, of: change.preferences, insteadOf: wish.facts.preferences, with: push, for: visitor.person) else {
            return false
        }
        if !switched.isEmpty { try await services.store.setSubscriptions(switched, of: visitor.person, now: visitor.now) }
        return true
    }

    /// Leads back to the page. Where something was switched the answer is that page, for it alone knows what there is to take back.
    private func saved(_ wish: Wish, _ request: Request, _ post: PagePost) async throws -> Response {
        // They may have chosen another language.
        let visitor = try await desk.visitor(request)
        let switched = wish.form.switched(since: SettingsForm(wish.facts), visitor.words) + wish.switches.switched(visitor.words)
        guard !switched.isEmpty else { return try post.answer(["success": true], page: "/settings?saved=1") }
        let frame = visitor.frame(.settings, notice: visitor.words(SettingsWord.saved))
        return desk.html(page(try await stored(for: visitor, switched: switched), in: frame))
    }

    // MARK: Muting everything

    private static let hour = Duration.seconds(3600)
    private static let hours = Duration.seconds(7200)

    private func mute(of visitor: PageVisitor) -> MuteSection {
        let morningText = Mute.morningTime.shortText
        guard let end = visitor.preferences.mutedUntil, end > visitor.now else { return MuteSection(state: .off, morningText: morningText) }
        return MuteSection(state: Mute.ends(at: end) ? .until(visitor.text(of: end)) : .open, morningText: morningText)
    }

    /// At once: nothing of the form around its button is saved with it.
    private func mute(_ post: PagePost) async throws {
        let visitor = post.visitor
        guard let choice = post["mute"].flatMap(MuteChoice.init) else {
            throw Problem.unknownValue(field: "mute", allowed: MuteChoice.allCases.map(\.rawValue))
        }
        var preferences = visitor.preferences
        preferences.mutedUntil =
            switch choice {
            case .hour: visitor.now + Self.hour
            case .morning: Mute.morning(after: visitor.now, in: visitor.zone)
            case .open: Mute.openEnd
            case .end: nil
            }
        try await services.saveShared([.mutedUntil], of: preferences, insteadOf: visitor.preferences, for: visitor.person)
    }

    /// One category, at once.
    private func muteCategory(_ post: PagePost) async throws {
        let (visitor, field) = (post.visitor, SettingsPage.muteCategory)
        let parts = (post[field] ?? "").split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let choice = CategoryMuteChoice(rawValue: parts[0]) else {
            throw Problem.unknownValue(field: field, allowed: CategoryMuteChoice.allCases.map { "\($0.rawValue):…" })
        }
        let category = try NotificationOrder.checkedCategory(parts[1], field: field)
        let end: Instant? =
            switch choice {
            case .hours: visitor.now + Self.hours
            case .morning: Mute.morning(after: visitor.now, in: visitor.zone)
            case .end: nil
            }
        try await services.store.mute(category, until: end, of: visitor.person, now: visitor.now)
    }
}
