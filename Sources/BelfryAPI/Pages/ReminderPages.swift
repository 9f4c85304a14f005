import BelfryDashboard
import BelfryDelivery
import BelfryDomains
import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfryTime
import HTTPTypes
import Hummingbird

/// Where a person keeps their own reminders: rows that their devices share, written as one of these writes them.
struct ReminderPages {
    let services: Services

    /// So many stand on a page.
    static let rowCountMax = 50
    private static let path = "/reminders"
    private static let formerByteCountMax = 50_000
    /// So long the page that says that one was added offers to take that back.
    private static let addedMilliseconds: Int64 = 600_000

    private var desk: PageDesk { PageDesk(services: services) }
    private var shelf: ReminderShelf { ReminderShelf(services: services) }

    func add(to router: Router<AppContext>) {
        router.get("/reminders") { request, _ in
            try await desk.page(request) { visitor, part in
                let facts = try await shelf.facts(of: visitor.person)
                let rows = ReminderRows(facts, for: visitor, zones: services.zones)
                let changed = request.parameters["change"].flatMap(rows.shared.record(named:))
                let start = request.parameters["after"].flatMap(Int.init) ?? 0
                let view = view(rows, form: form(of: changed, rows, visitor), news: news(of: request.parameters, rows, visitor), from: start)
                return page(view, in: visitor.frame(.reminders, isPlaceItself: changed == nil), part: part)
            }
        }
        router.post("/reminders") { request, _ in try await save(try await desk.post(request)) }
        router.post("/page/reminders/done") { request, _ in
            try await act(request, .doneNow) { row, post, rows in
                let through = post[ReminderField.through.rawValue] ?? ""
                guard case .success(let reminder) = rows.shared.read(row),
                    let done = Reminders.doneThrough(through, of: reminder, for: rows.recipient)
                else { return [:] }
                return ["done_through": .text(done)]
            }
        }
        router.post("/page/reminders/switch") { request, _ in
            let post = try await desk.post(request)
            let isOn = post[ReminderField.on.rawValue] == ReminderField.yes
            return try await act(post, isOn ? .switchedOn : .switchedOff) { _, _, _ in ["enabled": .flag(isOn)] }
        }
        router.post("/page/reminders/delete") { request, _ in try await act(request, .deleted) { _, _, _ in nil } }
        router.post("/page/reminders/undo") { request, _ in try await undo(try await desk.post(request)) }
    }

    // MARK: Showing

    private func view(_ rows: ReminderRows, form: ReminderForm, news: RemindersPage.News? = nil, from start: Int = 0) -> RemindersPage {
        let all = rows.sorted
        let first = start > 0 && start < all.count ? start : 0
        let end = min(first + Self.rowCountMax, all.count)
        return RemindersPage(
            rows: all[first..<end].map(rows.row), moreCount: all.count - (end - first), furtherPath: end < all.count ? "\(Self.path)?after=\(end)" : nil,
            beginningPath: first > 0 ? Self.path : nil, isTold: rows.isTold, form: form, news: news)
    }

    /// - Parameter row: nil for a new one.
    private func form(
        of row: FactRecord?, _ rows: ReminderRows, _ visitor: PageVisitor, draft: ReminderDraft? = nil, id: String? = nil, former: FactRecord? = nil,
        faults: [ReminderField: String] = [:]
    ) -> ReminderForm {
        let draft = draft ?? row.map(ReminderDraft.init) ?? ReminderDraft(today: visitor.today)
        let id = id ?? row?.id ?? services.intake.evaluator.identifiers.next(now: visitor.now)
        return ReminderForm(
            id: id, former: (former ?? row)?.ofForm.json, values: draft.values, days: Set(draft.days.map(\.rawValue)), choices: rows.choices(draft), faults: faults,
            hourText: rows.recipient.person.reminderTime.shortText)
    }

    /// Leads to the page that says that it was added.
    private func path(ofAdded id: String, _ visitor: PageVisitor) async throws -> String {
        let rows = ReminderRows(try await shelf.facts(of: visitor.person), for: visitor, zones: services.zones)
        guard let row = rows.shared.record(named: id) else { return Self.path }
        let moment = visitor.now.millisecondsSinceEpoch
        return "\(Self.path)?added=\(pathPart(id))&at=\(moment)&seal=\(Self.seal(of: row, addedAt: moment, visitor))"
    }

    /// Only pages of the same sign-in know it, and it is another once the row is otherwise.
    private static func seal(of row: FactRecord, addedAt moment: Int64, _ visitor: PageVisitor) -> String {
        String(Authenticator.hash(ofKey: "added \(visitor.formToken) \(row.id) \(moment) \(row.withoutNulls.json)").prefix(32))
    }

