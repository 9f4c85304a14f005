import BelfryModel
import BelfryPhrases
import BelfryPorts
import Foundation

/// What a template says: what an order may say but for whom it tells and when. Its texts are templates over the data that an order brings.
public struct TemplateContents: Sendable {
    private let members: [String: HookDocument]
    /// What the stores keep of it.
    let stored: String

    fileprivate typealias Key = NotificationOrder.CodingKeys

    /// What is read of one in JSON. Facts in place of words are an order's own.
    public static let memberNames = NotificationOrder.CodingKeys.allCases
        .filter { ![.payload, .member, .deliverAfter, .deliverAtLocal, .expiresAt, .app].contains($0) }.map(\.rawValue)
    /// It is read for each order that names it.
    static let byteCountMax = 64 * 1024
    /// So many texts of one speak of the data at most.
    static let templateCountMax = 100
    private static let tag = "{{".utf8

    private struct Written: Decodable {
        let members: [String: HookDocument]

        init(from decoder: any Decoder) throws {
            try decoder.checkMembers(TemplateContents.memberNames)
            guard case .object(let members) = try HookDocument(from: decoder) else { throw Problem.malformedJSON }
            self.members = members.filter { $0.value != .null }
        }
    }

    /// - Parameter name: by which people switch it off, where no category is said.
    /// - Throws: ``Problem`` that names the field.
    public init(_ body: Data, named name: TemplateID) throws {
        let written = try body.read(as: Written.self).members
        let text = try HookDocument.object(written).data
        guard text.count <= Self.byteCountMax else { throw Problem.bodyTooLarge(byteCountMax: Self.byteCountMax) }
        self.init(written, String(decoding: text, as: UTF8.self), name)
    }

    init(_ record: TemplateRecord) throws {
        self.init(try Data(record.contents.utf8).read(as: Written.self).members, record.contents, record.name)
    }

    private init(_ written: [String: HookDocument], _ stored: String, _ name: TemplateID) {
        members = written.merging([Key.category.rawValue: .text(name.text)]) { own, _ in own }
        self.stored = stored
    }

    /// Whether an order that brings the data could be taken in with it, as far as that shows without the data.
    ///
    /// - Parameter origins: from which pictures are shown; where the data says which picture it is, its address isn't looked at here.
    /// - Throws: ``Problem`` that names the field.
    func check(_ origins: ImageOrigins) throws {
        var (sample, templateCount) = ([String: HookDocument](), 0)
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            sample[name] = try value.mapTexts(at: name) { text, field in
                let isOfPerson = field.hasPrefix(Key.escalation.rawValue) && field.contains(".recipients[")
                if isOfPerson, !DocumentTemplate.isPath(String(text.dropFirst(2).dropLast(2))) || !text.hasPrefix("{{") || !text.hasSuffix("}}") {
                    throw Problem.wrongType(field: field, expected: "a value of the data, such as {{manager}}: a template itself names nobody")
                }
                guard text.utf8.firstRange(of: Self.tag) != nil else { return text }
                templateCount += 1
                let template = try DocumentTemplate(text, at: field)
                return isOfPerson ? field : template.sample(at: field, beginsWithData: text.hasPrefix("{{"))
            }
        }
        guard templateCount <= Self.templateCountMax else {
            throw Problem.wrongType(field: Key.title.rawValue, expected: "at most \(Self.templateCountMax) texts with {{…}} beside it")
        }
        let order = try HookDocument.object(sample).data.read(as: NotificationOrder.self)
        try order.escalation?.check(beside: [])
        if case .text(let address)? = members[Key.image.rawValue]?["url"], address.utf8.firstRange(of: Self.tag) == nil {
            try origins.check(order.payload.image)
        }
    }

    /// What it says with the data of an order. A text of which nothing is left is left out, as a link that there isn't.
    ///
    /// - Parameters:
    ///   - own: what the order says itself, which stands above it. Who has words of their own in an order has no other words in further languages.
    ///   - isPersonalised: whether words speak of what each recipient has, too, where the data lacks it.
    ///   - isStrict: whether what the data lacks is refused; else it is written as nothing.
    /// - Throws: `Problem.missingValue`.
    func filled(with data: HookDocument, beside own: Set<String>, isPersonalised: Bool, isStrict: Bool = true) throws -> [String: HookDocument] {
        let hasWords = own.contains(Key.title.rawValue) || own.contains(Key.body.rawValue)
        let left = members.filter { !own.contains($0.key) && !(hasWords && $0.key == Key.texts.rawValue) }
        var filled: [String: HookDocument] = [:]
        // In this order: of what is missing in several places the title's is named.
        for name in Self.memberNames {
            filled[name] = try left[name]?.mapTexts(at: name) { text, field in
                guard text.utf8.firstRange(of: Self.tag) != nil else { return text }
                let (template, isPersonal) = (try DocumentTemplate(text, at: field), isPersonalised && Self.isPersonal(field))
                var known = data
                for path in template.neededPaths where data[path]?.written == nil {
                    if isPersonal, PersonalTemplate.isName(path) {
                        known = known.putting("{{\(path)}}", at: [path])
                    } else if isStrict {
                        throw Problem.missingValue(field: field, path: path)
                    }
                }
                return template.text(of: known)
            }
        }
        return filled
    }

    /// Whether each recipient may have values of their own in it: title and body, and the titles of buttons, in each language.
    private static func isPersonal(_ field: String) -> Bool {
        ["title", "body"].contains(lastName(of: field)) || field.hasPrefix("texts.") && field.contains(".actions.")
    }
}

