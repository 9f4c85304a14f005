import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

/// Keeps what apps tell again and again, and says what an order tells that names it.
///
/// An order is filled when it is posted: what a template says later changes nothing of what was ordered.
public struct TemplateDesk: Sendable {
    let store: any TemplateStore
    let imageOrigins: ImageOrigins

    public init(store: any TemplateStore, imageOrigins: ImageOrigins = .none) {
        (self.store, self.imageOrigins) = (store, imageOrigins)
    }

    // MARK: Keeping

    /// - Throws: `Problem.unknownTemplate` where the app has none of the name; what the store throws.
    public func template(_ name: TemplateID, of app: AppID) async throws -> TemplateRecord {
        guard let template = try await store.template(name, of: app) else { throw Problem.unknownTemplate }
        return template
    }

    /// An app's, by their names.
    public func templates(of app: AppID) async throws -> [TemplateRecord] { try await store.templates(of: app, countMax: TemplateRecord.countMax) }

    /// The latest first.
    ///
    /// - Throws: `Problem.unknownTemplate` where the app has none of the name; what the store throws.
    public func versions(of name: TemplateID, of app: AppID) async throws -> [TemplateRecord] {
        let versions = try await store.versions(ofTemplate: name, of: app)
        guard !versions.isEmpty else { throw Problem.unknownTemplate }
        return versions
    }

    /// Takes in what a template says from now on.
    ///
    /// - Throws: ``Problem`` that names the field which no order could have; `Problem.tooManyTemplates`; what the store throws.
    public func save(_ contents: TemplateContents, named name: TemplateID, of app: AppID, now: Instant) async throws -> TemplateRecord {
        try contents.check(imageOrigins)
        try await store.save(contents.stored, asTemplate: name, of: app, countMax: TemplateRecord.countMax, now: now)
        return try await template(name, of: app)
    }

    /// Says again what an earlier version said, as the next.
    ///
    /// - Throws: `Problem.unknownTemplate` where there is no such version, or none any more; as ``save(_:named:of:now:)``.
    public func restore(_ version: Int, of name: TemplateID, of app: AppID, now: Instant) async throws -> TemplateRecord {
        guard let earlier = try await versions(of: name, of: app).first(where: { $0.version == version }) else { throw Problem.unknownTemplate }
        return try await save(try TemplateContents(earlier), named: name, of: app, now: now)
    }

    /// - Throws: `Problem.unknownTemplate` where the app has none of the name; what the store throws.
    public func remove(_ name: TemplateID, of app: AppID) async throws {
        guard try await store.removeTemplate(name, of: app) else { throw Problem.unknownTemplate }
    }

    // MARK: Telling

    /// An order as it was posted, with what the template says that it names; itself where it names none.
    ///
    /// - Parameter app: whose it is, by what it says of that.
    /// - Throws: `Problem.unknownTemplate`, `.missingValue`, or another ``Problem`` that names a field; what the store and `app` throw.
    public func filled(_ body: Data, of app: (_ named: AppID?) throws -> AppID) async throws -> Data {
        guard let use = try TemplateUse(in: body), let name = use.template else { return body }
        guard let template = try await store.template(name, of: try app(use.app)) else {
            throw Problem.unknownTemplate(field: TemplateUse.Key.template.rawValue)
        }
        return try use.filled(body, by: try TemplateContents(template))
    }

    /// What would be told by a template.
    public struct Trial: Sendable {
        /// As an order would say it; what the data lacks is written as nothing.
        public let told: HookDocument
        /// Why an order couldn't be taken in with it; nil where it could.
        public let problem: Problem?
        /// Nil where it couldn't, and where nobody is named.
        public let request: OrderRequest?

        /// All its texts, by the names of their fields.
        public var texts: [(field: String, text: String)] {
            guard case .object(let members) = told else { return [] }
            var texts: [(field: String, text: String)] = []
            for (name, value) in members.sorted(by: { $0.key < $1.key }) {
                _ = value.mapTexts(at: name) { text, field in
                    texts.append((field, text))
                    return text
                }
            }
            return texts
        }
    }

    /// - Parameter body: what an order says beside the template: data, whatever stands above what the template says, and perhaps whom it tells.
    /// - Throws: `Problem.unknownTemplate`; `Problem.unknownName` for what an order doesn't say, or another ``Problem`` where its data can't be read;
    ///   what the store throws.
    public func trial(of name: TemplateID, of app: AppID, with body: Data) async throws -> Trial {
        let tried = try body.read(as: TriedOrder.self)
        let (use, contents) = (tried.use, try TemplateContents(try await template(name, of: app)))
        let lenient = try contents.filled(with: use.data, beside: use.own, isPersonalised: use.isPersonalised, isStrict: false)
        let told = HookDocument.object(lenient.merging(tried.said) { $1 })
        do {
            let filled = try use.filled(body, by: contents)
            let namesSomebody = !use.own.isDisjoint(with: OrderAudience.memberNames)
            let request = namesSomebody ? try filled.read(as: OrderRequest.self) : nil
            let order = try request?.order ?? filled.read(as: NotificationOrder.self)
            try imageOrigins.check(order.payload.image)
            return Trial(told: told, problem: nil, request: request)
        } catch let problem as Problem {
            return Trial(told: told, problem: problem, request: nil)
        }
    }

