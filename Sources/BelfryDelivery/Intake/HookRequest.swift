import BelfryModel
import BelfryPhrases
import BelfryPorts
import Foundation

/// What an app says of a hook: the words of what is told, when, to whom, and how whoever posts shows that they may.
public struct HookRequest: Sendable {
    let recipients: [UserID]
    public let signature: HookSignature
    /// Nil where it isn't said, as where one that is kept stays.
    let secret: HookSecret?
    /// For how long the secret that this one takes the place of counts beside it; nil where it isn't said.
    let formerLength: Duration?
    /// What the stores keep of it.
    let stored: String

    fileprivate enum Key: String, CodingKey, CaseIterable {
        case recipients, families, rotas, channels, category, when, signature

        /// What an order has under the same name.
        static let ofOrder: [Key] = [.families, .rotas, .channels, .category]
    }

    private enum SignatureKey: String, CodingKey, CaseIterable {
        case scheme, header, secret
        case formerHours = "keep_previous_hours"
    }

    /// What is read of one in JSON.
    public static let memberNames = HookWords.Part.allCases.map(\.rawValue) + Key.allCases.map(\.rawValue)
    /// So many people one names at most.
    static let recipientCountMax = 100
    /// For so long a former secret may count.
    static let formerHours: ClosedRange<Double> = 0...168
    /// It is read for each document that is posted.
    static let byteCountMax = 64 * 1024

    /// - Throws: `DecodingError` or ``Problem`` that names the field.
    public init(_ body: Data) throws {
        let read = try body.read(as: Read.self)
        (recipients, signature, secret, formerLength) = (read.recipients, read.signature, read.secret, read.formerLength)
        guard var members = try? JSONSerialization.jsonObject(with: body) as? [String: Any] else { throw Problem.malformedJSON }
        for key in [Key.recipients, .signature] { members[key.rawValue] = nil }
        let text = try JSONSerialization.data(withJSONObject: members, options: [.sortedKeys, .withoutEscapingSlashes])
        guard text.count <= Self.byteCountMax else { throw Problem.bodyTooLarge(byteCountMax: Self.byteCountMax) }
        stored = String(decoding: text, as: UTF8.self)
        // Whom and over what is looked at now, with words in the place of what will be posted.
        _ = try HookOrder(stored, recipients).request(saying: [.title: "…"], of: nil)
    }

    private struct Read: Decodable {
        let recipients: [UserID]
        let signature: HookSignature
        let secret: HookSecret?
        let formerLength: Duration?

        init(from decoder: any Decoder) throws {
            try decoder.checkMembers(HookRequest.memberNames)
            _ = try HookWords(from: decoder)
            let container = try decoder.container(keyedBy: Key.self)
            recipients = Set(try container.decodeIfPresent([UserID].self, forKey: .recipients) ?? []).sorted()
            guard recipients.count <= HookRequest.recipientCountMax else {
                throw Problem.wrongType(field: Key.recipients.rawValue, expected: "at most \(HookRequest.recipientCountMax) people")
            }
            guard container.contains(.signature) else {
                (signature, secret, formerLength) = (.key, nil, nil)
                return
            }
            try container.superDecoder(forKey: .signature).checkMembers(SignatureKey.allCases.map(\.rawValue))
            let signed = try container.nestedContainer(keyedBy: SignatureKey.self, forKey: .signature)
            let field = { (key: SignatureKey) in Problem.path(signed.codingPath + [key]) }
            guard let scheme = try signed.choice(HookSignature.Scheme.self, for: .scheme) else { throw Problem.missingField(field(.scheme)) }
            guard let signature = HookSignature(scheme, header: try signed.decodeIfPresent(String.self, forKey: .header)) else {
                throw Problem.wrongType(
                    field: field(.header), expected: "the name of a header beside “hmac” and “token”, of at most \(HookSignature.headerLengthMax) characters")
            }
            self.signature = signature
            secret = try signed.decodeIfPresent(String.self, forKey: .secret).map { text in
                guard scheme != .key, let secret = HookSecret(text), scheme != .standard || secret.isOfStandardWebhooks else {
                    throw Problem.wrongType(
                        field: field(.secret),
                        expected: "\(HookSecret.lengths.lowerBound) to \(HookSecret.lengths.upperBound) bytes, in Base64 beside “standard”, none beside “key”")
                }
                return secret
            }
            formerLength = try signed.decodeIfPresent(Int.self, forKey: .formerHours).map { hours in
                guard HookRequest.formerHours.contains(Double(hours)) else {
                    throw Problem.numberOutOfRange(field: field(.formerHours), range: HookRequest.formerHours)
                }
                return .seconds(hours * 3600)
            }
        }
    }
}

extension HookSecret {
    /// Whether it stands for the bytes of a key, behind its prefix or without one.
    fileprivate var isOfStandardWebhooks: Bool {
        let prefix = "whsec_"
        let bytes = Data(base64Encoded: text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text)
        return (bytes?.count ?? 0) >= Self.lengths.lowerBound
    }
}

/// The words of a hook, and when they are told.
struct HookWords: Decodable {
    let templates: [Part: DocumentTemplate]
    /// All of which have to hold.
    let conditions: [HookCondition]

    /// What has a template.
    enum Part: String, CodingKey, CaseIterable {
        case title, body, link, severity, identity
        case collapseKey = "collapse_key"
    }

