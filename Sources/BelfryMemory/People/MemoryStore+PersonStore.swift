import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

extension MemoryStore: PersonStore {
    public func rows(of person: UserID, after place: PersonalRow.Place?, countMax: Int) throws -> [PersonalRow] {
        let kept = try tables.rows(of: person)
        return PersonalTable.next(after: place) { table, key in
            kept.filter { $0.place == table.place($0.place.key) }
                .filter { row in key.map { $0.lexicographicallyPrecedes(row.place.key) } ?? true }
                .sorted { $0.place.key.lexicographicallyPrecedes($1.place.key) }
                .prefix(countMax).map { $0 }
        }
    }

    public func erase(_ person: UserID, leaving mark: String?, now: Instant) throws -> ErasureReport {
        try transaction(at: now) { tables in
            var report = ErasureReport()
            // Batches in which they are named are counted below, also where they have nothing of their own there.
            for row in try tables.rows(of: person) where row.table != PersonalTable.values.name { report.add(1, row.table) }
            if let mark { tables.erasures[mark] = now }
            tables.forgetDeliveries(of: person)
            tables.forgetInBroadcasts(person, noting: &report, now: now)
            tables.forgetSchedules(of: person)
            tables.forgetInRotas(person)
            tables.forgetInHooks(person)
            tables.forgetInAudit(person)
            tables.forgetPlaces(of: person, now: now)
            return report
        }
    }

    public func erasure(marked mark: String) -> Instant? { tables.erasures[mark] }

    public func erasures(since moment: Instant) -> Set<String> { Set(tables.erasures.filter { $0.value >= moment }.keys) }

    public func forget(_ people: Set<UserID>, in broadcast: Broadcast) {
        transaction { tables in
            var report = ErasureReport()
            for person in people { tables.forgetInBatches(person, of: broadcast.id, noting: &report) }
        }
    }
}

// MARK: What goes

extension Tables {
    fileprivate mutating func forgetDeliveries(of person: UserID) {
        let own = queue.filter { $0.value.delivery.recipient == person || $0.value.delivery.member == person }
        // Summaries that tell of them, too.
        for summary in own.values.filter({ $0.delivery.member == person }).compactMap(\.mergedInto) { inbox[summary] = nil }
        inbox = inbox.filter { $0.value.recipient != person && $0.value.member != person }
        (unreadAgain, acted) = (unreadAgain.filter { inbox[$0.key] != nil }, acted.filter { inbox[$0] != nil })
        actionsTaken = actionsTaken.filter { own[$0.key] == nil && (inbox[$0.key] != nil || queue[$0.key] != nil) }
        actionsToTell = actionsToTell.filter { actionsTaken[$0.key] != nil }
        transmissions = transmissions.filter { own[$0.value.delivery] == nil }
        removals = removals.filter { own[$0.key] == nil }
        keptKeys = keptKeys.filter { known in
            let isOthers = known.value.deliveries.contains { own[$0] == nil && queue[$0] != nil }
            return isOthers || known.value.deliveries.allSatisfy { own[$0] == nil }
        }
        for (id, row) in own {
            queue[id] = row.lease == nil ? nil : row.erased
            if row.status == .pending || row.status == .sending { unmergeAll(from: id) }
        }
    }

    fileprivate mutating func forgetInBroadcasts(_ person: UserID, noting report: inout ErasureReport, now: Instant) {
        for (id, row) in broadcasts where row.broadcast.member == person { broadcasts[id] = row.erased(now: now) }
        forgetInBatches(person, noting: &report)
    }

    /// - Parameter broadcast: nil for all of them.
    fileprivate mutating func forgetInBatches(_ person: UserID, of broadcast: BroadcastID? = nil, noting report: inout ErasureReport) {
        for (id, row) in broadcasts where broadcast.map({ $0 == id }) ?? true {
            for (number, batch) in row.batches.enumerated() where batch.recipients.contains(person) {
                report.add(1, "broadcast_batches")
                for (index, recipient) in batch.recipients.enumerated() where recipient == person {
                    let name = Broadcast.Place(broadcast: id, batch: number, index: index).delivery
                    transmissions = transmissions.filter { $0.value.delivery != name }
                }
                let left = batch.told.without(person)
                broadcasts[id]?.batches[number].recipients = left.recipients
                broadcasts[id]?.batches[number].values = left.values
            }
        }
    }

    /// What was for them alone goes whole.
    fileprivate mutating func forgetSchedules(of person: UserID) {
        for (id, order) in schedules where order.member == person || order.everybody.contains(person) {
            let others = order.recipients.filter { $0 != person }
            let isForNobody = others.isEmpty && !order.isOpen
            schedules[id] = isForNobody || order.member == person ? nil : order.telling(others, further: order.further.filter { $0.key != person })
        }
    }