    private struct TriedOrder: Decodable {
        let use: TemplateUse
        let said: [String: HookDocument]

        init(from decoder: any Decoder) throws {
            try decoder.checkMembers(
                OrderRequest.memberNames.filter { $0 != NotificationOrder.CodingKeys.app.rawValue } + [TemplateUse.Key.data.rawValue])
            use = try TemplateUse(from: decoder)
            let container = try decoder.container(keyedBy: TextKey.self)
            said = try TemplateContents.memberNames.reduce(into: [:]) { said, name in
                said[name] = try container.decodeIfPresent(HookDocument.self, forKey: TextKey(name))
            }
        }
    }
}

/// What an order says of a template.
public struct TemplateUse: Decodable, Sendable {
    /// Nil where it names none.
    public let template: TemplateID?
    let data: HookDocument
    /// Whose it is, where it says so.
    public let app: AppID?
    let isPersonalised: Bool
    /// Whether only what would become of it is asked for.
    public let isDryRun: Bool
    /// All that it says, of whatever.
    let own: Set<String>

    enum Key: String, CodingKey, CaseIterable {
        case template, data
        case app = "app_id"
        case isDryRun = "dry_run"
    }

    /// What is read of one in JSON, beside what every order has.
    public static let memberNames = [Key.template, .data].map(\.rawValue)

    /// In an order that may name one: so many values are read in about a second.
    private static let commaCountMax = 100_000

    /// Nil where it can't name a template: mostly that is seen without reading it.
    ///
    /// - Throws: ``Problem`` that names the field.
    public init?(in body: Data) throws {
        // The second and third would write a letter of the name in another way, and the last is JSON in another form than UTF-8.
        let signs = [Data(#""template""#.utf8), Data(#"\u006"#.utf8), Data(#"\u007"#.utf8)]
        let isWide = body.prefix(4).contains(0)
        guard isWide || signs.contains(where: { body.range(of: $0) != nil }) else { return nil }
        // Of what JSON has most of, which value it is has to be guessed.
        guard body.count(where: { $0 == UInt8(ascii: ",") }) <= Self.commaCountMax else {
            throw Problem.wrongType(field: Key.data.rawValue, expected: "an order with at most \(Self.commaCountMax) commas")
        }
        self = try body.read(as: TemplateUse.self)
        guard template == nil || !isWide else { throw Problem.malformedJSON }
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        template = try container.decodeIfPresent(TemplateID.self, forKey: .template)
        data = try container.decodeIfPresent(HookDocument.self, forKey: .data) ?? .object([:])
        guard case .object = data else { throw Problem.wrongType(field: Key.data.rawValue, expected: "an object") }
        app = try container.decodeIfPresent(AppID.self, forKey: .app)
        isDryRun = try container.decodeIfPresent(Bool.self, forKey: .isDryRun) ?? false
        isPersonalised = try Personalisation(from: decoder).isPersonalised
        own = Set(try decoder.container(keyedBy: TextKey.self).allKeys.map(\.stringValue))
    }

    /// Refuses what isn't read of an order, and data without a template that speaks of it.
    public static func checkMembers(of decoder: any Decoder, _ known: [String]) throws {
        try decoder.checkMembers(known + memberNames)
        let container = try decoder.container(keyedBy: Key.self)
        guard container.contains(.template) || !container.contains(.data) else { throw Problem.missingField(Key.template.rawValue) }
    }

    /// The order with what the template says put before what it says itself.
    fileprivate func filled(_ body: Data, by contents: TemplateContents) throws -> Data {
        guard !own.contains(NotificationOrder.CodingKeys.payload.rawValue) else {
            throw Problem.wrongType(field: NotificationOrder.CodingKeys.payload.rawValue, expected: "it or “template”, not both")
        }
        if isPersonalised {
            // What is put in now would be read as the name of a value then.
            _ = try data.mapTexts(at: Key.data.rawValue) { text, _ in
                guard !text.utf8.contains(UInt8(ascii: "{")) else {
                    throw Problem.wrongType(field: Key.data.rawValue, expected: "texts without “{”, since the words are “personalised”")
                }
                return text
            }
        }
        let members = try contents.filled(with: data, beside: own, isPersonalised: isPersonalised)
        guard !members.isEmpty, let begin = body.firstIndex(of: UInt8(ascii: "{")) else { return body }
        var filled = try HookDocument.object(members).data
        filled.removeLast()
        if !own.isEmpty { filled.append(UInt8(ascii: ",")) }
        filled.append(body[body.index(after: begin)...])
        return filled
    }
}