    static let conditionCountMax = 20

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Part.self)
        var templates: [Part: DocumentTemplate] = [:]
        for part in Part.allCases {
            guard let text = try container.decodeIfPresent(String.self, forKey: part) else { continue }
            do throws(TemplateProblem) {
                templates[part] = try DocumentTemplate(text)
            } catch {
                throw Problem.badTemplate(field: part.rawValue, error)
            }
        }
        guard templates[.title] != nil else { throw Problem.missingField(Part.title.rawValue) }
        self.templates = templates
        let others = try decoder.container(keyedBy: HookRequest.Key.self)
        conditions = try others.decodeIfPresent([HookCondition].self, forKey: .when) ?? []
        guard conditions.count <= Self.conditionCountMax else {
            throw Problem.wrongType(field: HookRequest.Key.when.rawValue, expected: "at most \(Self.conditionCountMax) conditions")
        }
    }

    /// What is to be said of a document, with nothing in it that words may not have.
    ///
    /// - Throws: `Problem.missingValue` where a template speaks of what isn't there; `Problem.missingField` where nothing is left of the title.
    func rendered(_ document: HookDocument) throws(Problem) -> [Part: String] {
        var rendered: [Part: String] = [:]
        for part in Part.allCases {
            guard let template = templates[part] else { continue }
            // Without a link there is still something to tell.
            if part != .link, let path = template.missingPath(in: document) { throw .missingValue(field: part.rawValue, path: path) }
            let text = template.text(of: document)
            rendered[part] =
                switch part {
                case .body: IntakeText.lines(text)
                case .title, .link, .severity: IntakeText.line(text, lengthMax: part.lengthMax)
                // Nobody reads them, and what is cut would be the same as another.
                case .identity, .collapseKey: text.isEmpty ? nil : text
                }
        }
        guard rendered[.title] != nil else { throw .missingField(Part.title.rawValue) }
        return rendered
    }
}

extension HookWords.Part {
    fileprivate var lengthMax: Int { self == .title ? NotificationOrder.titleLengthMax : NotificationLink.byteCountMax }
}

/// Something that has to hold of what is posted for anybody to be told.
struct HookCondition: Decodable {
    let path: String
    private let test: Test

    private enum Test {
        case among(Set<String>)
        case present(Bool)
    }

    private enum Key: String, CodingKey, CaseIterable {
        case path, equals, present
        case among = "in"
    }

    init(from decoder: any Decoder) throws {
        try decoder.checkMembers(Key.allCases.map(\.rawValue))
        let container = try decoder.container(keyedBy: Key.self)
        let field = { (key: Key) in Problem.path(container.codingPath + [key]) }
        path = try container.decode(String.self, forKey: .path)
        guard DocumentTemplate.isPath(path) else { throw Problem.wrongType(field: field(.path), expected: "names with dots between, such as pull_request.title") }
        let value = try container.decodeIfPresent(HookDocument.self, forKey: .equals)
        let values = try container.decodeIfPresent([HookDocument].self, forKey: .among)
        switch (value, values, try container.decodeIfPresent(Bool.self, forKey: .present)) {
        case (let value?, nil, nil): test = .among(try Self.written([value], field(.equals)))
        case (nil, let values?, nil): test = .among(try Self.written(values, field(.among)))
        case (nil, nil, let present?): test = .present(present)
        case (nil, nil, nil): throw Problem.missingField(field(.equals))
        default: throw Problem.wrongType(field: field(.equals), expected: "one of “equals”, “in” and “present” alone")
        }
    }

    private static func written(_ values: [HookDocument], _ field: String) throws(Problem) -> Set<String> {
        let texts = values.compactMap(\.written)
        guard texts.count == values.count, !texts.isEmpty else { throw .wrongType(field: field, expected: "texts, numbers, true or false") }
        return Set(texts)
    }

    func holds(of document: HookDocument) -> Bool {
        let found = document[path]
        return switch test {
        case .among(let texts): found?.written.map(texts.contains) ?? false
        case .present(let isPresent): (found != nil) == isPresent
        }
    }
}

/// The order that a hook makes of what is posted.
struct HookOrder {
    private let members: [String: Any]
    let isOpen: Bool

    /// - Throws: `Problem.malformedJSON` where what is stored is no object.
    init(_ stored: String, _ recipients: [UserID]) throws(Problem) {
        guard let all = try? JSONSerialization.jsonObject(with: Data(stored.utf8)) as? [String: Any] else { throw .malformedJSON }
        var members: [String: Any] = [:]
        for key in HookRequest.Key.ofOrder.map(\.rawValue) { members[key] = all[key] }
        isOpen = [HookRequest.Key.families, .rotas].contains { !(all[$0.rawValue] as? [Any] ?? []).isEmpty }
        members[HookRequest.Key.recipients.rawValue] = recipients.map(\.text)
        self.members = members
    }

    /// - Parameters:
    ///   - words: as ``HookWords/rendered(_:)`` has them. A link that can't be one is left out.
    ///   - name: of the hook, which is its category where none is said; nil for none.
    ///   - collapseKey: nil where it takes the place of nothing.
    /// - Throws: `DecodingError` or ``Problem`` that names the field.
    func request(saying words: [HookWords.Part: String], of name: HookID?, collapseKey: String? = nil) throws -> OrderRequest {
        var members = members
        members["category"] = members["category"] ?? name?.text
        members["title"] = words[.title]
        members["body"] = words[.body]
        members["link"] = words[.link].flatMap { NotificationLink($0)?.text }
        members["severity"] = words[.severity].map { Severity(reported: $0).rawValue }
        members["collapse_key"] = collapseKey
        return try JSONSerialization.data(withJSONObject: members).read(as: OrderRequest.self)
    }
}
