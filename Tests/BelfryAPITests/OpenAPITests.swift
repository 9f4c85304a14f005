import BelfryDelivery
import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import HTTPTypes
import Hummingbird
import Testing

@testable import BelfryAPI

struct OpenAPITests {
    private let document: JSON

    init() throws {
        document = try JSON(parsing: openAPIDocument)
    }

    @Test("The server hands out its description")
    func served() async throws {
        try await withAPI { api in
            let answer = try await api.get("/openapi.json")
            #expect(answer.status == 200)
            #expect(answer.headers[.contentType] == "application/json; charset=utf-8")
            #expect(answer.json["openapi"] == "3.1.0")
        }
    }

    @Test("No object of it has a member twice, of which readers keep one")
    func members() {
        #expect(Self.namesTwice(in: openAPIDocument) == [])
        #expect(Self.namesTwice(in: #"{"a": {"b": "a\":{", "c": [{"b": 1}]}, "a": {}}"#) == ["a"])
    }

    /// The names that an object of a JSON text has already.
    private static func namesTwice(in text: String) -> [String] {
        var twice: [String] = []
        var objects: [Set<String>] = []
        var (last, isInString, isEscaped) = ("", false, false)
        for character in text {
            switch character {
            case _ where isEscaped: isEscaped = false
            case "\\" where isInString: isEscaped = true
            case "\"":
                isInString.toggle()
                if isInString { last = "" }
            case _ where isInString: last.append(character)
            case "{": objects.append([])
            case "}": objects.removeLast()
            case ":": if !objects[objects.count - 1].insert(last).inserted { twice.append(last) }
            default: break
            }
        }
        return twice
    }

    @Test("Every route is described, and what is described is a route")
    func routes() async throws {
        let described = operations.map { "\($0.method.rawValue) \($0.path)" }
        try await withAPI { api in
            let routes = makeRouter(api.services).routes.map { "\($0.method.rawValue) \($0.path.description.isEmpty ? "/" : $0.path.description)" }
            #expect(Set(described) == Set(routes))
        }
    }

    @Test("Every reference names a component itself, as makers of clients follow no other")
    func references() {
        let references = references(in: document)
        #expect(!references.isEmpty)
        for reference in references {
            let names = reference.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
            #expect(names.count == 4 && names.starts(with: ["#", "components"]), "\(reference)")
            #expect(names.dropFirst().reduce(document as JSON?) { $0?[$1] } != nil, "\(reference)")
        }
    }

    @Test("Every operation has a name of its own, says who may call it and what it answers, and shows what to send")
    func operationsAreWhole() {
        let names = operations.compactMap { $0.content["operationId"]?.string }
        #expect(Set(names).count == operations.count)
        for operation in operations {
            #expect(operation.content["security"] != nil && operation.content["responses"]?.members.isEmpty == false, "\(operation.path)")
            #expect(operation.content["requestBody"] == nil || !operation.requestExamples.isEmpty, "\(operation.path) has no example")
        }
    }

    @Test("The codes of errors are those of Problem")
    func codes() {
        let described = document["components"]?["schemas"]?["ErrorCode"]
        #expect(values(of: described) == Set(Problem.all.map(\.code)))
        for problem in Problem.all {
            #expect(described?["description"]?.string?.contains("`\(problem.code)`") == true, "\(problem.code) is not explained")
        }
    }

    @Test("Each problem is described under the status with which it is answered")
    func statuses() {
        for problem in Problem.all where problem != .internalFailure {
            let description = document["components"]?["responses"]?["Problem\(problem.status.code)"]?["description"]?.string
            #expect(description?.contains("`\(problem.code)`") == true, "\(problem.status.code) \(problem.code)")
        }
    }

    @Test("An app is let in by its key in either header where it is said to be, and nowhere else")
    func keys() async throws {
        try await withAPI { api in
            for operation in operations where !operation.isForAnybody {
                let body = operation.method == .post || operation.method == .put || operation.method == .patch ? "{}" : nil
                let answer = try await api.ask(operation.method, operation.examplePath(in: document), body, as: .headers(["x-api-key": API.appKey]))
                let name = "\(operation.method) \(operation.path): \(answer.status)"
                #expect(operation.schemes.contains("appKey") == operation.schemes.contains("appKeyHeader"), "\(name)")
                if operation.schemes.contains("appKey") {
                    #expect(![401, 403].contains(answer.status), "\(name)")
                } else {
                    #expect([401, 403, 404].contains(answer.status), "\(name)")
                }
            }
        }
    }

