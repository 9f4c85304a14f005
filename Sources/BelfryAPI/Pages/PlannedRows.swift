import BelfryDashboard
import BelfryDelivery
import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfryTime

/// Words what is planned for an operator who looks at it.
struct PlannedRows {
    let services: Services
    let visitor: PageVisitor
    let schedules: ScheduleDesk
    let selection: PlannedSelection

    /// What an operator does to a schedule, by the name that it has in addresses.
    enum Act: String, CaseIterable {
        case pause, resume, skip, run
    }

    /// So many names of whom it goes to are said.
    private static let nameCountMax = 3
    /// So many shifts stand there behind the one that is on.
    private static let shiftCountMax = 3
    /// Further nobody counts who is in an audience for a list; its preview counts all of them.
    private static let memberCountMax = 1000

    private var lists: OperatorLists { OperatorLists(services: services, visitor: visitor) }
    private var words: PageWords { visitor.words }
    private var rotas: RotaDesk { RotaDesk(store: services.store, zones: services.zones) }

    func compose() async throws -> PlannedPage {
        let apps = try await lists.apps()
        return PlannedPage(
            filters: [lists.filter(apps, selection.app), statusFilter], schedules: try await scheduleList(), heartbeats: try await heartbeatList(),
            rotas: try await rotaList(apps), audiences: try await audienceList(apps))
    }

    private var statusFilter: DeliverySearch.Filter {
        let any = DeliverySearch.Choice(value: "", name: words(OperatorWord.anyStatus))
        let choices = ScheduledOrder.Status.allCases.map { DeliverySearch.Choice(value: $0.rawValue, name: state(of: $0).text) }
        return DeliverySearch.Filter(
            name: PlannedSelection.statusName, label: words(PlannedWord.schedules), choices: [any] + choices, chosen: selection.status?.rawValue ?? "")
    }

    /// - Parameters:
    ///   - found: one more than are shown, where there are further ones.
    ///   - isBehind: whether those that are shown aren't the first.
    private func list<Found>(
        _ found: [Found], _ part: PlannedPage.Part, isBehind: Bool, place: (Found) -> String, item: (Found) async throws -> OperatorItem
    ) async throws -> OperatorList {
        let shown = found.prefix(OperatorLists.countMax)
        var items: [OperatorItem] = []
        for one in shown { items.append(try await item(one)) }
        let last = found.count > shown.count ? shown.last.map(place) : nil
        return OperatorList(
            items: items, furtherPath: last.map { selection.path(to: part, behind: $0) }, beginningPath: isBehind ? selection.path(to: part) : nil)
    }

    // MARK: Schedules

    private func scheduleList() async throws -> OperatorList {
        // Heartbeats are kept as schedules, which stand behind all others.
        let found = try await services.store.scheduledOrders(
            of: selection.app, status: selection.status, before: selection.schedulesBefore, countMax: OperatorLists.countMax + 1
        ).filter { !Heartbeat.isKept(as: $0) }
        return try await list(found, .schedules, isBehind: selection.schedulesBefore != nil, place: \.id.text, item: schedule)
    }

    private func state(of status: ScheduledOrder.Status) -> OperatorItem.State {
        switch status {
        case .active: .init(words(PlannedWord.active), shape: .pending)
        case .paused: .init(words(PlannedWord.paused), shape: .skipped)
        case .ended: .init(words(PlannedWord.ended), shape: .cancelled)
        }
    }

    private func schedule(_ order: ScheduledOrder) -> OperatorItem {
        let next = schedules.upcoming(order, countMax: 1, now: visitor.now).first
        let nextText = next.map { order.timing?.timezone == nil ? lists.text(ofOwn: $0.local) : visitor.text(of: $0.at) }
        var facts = [audience(of: order)]
        if let nextText { facts.append(lists.fact(PlannedWord.next, nextText)) }
        facts.append(lists.fact(PlannedWord.last, order.lastOrderedAt.map { visitor.text(of: $0) } ?? words(PlannedWord.never)))
        facts.append(lists.fact(PlannedWord.toldCount, order.orderedCount))
        if order.missedCount > 0 { facts.append(lists.fact(PlannedWord.tooLateCount, order.missedCount)) }
        return OperatorItem(
            title: title(of: order), app: order.app.text, state: state(of: order.status), facts: facts, acts: acts(on: order, next: next))
    }

    private func title(of order: ScheduledOrder) -> String {
        let told = order.told
        return told?.payload.title ?? told?.payload.body ?? told.map { Phrases.name(ofKind: $0.payload.category, in: visitor.language) } ?? order.id.text
    }

    /// The first of those who are told, and how many others.
    private func audience(of order: ScheduledOrder) -> OperatorItem.Fact {
        let names = [order.audienceID?.text].compactMap(\.self) + order.recipients.map(\.text) + order.families.map(\.family.text) + order.rotas.map(\.text)
        let rest = names.count - Self.nameCountMax
        let others = rest > 0 ? ["+\(Phrases.text(of: rest, in: visitor.language))"] : []
        return lists.fact(PlannedWord.toWhom, (names.prefix(Self.nameCountMax) + others).joined(separator: words.comma))
    }

    private func acts(on order: ScheduledOrder, next: ScheduledOccurrence?) -> [OperatorItem.Act] {
        func act(_ act: Act, _ label: String, _ field: OperatorItem.Act.Field? = nil) -> OperatorItem.Act {
            OperatorItem.Act(label, path: selection.path("/page/planned/schedules/\(pathPart(order.id.text))/\(act.rawValue)"), field: field)
        }
        let run = act(.run, words(PlannedWord.runNow), .init(ComposePage.keyField, services.makeCode()))
        switch order.status {
        case .active:
            let skip = next.map { act(.skip, words(PlannedWord.skipNext), .init(PlannedPages.localField, $0.local.description)) }
            return [act(.pause, words(OperatorWord.pauseTitle)), skip, run].compactMap(\.self)
        case .paused: return [act(.resume, words(OperatorWord.resume)), run]
        case .ended: return []
        }
    }