    /// What was just added and is as it was made; nothing where somebody else has written the address, or it was kept.
    private func news(of parameters: [String: String], _ rows: ReminderRows, _ visitor: PageVisitor) -> RemindersPage.News? {
        guard let row = parameters["added"].flatMap(rows.shared.record(named:)), let moment = parameters["at"].flatMap(Int64.init),
            parameters["seal"] == Self.seal(of: row, addedAt: moment, visitor),
            visitor.now.millisecondsSinceEpoch - moment <= Self.addedMilliseconds
        else { return nil }
        return RemindersPage.News(
            sentence: visitor.words(ReminderWord.added, ["name": rows.title(of: row)]), undo: .init(id: row.id, former: "", isWhole: false))
    }

    /// The page once something was done.
    private func answer(_ post: PagePost, _ news: RemindersPage.News) async throws -> Response {
        guard post.isForm else { return try .json(["success": true]) }
        let rows = ReminderRows(try await shelf.facts(of: post.visitor.person), for: post.visitor, zones: services.zones)
        return desk.html(page(view(rows, form: form(of: nil, rows, post.visitor), news: news), in: post.visitor.frame(.reminders)))
    }

    // MARK: Saving

    private func save(_ post: PagePost) async throws -> Response {
        let visitor = post.visitor
        let id = try id(in: post)
        let former = try post[ReminderField.former.rawValue].map { try FactRecord(id: id, json: $0) }
        let draft = ReminderDraft(post, former: former.map(ReminderDraft.init))
        func refused(_ faults: [ReminderField: String], _ status: HTTPResponse.Status, notice: String? = nil, isNew: Bool) async throws -> Response {
            let rows = ReminderRows(try await shelf.facts(of: visitor.person), for: visitor, zones: services.zones)
            let form = form(of: nil, rows, visitor, draft: draft, id: isNew && former != nil ? nil : id, former: isNew ? nil : former, faults: faults)
            return desk.html(page(view(rows, form: form), in: visitor.frame(.reminders, isPlaceItself: false, notice: notice)), status: status)
        }
        do {
            let columns = try draft.columns()
            switch try await shelf.save(columns, insteadOf: former, id: id, of: visitor) {
            case .added(let id): return Response(status: .seeOther, headers: [.location: try await path(ofAdded: id, visitor)])
            case .changed(let title, let before):
                let undo = before.columns.isEmpty ? nil : RemindersPage.Undo(id: id, former: before.json, isWhole: false)
                return try await answer(post, .init(sentence: visitor.words(ReminderWord.saved, ["name": title]), undo: undo))
            case .gone: return try await refused([:], .conflict, notice: visitor.words(ReminderWord.gone), isNew: true)
            }
        } catch let faults as ReminderDraft.Faults {
            return try await refused(faults.words.mapValues { visitor.words($0) }, .unprocessableContent, isNew: former == nil)
        }
    }

    private func id(in post: PagePost) throws -> String {
        guard let id = post[ReminderField.id.rawValue] else { throw Problem.missingField(ReminderField.id.rawValue) }
        guard FactRecord.isID(id) else {
            throw Problem.wrongType(field: ReminderField.id.rawValue, expected: "an identifier of 1 to \(FactRecord.idByteCountMax) bytes")
        }
        return id
    }

    // MARK: What buttons do

    private typealias Change = @Sendable (_ row: FactRecord, _ post: PagePost, _ rows: ReminderRows) -> [String: FactValue]?

    private func act(_ request: Request, _ word: ReminderWord, _ change: Change) async throws -> Response {
        try await act(try await desk.post(request), word, change)
    }

    /// - Parameter change: the columns that are to be otherwise; nil where the row is to be deleted.
    private func act(_ post: PagePost, _ word: ReminderWord, _ change: Change) async throws -> Response {
        let (id, visitor) = (try id(in: post), post.visitor)
        let former = try await shelf.write(id, of: visitor) { row, rows in row.map { change($0, post, rows) } ?? [:] }
        guard let former else { return try await answer(post, .init(sentence: visitor.words(ReminderWord.gone), undo: nil)) }
        let isWhole = word == .deleted
        let before = isWhole ? former.row.withoutNulls : former.changed
        // What an app has put in at length doesn't fit into a form.
        let json = before.columns.isEmpty ? nil : before.json
        let undo = json.flatMap { $0.utf8.count <= Self.formerByteCountMax ? RemindersPage.Undo(id: id, former: $0, isWhole: isWhole) : nil }
        return try await answer(post, .init(sentence: visitor.words(word, ["name": former.title]), undo: undo))
    }

    private func undo(_ post: PagePost) async throws -> Response {
        let (id, visitor) = (try id(in: post), post.visitor)
        let text = post[ReminderField.former.rawValue] ?? ""
        let columns = text.isEmpty ? nil : try FactRecord(id: id, json: text).columns
        let isWhole = post[ReminderField.whole.rawValue] == ReminderField.yes
        // Whoever has deleted it meanwhile wins over what it was before.
        let former = try await shelf.write(id, of: visitor) { row, _ in row == nil && !isWhole ? [:] : columns }
        let isDone = former != nil || isWhole
        return try await answer(post, .init(sentence: visitor.words(isDone ? ReminderWord.undone : .gone), undo: nil))
    }
}