    @Test("A key with the scope that an operation names may ask it, and one with all others but `all` may not; what names none takes any key")
    func scopes() async throws {
        try await withAPI { api async throws in
            for scope in KeyScope.allCases {
                let others = Set(KeyScope.allCases).subtracting([scope, .all])
                try await api.addKey(Self.only(scope), scopes: [scope])
                try await api.addKey(Self.allBut(scope), scopes: others)
            }
            for operation in operations where operation.schemes.contains("appKey") {
                let name = "\(operation.method) \(operation.path)"
                let named = operation.roles(of: "appKey")
                #expect(operation.roles(of: "appKeyHeader") == named, "\(name)")
                func answer(to key: String) async throws -> Answer {
                    let body = operation.method == .get ? nil : "{}"
                    return try await api.ask(operation.method, operation.examplePath(in: document), body, as: .headers(["x-api-key": "bk_\(key)"]))
                }
                guard let scope = named.first.flatMap({ KeyScope(rawValue: $0) }), named.count == 1 else {
                    #expect(operation.path == "/v1/keys/self" && named.isEmpty, "\(name) names no scope that there is")
                    #expect(try await answer(to: Self.only(.heartbeat)).status == 200)
                    continue
                }
                let allowed = try await answer(to: Self.only(scope))
                #expect(![401, 403].contains(allowed.status), "\(name): \(allowed.text)")
                let refused = try await answer(to: Self.allBut(scope))
                #expect(refused.summary == "403 insufficient_scope", "\(name): \(refused.text)")
                #expect(refused.headers[.wwwAuthenticate] == #"Bearer error="insufficient_scope", scope="\#(scope.rawValue)""#)
                #expect(refused.text.contains("“\(scope.rawValue)”"))
                #expect(operation.content["responses"]?.keys.contains("403") == true, "\(name)")
            }
        }
    }

    private static func only(_ scope: KeyScope) -> String { "only-\(scope)" }
    private static func allBut(_ scope: KeyScope) -> String { "all-but-\(scope)" }