    // MARK: Heartbeats

    private func heartbeatList() async throws -> OperatorList {
        let found = try await HeartbeatDesk(schedules).heartbeats(
            of: selection.app, before: selection.heartbeatsBefore, countMax: OperatorLists.countMax + 1)
        return try await list(found, .heartbeats, isBehind: selection.heartbeatsBefore != nil, place: \.schedule.id.text, item: heartbeat)
    }

    private func heartbeat(_ heartbeat: Heartbeat) -> OperatorItem {
        let state: OperatorItem.State =
            switch heartbeat.state(at: visitor.now) {
            case .waiting: .init(words(PlannedWord.alive), shape: .sent)
            case .missed: .init(words(PlannedWord.missed), shape: .failed)
            }
        func length(_ minutes: Int) -> String { Phrases.text(of: .seconds(Int64(minutes) * 60), in: visitor.language) }
        return OperatorItem(
            title: heartbeat.key, app: heartbeat.schedule.app.text, state: state,
            facts: [
                audience(of: heartbeat.schedule), lists.fact(PlannedWord.every, length(heartbeat.pace.everyMinutes)),
                heartbeat.pace.graceMinutes == 0 ? nil : lists.fact(PlannedWord.grace, length(heartbeat.pace.graceMinutes)),
                lists.fact(PlannedWord.lastBeat, heartbeat.lastBeatAt.map { visitor.text(of: $0) } ?? words(PlannedWord.never)),
                lists.fact(PlannedWord.due, visitor.text(of: heartbeat.dueAt)),
            ].compactMap(\.self))
    }

    // MARK: By app

    /// Those of the app that is chosen, or the first of all apps, one app after the other.
    private func found<Found>(_ apps: [AppID], _ look: (_ app: AppID, _ countMax: Int) async throws -> [Found]) async throws -> [Found] {
        var found: [Found] = []
        for app in selection.app.map({ [$0] }) ?? apps where found.count <= OperatorLists.countMax {
            found += try await look(app, OperatorLists.countMax + 1 - found.count)
        }
        return found
    }

    /// Where all apps are meant, nothing goes on behind the first of them: an app has to be chosen.
    private func ofApps(_ list: OperatorList) -> OperatorList {
        guard selection.app == nil else { return list }
        return OperatorList(items: list.items, hint: list.furtherPath == nil ? nil : words(PlannedWord.chooseApp))
    }

    private func sendPath(_ target: ComposePage.Target, _ name: String, _ app: AppID) -> String {
        pagePath(
            "/send",
            [
                ComposePage.Field.target.rawValue: target.rawValue, ComposePage.Field.to.rawValue: name,
                ComposePage.Field.app.rawValue: app.text,
            ])
    }

    private func rotaList(_ apps: [AppID]) async throws -> OperatorList {
        let before = selection.app == nil ? nil : selection.rotasBefore
        let found = try await found(apps) { try await rotas.rotas(of: $0, before: before, countMax: $1) }
        return ofApps(try await list(found, .rotas, isBehind: before != nil, place: \.name.text, item: rota))
    }

    private func rota(_ record: RotaRecord) -> OperatorItem {
        func said(_ word: PlannedWord, _ shift: Rota.Shift, _ moment: Instant) -> String {
            words(word, ["name": shift.user.text, "at": visitor.text(of: moment)])
        }
        let onDuty = rotas.shift(of: record.rota, at: visitor.now)
        // Nothing where its zone is gone.
        let shifts = (try? rotas.shifts(of: record.rota, from: nil, until: nil, now: visitor.now)) ?? []
        let coming = shifts.filter { $0.from > visitor.now }.prefix(Self.shiftCountMax).map { said(.fromMoment, $0, $0.from) }
        let now = onDuty.map { said(.untilMoment, $0, $0.until) } ?? words(PlannedWord.nobody)
        return OperatorItem(
            title: record.name.text, app: record.app.text, facts: [lists.fact(PlannedWord.onDuty, now)] + coming.map { lists.fact(PlannedWord.shifts, $0) },
            sendPath: sendPath(.rota, record.name.text, record.app))
    }

    private func audienceList(_ apps: [AppID]) async throws -> OperatorList {
        let after = selection.app == nil ? nil : selection.audiencesAfter
        let found = try await found(apps) { try await services.store.audiences(of: $0, after: after, countMax: $1) }
        return ofApps(try await list(found, .audiences, isBehind: after != nil, place: \.key.id.text, item: audience))
    }

    private func audience(_ audience: Audience) async throws -> OperatorItem {
        let count = try await services.store.members(of: audience.key, after: nil, countMax: Self.memberCountMax + 1).count
        let number = Phrases.text(of: min(count, Self.memberCountMax), in: visitor.language)
        return OperatorItem(
            title: audience.title ?? audience.key.id.text, app: audience.key.app.text,
            facts: [
                lists.fact(ComposeWord.name, audience.key.id.text),
                lists.fact(PlannedWord.people, count > Self.memberCountMax ? words(PlannedWord.moreThan, ["n": number]) : number),
                lists.fact(PlannedWord.open, words(audience.isOpen ? PlannedWord.openYes : .openNo)),
            ], sendPath: sendPath(.audience, audience.key.id.text, audience.key.app))
    }
}