    fileprivate mutating func forgetPlaces(of person: UserID, now: Instant) {
        for family in families(of: person) {
            change(family, members: family.members.filter { $0.user != person }, now: now)
            if families[family.id]?.members.isEmpty == true {
                families[family.id] = nil
                invitations = invitations.filter { $0.value.family != family.id }
            }
        }
        let own = Set(alerts.filter { $0.value.member == person }.keys)
        for alert in own { alerts[alert] = nil }
        snoozes = snoozes.filter { $0.key.recipient != person && !own.contains($0.key.alert) }
        devices = devices.filter { $0.key.user != person }
        contactPoints = contactPoints.filter { $0.value.user != person }
        calendars[person] = nil
        unwanted = unwanted.filter { $0.user != person }
        wanted = wanted.filter { $0.user != person }
        categoryMutes = categoryMutes.filter { $0.key.user != person }
        for key in audiences.keys { audiences[key]?.members[person] = nil }
        days = days.filter { $0.key.user != person }
        sessions = sessions.filter { $0.key.user != person }
        if round?.cursor == person { round?.cursor = nil }
        if feedRound?.cursor == person { feedRound?.cursor = nil }
        profiles[person] = nil
        marks[person] = nil
        stays[person] = nil
        synced[person] = nil
    }
}

extension BroadcastRow {
    /// Of one that was about somebody: what was told is told no more.
    fileprivate func erased(now: Instant) -> BroadcastRow {
        let known = broadcast
        var row = BroadcastRow(
            broadcast: Broadcast(
                id: known.id, app: known.app, createdAt: known.createdAt, channelName: known.channelName,
                fallbackChannelNames: known.fallbackChannelNames, payload: Payload(), deliverAfter: known.deliverAfter, expiresAt: known.expiresAt,
                priority: known.priority), key: nil)
        (row.status, row.calledOffAt, row.batches) = (.cancelled, now, batches)
        return row
    }
}

extension Tables {
    /// Whether it is of somebody who was erased while a worker had it in hand.
    func isErased(_ message: InboxMessage) -> Bool {
        if queue[message.id]?.delivery.recipient == .erased { return true }
        guard let place = Broadcast.Place(message.id), let row = broadcasts[place.broadcast], row.batches.indices.contains(place.batch),
            row.batches[place.batch].recipients.indices.contains(place.index)
        else { return false }
        return row.batches[place.batch].recipients[place.index] == .erased || row.broadcast.member == nil && message.member != message.recipient
    }
}

// MARK: What there is