    @Test("Whatever needs a store says that it may be out of use, whatever reads a body that it may be too large, and whatever asks who it is that nobody may be")
    func commonStatuses() {
        let storeless: Set = ["/health", "/openapi.json", "/service-worker.js", "/embed/inbox.js"]
        let storelessToRead: Set = ["/unsubscribe/{token}", "/callbacks/{provider}"]
        for operation in operations {
            let (path, isPost) = (operation.path, operation.method == .post)
            let statuses = operation.content["responses"]?.keys ?? []
            let needsStore = !storeless.contains(path) && !path.hasPrefix("/assets/") && (isPost || !storelessToRead.contains(path))
            #expect(statuses.contains("503") == needsStore, "\(operation.method) \(path)")
            let isPostOfPage = isPost && (path.hasPrefix("/login") || path.hasPrefix("/logout") || path.hasPrefix("/page/") || path.hasPrefix("/settings"))
            if operation.content["requestBody"] != nil || isPostOfPage { #expect(statuses.contains("413"), "\(operation.method) \(path)") }
            if !operation.isForAnybody, !operation.schemes.contains("providerSignature") { #expect(statuses.contains("401"), "\(operation.method) \(path)") }
        }
    }

    @Test("Fixed lists are those of the house")
    func fixedLists() {
        func listed(_ schema: String, _ property: String) -> Set<String> {
            values(of: document["components"]?["schemas"]?[schema]?["properties"]?[property])
        }
        func cases<Value: CaseIterable & RawRepresentable<String>>(_ type: Value.Type) -> Set<String> { Set(type.allCases.map(\.rawValue)) }
        let reasons = Set(Reason.allCases.filter { !$0.isOfPlansAlone }.map(\.rawValue))
        #expect(listed("Delivery", "reason") == reasons && listed("Decision", "reason") == reasons)
        #expect(listed("Delivery", "status") == cases(Delivery.Status.self) && listed("QueuedDelivery", "status") == cases(Delivery.Status.self))
        #expect(listed("Transmission", "status") == cases(Transmission.Status.self))
        #expect(listed("Broadcast", "status") == cases(BroadcastProgress.Status.self))
        #expect(listed("ContactPoint", "silenced_because") == cases(ContactPoint.Silence.Why.self))
        #expect(listed("DeviceCall", "platform_type") == cases(DeviceToken.Platform.self))
        #expect(listed("FamilyMember", "role") == cases(FamilyRole.self))
        #expect(listed("Alert", "metric_type") == cases(Metric.self))
        #expect(listed("StatusEvent", "type") == cases(StatusChange.Kind.self))
        #expect(values(of: document["components"]?["schemas"]?["KeyScope"]) == cases(KeyScope.self))
        let channels = document["components"]?["schemas"]?["CategoryDefault"]?["properties"]?.members ?? [:]
        #expect(Set(channels.keys) == cases(DeliveryChannel.self))
    }

    /// What a schema lists, itself, by reference, or as what is known of an open list.
    private func values(of schema: JSON?) -> Set<String> {
        if let name = schema?["$ref"]?.string?.split(separator: "/").last {
            return values(of: document["components"]?["schemas"]?[String(name)])
        }
        let listed = Set(schema?["enum"]?.items.compactMap(\.string) ?? [])
        return (schema?["anyOf"]?.items ?? []).reduce(into: listed) { $0.formUnion(values(of: $1)) }
    }

    @Test("Every list of values and every fixed value says its type, null included, without which makers of clients take anything for it")
    func typesOfLists() {
        #expect(listsWithoutType(in: document) == [])
        #expect(listsWithoutType(in: ["a": [["const": true]], "b": ["type": "string", "enum": ["c"]]]) == [["const": true]])
        #expect(listsWithoutType(in: ["a": ["type": "integer", "enum": [3, nil]]]) == [["type": "integer", "enum": [3, nil]]])
    }

    private func listsWithoutType(in json: JSON) -> [JSON] {
        let isNullUntyped = json["enum"]?.items.contains(.null) == true && json["type"]?.items.contains("null") != true
        let isOne = json["type"] == nil && (json["enum"] != nil || json["const"] != nil) || isNullUntyped
        let inner = json.items + json.members.filter { !["example", "examples"].contains($0.key) }.values
        return (isOne ? [json] : []) + inner.flatMap(listsWithoutType(in:))
    }

    @Test("The examples of what to send are accepted, and what comes back has the keys of its example")
    func examples() async throws {
        for operation in operations {
            for example in operation.requestExamples {
                try await withAPI { api in
                    try await api.store.save(lindens, now: .noon)
                    try await api.store.accept(alert)
                    await api.store.append(message)
                    await api.store.invite(invitation, now: .noon)
                    try await addMailbox(to: api)
                    _ = try await api.store.add(schedule, under: nil, now: .noon)
                    try await api.store.save(.example(of: AppID(literal: "app")))
                    try await api.store.save(rota, named: RotaID(literal: "grandma"), of: AppID(literal: "app"), countMax: 1, now: .noon)
                    _ = try await api.store.save(hook, countMax: 1, now: .noon)
                    try await api.store.save(
                        #"{"category":"invoices","title":"Invoice {{number}} is due"}"#, asTemplate: TemplateID(literal: "invoice-due"),
                        of: AppID(literal: "app"), countMax: 1, now: .noon)
                    let answer = try await api.ask(operation.method, operation.examplePath(in: document), example.sent, as: operation.shown(with: example.sent))
                    #expect(answer.status == operation.successStatus, "\(operation.path): \(answer.text)")
                    #expect(answer.json.keyTree == operation.answerExample?.keyTree, "\(operation.path)")
                }
            }
        }
    }

    @Test("What is read of an order, and of one that comes back, is described, and nothing else is")
    func membersOfOrders() {
        func described(_ schema: String) -> [String] { (document["components"]?["schemas"]?[schema]?["properties"]?.members ?? [:]).keys.sorted() }
        #expect(described("NotificationOrder") == (OrderRequest.memberNames + TemplateUse.memberNames + ["dry_run"]).sorted())
        #expect(described("ScheduleOrder") == (ScheduleRequest.memberNames + TemplateUse.memberNames).sorted())
        let ofSchedulesAlone = Personalisation.memberNames + ["app_id", "recurrence", "dry_run", "expires_after_minutes", "audience", "fallback_channels"]
        #expect(described("HeartbeatOrder") == ScheduleRequest.memberNames.filter { !ofSchedulesAlone.contains($0) }.sorted())
        let ofBroadcasts =
            NotificationOrder.memberNamesOfBroadcast + Personalisation.memberNames + TemplateUse.memberNames + ["recipients", "audience", "dry_run"]
        #expect(described("BroadcastOrder") == ofBroadcasts.sorted())
        #expect(described("TemplateCall") == TemplateContents.memberNames.sorted())
        #expect(described("Recurrence") == WrittenTiming.memberNames.sorted())
    }

    @Test("What a call doesn't read of its body it refuses, but for what wearables, browsers, schedulers and monitors have more of")
    func unknownMembers() async throws {
        let lenient: Set = [
            "/v1/metrics", "/functions/v1/rook", "/functions/v1/process_notifications", "/v1/plan", "/page/alerts/{id}/snooze", "/page/web-push/subscribe",
            "/v1/intake/alertmanager", "/v1/intake/grafana", "/v1/intake/uptime-kuma", "/v1/intake/text",
            "/v1/intake/hooks/{app_id}/{name}", "/v1/hooks/{name}/try",
        ]
        for operation in operations where !lenient.contains(operation.path) {
            for example in operation.requestExamples where !example.members.isEmpty {
                let body = JSON.object(example.members.merging(["no_such_member": true]) { $1 }).sent
                try await withAPI { api in
                    try await api.store.save(lindens, now: .noon)
                    _ = try await api.store.add(schedule, under: nil, now: .noon)
                    try await api.store.save(rota, named: RotaID(literal: "grandma"), of: AppID(literal: "app"), countMax: 1, now: .noon)
                    let answer = try await api.ask(operation.method, operation.examplePath(in: document), body, as: operation.shown(with: body))
                    #expect(answer.summary == "400 unknown_name no_such_member", "\(operation.method) \(operation.path)")
                }
            }
        }
    }

    @Test("A change whose body got lost on the way is refused, and isn't answered as done")
    func emptyChanges() async throws {
        let changes = operations.filter { $0.method == .patch }
        #expect(!changes.isEmpty)
        for operation in changes {
            try await withAPI { api in
                try await api.store.save(lindens, now: .noon)
                _ = try await api.store.add(schedule, under: nil, now: .noon)
                let answer = try await api.ask(operation.method, operation.examplePath(in: document), nil, as: operation.shown(with: ""))
                #expect(answer.summary == "400 malformed_json", "\(operation.path)")
            }
        }
    }

    /// The message that the examples speak of.
    private var message: InboxMessage {
        InboxMessage(
            id: DeliveryID(literal: "01970b2e-5c00-7000-8000-000000000002"), recipient: .ana, member: .ben, alert: nil, category: "news",
            content: NotificationContent(title: "Ben's steps are down", body: "", severity: .watch), createdAt: .noon, readAt: nil)
    }

    /// The family that the examples speak of.
    private var lindens: FamilyRecord {
        FamilyRecord(id: FamilyID(literal: "lindens"), name: "The Lindens", members: FamilyRecord.household.members)
    }

    /// The schedule that the examples speak of, which leaves one time out.
    private var schedule: ScheduledOrder {
        get throws {
            let id = try #require(document["components"]?["parameters"]?["schedule_id"]?["example"]?.string.flatMap { ScheduledOrderID($0) })
            let (first, second) = (CivilDate(literal: "2026-12-07"), CivilDate(literal: "2026-12-14"))
            let start = CivilDateTime(first, CivilTime(literal: "09:00"))
            return ScheduledOrder(
                id: id, app: AppID(literal: "app"), createdAt: .noon, request: #"{"category":"bins","channels":["in_app"],"title":"Put the bins out"}"#,
                member: nil, recipients: [.ana, .ben],
                timing: ScheduleTiming(
                    start: start, rule: try RecurrenceRule("FREQ=WEEKLY;BYDAY=MO"), exceptions: [CivilDateTime(second, start.time)],
                    timezone: "Europe/Rome"),
                next: ScheduledOccurrence(local: start, at: start.firstMomentAnywhere))
        }
    }

    /// The rota that the examples speak of.
    private var rota: Rota {
        Rota(
            [.ana, .ben],
            handovers: Rota.Handovers(
                since: CivilDate(literal: "2026-01-19"), pace: .weeks(1, on: .monday), at: CivilTime(literal: "09:00"), timezone: "Europe/Rome"))
    }

    /// The hook that the examples speak of, to which its app posts.
    private var hook: HookRecord {
        HookRecord(
            name: HookID(literal: "ci"), app: AppID(literal: "app"), createdAt: .noon, request: #"{"title":"{{title}}"}"#, recipients: [.ana],
            signature: .key, secret: nil)
    }

    /// The mailbox that the examples speak of, everybody's that may ask, with the code that they show.
    private func addMailbox(to api: API) async throws {
        let id = try #require(document["components"]?["parameters"]?["address_id"]?["example"]?.string.flatMap { AddressID($0) })
        let draft = try ContactPoint.Draft(id: id, channel: .email, value: "ana@example.org")
        let code = ContactPoint.Verification.byCode(hash: Authenticator.hash(ofKey: "042317"), expiresAt: .evening)
        _ = try await api.store.save(draft, of: .ana, verification: code, now: .noon)
    }

    /// The invitation that the examples speak of.
    private var invitation: FamilyInvitation {
        FamilyInvitation(
            family: lindens.id, codeHash: Authenticator.hash(ofKey: "the-code-of-the-invitation"), role: .member, expiresAt: .evening)
    }

    /// The alert that the examples speak of.
    private var alert: Alert {
        let example = Alert.example(45)
        let id = document["components"]?["parameters"]?["alert_id"]?["example"]?.string.flatMap { AlertID($0) }
        return Alert(id: id ?? example.id, member: .ben, episode: example.episode, engine: "v2", lastNotifiedLevel: .days3)
    }

    // MARK: Reading the document

    private struct Operation: Sendable {
        let path: String
        let method: HTTPRequest.Method
        let content: JSON
        /// Of all operations at the path.
        let parameters: [JSON]

        private static let media = "application/json"

        var requestExamples: [JSON] {
            let media = content["requestBody"]?["content"]?[Self.media]
            return (media?["examples"]?.members.values.compactMap { $0["value"] } ?? []) + [media?["example"]].compactMap { $0 }
        }

        var successStatus: Int { content["responses"]?["202"] == nil ? 200 : 202 }

        var answerExample: JSON? { content["responses"]?["\(successStatus)"]?["content"]?[Self.media]?["example"] }

        func examplePath(in document: JSON) -> String {
            let own = content["parameters"]?.items.filter { $0["in"] == "query" && $0["example"] != nil } ?? []
            let query = own.compactMap { parameter in
                parameter["name"]?.string.map { "\($0)=\(parameter["example"]?.string ?? "")" }
            }
            return filledPath(in: document) + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
        }

        private func filledPath(in document: JSON) -> String {
            parameters.reduce(path) { path, reference in
                let name = reference["$ref"]?.string?.split(separator: "/").last
                let parameter = name.flatMap { document["components"]?["parameters"]?[String($0)] }
                return path.replacing("{\(parameter?["name"]?.string ?? "")}", with: parameter?["example"]?.string ?? "")
            }
        }

        var schemes: Set<String> { content["security"]?.items.reduce(into: Set()) { $0.formUnion($1.keys) } ?? [] }

        /// What a way to show who is asking has to allow (OpenAPI 3.1, “Security Requirement Object”).
        func roles(of scheme: String) -> [String] {
            content["security"]?.items.compactMap { $0[scheme] }.first?.items.compactMap(\.string) ?? []
        }

        /// Also without showing who they are.
        var isForAnybody: Bool {
            let ways = content["security"]?.items ?? []
            return ways.isEmpty || ways.contains { $0.members.isEmpty }
        }

        /// One of those who may call it, by the description.
        func shown(with body: String) -> Shown {
            if schemes.contains("wearableHash") { return .headers(["x-rook-hash": API.rookHash(of: body)]) }
            if schemes.contains("session") { return .page(.ana) }
            if path.contains("{user_id}") || !schemes.contains("appKey") && schemes.contains("personToken") { return .person(.ana) }
            return schemes.contains("appKey") ? .app : .admin
        }
    }

    private var operations: [Operation] {
        (document["paths"]?.members ?? [:]).sorted { $0.key < $1.key }.flatMap { path, item in
            item.members.filter { $0.key != "parameters" }.sorted { $0.key < $1.key }.compactMap { name, content in
                HTTPRequest.Method(name.uppercased()).map {
                    Operation(path: path, method: $0, content: content, parameters: item["parameters"]?.items ?? [])
                }
            }
        }
    }

    private func references(in json: JSON) -> [String] {
        let inner = json.items + json.members.values
        return [json["$ref"]?.string].compactMap { $0 } + inner.flatMap(references(in:))
    }
}

extension JSON {
    /// The keys without the values; of a list of objects, those of the first.
    fileprivate var keyTree: JSON {
        switch self {
        case .null, .flag, .number, .text: .null
        case .list(let items): .list(items.prefix(1).map(\.keyTree).filter { $0 != .null })
        case .object(let members): .object(members.mapValues(\.keyTree))
        }
    }
}

extension Problem {
    /// One of each kind. A new kind doesn't compile until it has its place in ``next``.
    static let all = Array(sequence(first: Problem.malformedJSON, next: \.next))

    private var next: Problem? {
        switch self {
        case .malformedJSON: .malformedLine(expected: "")
        case .malformedLine: .missingField("")
        case .missingField: .wrongType(field: "", expected: "")
        case .wrongType: .unknownValue(field: "", allowed: [])
        case .unknownValue: .unknownName(field: "", allowed: [])
        case .unknownName: .notOfBroadcast(field: "")
        case .notOfBroadcast: .bodyTooLarge(byteCountMax: 0)
        case .bodyTooLarge: .tooManyItems(countMax: 0)
        case .tooManyItems: .unknownTimezone(field: "")
        case .unknownTimezone: .metricOutOfRange(field: "", range: 0...0)
        case .metricOutOfRange: .noMetrics(field: "")
        case .noMetrics: .dayInFuture(field: "")
        case .dayInFuture: .snoozeDaysNotOffered
        case .snoozeDaysNotOffered: .numberOutOfRange(field: "", range: 0...0)
        case .numberOutOfRange: .badCheckDigit(field: "")
        case .badCheckDigit: .badRecurrence(field: "", RecurrenceProblem(.rule, .malformed))
        case .badRecurrence: .badTemplate(field: "", .malformed)
        case .badTemplate: .unknownUser(field: "")
        case .unknownUser: .unknownFamily
        case .unknownFamily: .tooManyMembers(countMax: 100)
        case .tooManyMembers: .unknownDelivery
        case .unknownDelivery: .unknownAction
        case .unknownAction: .notTold
        case .notTold: .unknownBroadcast
        case .unknownBroadcast: .unknownAudience
        case .unknownAudience: .tooManyAudiences(countMax: 100)
        case .tooManyAudiences: .unknownSchedule
        case .unknownSchedule: .unknownHeartbeat
        case .unknownHeartbeat: .scheduleEnded
        case .scheduleEnded: .tooManySchedules(countMax: 10_000)
        case .tooManySchedules: .unknownRota
        case .unknownRota: .tooManyRotas(countMax: 10_000)
        case .tooManyRotas: .unknownCategory
        case .unknownCategory: .tooManyCategories(countMax: 500)
        case .tooManyCategories: .unknownHook
        case .unknownHook: .tooManyHooks(countMax: 200)
        case .tooManyHooks: .unknownTemplate
        case .unknownTemplate: .tooManyTemplates(countMax: 500)
        case .tooManyTemplates: .missingValue(field: "", path: "")
        case .missingValue: .unknownApp(field: "")
        case .unknownApp: .unknownInboxMessage
        case .unknownInboxMessage: .unknownAddress
        case .unknownAddress: .tooManyAddresses(countMax: 20)
        case .tooManyAddresses: .tooManySwitchedOff(countMax: 500)
        case .tooManySwitchedOff: .tooManySwitchedOn(countMax: 5_000)
        case .tooManySwitchedOn: .codeRefused(attemptsLeft: 1)
        case .codeRefused: .codeNotSent
        case .codeNotSent: .tooManyCodes(secondsLeft: 60)
        case .tooManyCodes: .tooManyPresses(secondsLeft: 60)
        case .tooManyPresses: .tooManyStreams(countMax: 30)
        case .tooManyStreams: .tooMuchShared(rowCountMax: 50_000, byteCountMax: 16_777_216)
        case .tooMuchShared: .notFound
        case .notFound: .methodNotAllowed(allowed: [])
        case .methodNotAllowed: .syncConflict
        case .syncConflict: .idempotencyKeyReused
        case .idempotencyKeyReused: .notAuthenticated
        case .notAuthenticated: .needs(.adminSecret)
        case .needs: .keyExpired
        case .keyExpired: .needsScope(.send)
        case .needsScope: .notSigned(header: "")
        case .notSigned: .secretNotConfigured(setting: "")
        case .secretNotConfigured: .notAuthorized(.snoozeAlert)
        case .notAuthorized: .callbackRefused(.badSignature)
        case .callbackRefused(.badSignature): .callbackRefused(.stale)
        case .callbackRefused(.stale): .callbackRefused(.malformed)
        case .callbackRefused(.malformed): .storeUnavailable
        case .storeUnavailable: .internalFailure
        case .internalFailure: nil
        }
    }
}