private func lastName(of field: String) -> String { field.split(separator: ".").last.map(String.init) ?? field }

extension DocumentTemplate {
    /// - Throws: `Problem.badTemplate` with the field.
    fileprivate init(_ text: String, at field: String) throws(Problem) {
        do throws(TemplateProblem) {
            try self.init(text)
        } catch {
            throw .badTemplate(field: field, error)
        }
    }

    /// What it may come to, as short as it can be: whatever it needs is one character.
    fileprivate func sample(at field: String, beginsWithData: Bool) -> String {
        switch lastName(of: field) {
        case "severity": return Severity.watch.rawValue
        case "link" where beginsWithData, "url" where beginsWithData: return "https://example.org"
        default:
            let said = text(of: neededPaths.reduce(.object([:])) { $0.putting("1", at: $1.split(separator: ".").map(String.init)) })
            return said.isEmpty ? "1" : said
        }
    }
}

extension HookDocument {
    /// The same with another text at a path.
    fileprivate func putting(_ text: String, at path: [String]) -> HookDocument {
        guard let name = path.first else { return .text(text) }
        var members: [String: HookDocument] = if case .object(let own) = self { own } else { [:] }
        members[name] = (members[name] ?? .null).putting(text, at: Array(path.dropFirst()))
        return .object(members)
    }

    /// The same with each text said otherwise; nil where nothing is left of one, which is left out of what it stands in.
    ///
    /// - Parameter field: where it stands, as `texts.de.title`.
    func mapTexts(at field: String, _ change: (_ text: String, _ field: String) throws -> String) rethrows -> HookDocument? {
        switch self {
        case .text(let text):
            let changed = try change(text, field)
            return changed.isEmpty ? nil : .text(changed)
        case .list(let items):
            var changed: [HookDocument] = []
            for (index, item) in items.enumerated() {
                if let item = try item.mapTexts(at: "\(field)[\(index)]", change) { changed.append(item) }
            }
            return .list(changed)
        case .object(let members):
            var changed: [String: HookDocument] = [:]
            for (name, value) in members.sorted(by: { $0.key < $1.key }) { changed[name] = try value.mapTexts(at: "\(field).\(name)", change) }
            return .object(changed)
        case .null, .flag, .integer, .number: return self
        }
    }

    /// As JSON, its names in the order of the alphabet.
    var data: Data {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return try encoder.encode(self)
        }
    }
}

extension Data {
    /// - Throws: ``Problem`` that names the field.
    func read<Value: Decodable>(as type: Value.Type) throws -> Value {
        do {
            return try JSONDecoder().decode(type, from: self)
        } catch let error as DecodingError {
            throw Problem(error)
        }
    }
}