extension Tables {
    /// In no order, each with the columns by which people know it.
    fileprivate func rows(of person: UserID) throws -> [PersonalRow] {
        var kept: [PersonalRow] = []
        func add(_ table: String, by column: String = "user_id", _ key: [String], _ columns: [String: String?] = [:]) throws {
            var columns = columns.compactMapValues { $0 }
            columns[column] = person.text
            try kept.append(PersonalRow(place: .init(table: table, column: column, key: key), json: json(columns)))
        }
        for family in families(of: person) {
            let member = family.members.first { $0.user == person }
            try add("family_members", [family.id.text], ["family_id": family.id.text, "first_name": member?.firstName, "role": member?.role.rawValue])
        }
        if let wanted = profiles[person] {
            try add(
                "user_profiles", [person.text],
                [
                    "timezone": wanted.timezone, "language": wanted.language?.rawValue, "muted_until": wanted.mutedUntil?.fixedWidthText,
                    "quiet_hours_by_weekday": wanted.quietHoursByWeekday.text, "daily_max": wanted.dailyCountMax.map(String.init),
                    "digest_at": wanted.digestAt?.description, "digest_by_category": wanted.digestByCategory.text,
                ])
        }
        for (key, row) in devices where key.user == person {
            try add("device_tokens", [row.id.text], ["id": row.id.text, "device_token": key.token, "platform": row.token.platform.rawValue])
        }
        for (id, row) in contactPoints where row.user == person {
            try add("contact_points", [id.text], ["id": id.text, "channel": row.channel.rawValue, "address": row.value])
        }
        if let link = calendars[person]?.link {
            try add("calendar_links", [person.text], ["detail": link.detail.rawValue, "created_at": link.createdAt.fixedWidthText])
        }
        for key in unwanted where key.user == person {
            try add("unwanted_categories", [key.category, key.channel.rawValue], ["category": key.category, "channel": key.channel.rawValue])
        }
        for key in wanted where key.user == person {
            try add("wanted_categories", [key.category, key.channel.rawValue], ["category": key.category, "channel": key.channel.rawValue])
        }
        for (key, end) in categoryMutes where key.user == person {
            let channel = CategorySubscription.everyChannel
            try add("unwanted_categories", [key.category, channel], ["category": key.category, "channel": channel, "muted_until": end.fixedWidthText])
        }
        if let moment = marks[person] { try add("evaluation_marks", [person.text], ["due_at": moment.description]) }
        for stay in stays[person] ?? [] { try add("member_stays", [stay.from.description], ["from_date": stay.from.description, "timezone": stay.timezone]) }
        for (key, day) in days where key.user == person {
            var columns: [String: String?] = ["metric_date": key.date.description, "source": key.source]
            for (metric, reported) in day.values { columns[metric.rawValue] = "\(reported.value)" }
            try add("wearable_daily_metrics", [key.date.description, key.source], columns)
            for metric in day.values.keys {
                try add(
                    "wearable_metric_revisions", [key.date.description, key.source, metric.rawValue],
                    ["metric_date": key.date.description, "source": key.source, "metric_type": metric.rawValue])
            }
        }
        for key in sessions.keys where key.user == person {
            try add("exercise_sessions", [key.source, key.startedAt.description], ["source": key.source, "started_at": key.startedAt.description])
        }
        for (key, snooze) in snoozes where key.recipient == person {
            try add("alert_snoozes", by: "recipient_user_id", [key.alert.text], ["alert_state_id": key.alert.text, "snooze_until": snooze.until.description])
        }
        for (id, alert) in alerts where alert.member == person {
            try add("pattern_alert_state", [id.text], ["id": id.text, "metric_type": alert.episode.metric.rawValue])
        }
        for (id, row) in queue where row.delivery.recipient == person || row.delivery.member == person {
            let delivery = row.delivery
            try add(
                "notification_queue", by: delivery.recipient == person ? "recipient_user_id" : "member_user_id",
                [delivery.createdAt.fixedWidthText, id.text, delivery.app.text],
                [
                    "id": id.text, "app_id": delivery.app.text, "recipient_user_id": delivery.recipient.text, "member_user_id": delivery.member.text,
                    "channel": delivery.channelName, "status": row.status.rawValue, "payload": try json(delivery.payload),
                ])
        }
        for (id, message) in inbox where message.recipient == person || message.member == person {
            try add(
                "inbox_messages", by: message.recipient == person ? "recipient_user_id" : "member_user_id", [id.text],
                [
                    "id": id.text, "recipient_user_id": message.recipient.text, "member_user_id": message.member.text, "title": message.content.title,
                    "body": message.content.body,
                ])
        }
        for (id, row) in broadcasts where row.broadcast.member == person {
            try add("broadcasts", by: "member_user_id", [id.text], ["id": id.text, "payload": try json(row.broadcast.payload)])
        }
        for (id, row) in broadcasts {
            kept += row.batches.enumerated().compactMap { $1.told.row(of: person, row.broadcast.app.text, id.text, number: $0) }
        }
        for (id, order) in schedules {
            if order.member == person { try add("schedules", by: "member_user_id", [id.text], ["id": id.text, "request": order.request]) }
            if order.recipients.contains(person) { try add("schedule_recipients", [id.text], ["schedule_id": id.text, "own_values": order.values[person]?.json]) }
            if let step = order.further[person] {
                try add("schedule_recipients", [id.text], ["schedule_id": id.text, "escalation_step": "\(step)"])
            }
        }
        for (id, entry) in audit where entry.person == person {
            try add(
                "audit_log", [id.text],
                ["id": id.text, "happened_at": entry.at.fixedWidthText, "action": entry.actionName, "actor_user_id": entry.actor.person?.text])
        }
        for (key, row) in audiences {
            guard let moment = row.members[person] else { continue }
            let columns = ["app_id": key.app.text, "audience_id": key.id.text, "joined_at": moment.fixedWidthText]
            try add("audience_members", [key.app.text, key.id.text], columns)
        }
        for (key, record) in rotas {
            if let place = record.rota.places.firstIndex(of: person) {
                try add("rota_people", [key.app.text, key.name.text], ["app_id": key.app.text, "rota": key.name.text, "place": "\(place)"])
            }
            for override in record.rota.overrides where override.user == person {
                let (from, until) = (override.from.description, override.until.description)
                try add(
                    "rota_overrides", [key.app.text, key.name.text, from],
                    ["app_id": key.app.text, "rota": key.name.text, "from_local": from, "until_local": until])
            }
        }
        for (key, hook) in hooks where hook.recipients.contains(person) {
            try add("hook_people", [key.app.text, key.name.text], ["app_id": key.app.text, "hook": key.name.text])
        }
        for (table, records) in synced[person]?.records ?? [:] {
            for record in records {
                kept.append(PersonalRow(place: .init(table: table.rawValue, column: "user_id", key: [record.id]), json: try json(record)))
            }
        }
        return kept
    }

    private func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}

extension ScheduledOrder {
    /// Whether it goes to families or rotas, whoever is in them: then it stays though nobody is named.
    fileprivate var isOpen: Bool {
        let members = try? JSONSerialization.jsonObject(with: Data(request.utf8)) as? [String: Any]
        return members?["families"] != nil || members?["rotas"] != nil
    }
}
