import BelfryDashboard
import BelfryDelivery
import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfryTime
import Foundation
import Hummingbird

/// What an operator has filled in to have something sent.
struct ComposeForm {
    typealias Field = ComposePage.Field

    let values: [Field: String]

    /// As a page begins: what its address says, and else what is most common.
    init(_ request: Request) {
        var values: [Field: String] = [
            .target: ComposePage.Target.person.rawValue, .app: AppID.house.text, .severity: Severity.watch.rawValue, .when: ComposePage.When.now.rawValue,
        ]
        for field in [Field.target, .to, .app] {
            let text = request.sought(field.rawValue)
            if !text.isEmpty { values[field] = text }
        }
        self.values = values
    }

    /// A browser ends lines as mail does (WHATWG HTML, "Constructing the entry list"); a text has them as everywhere else.
    init(_ post: PagePost) {
        values = Dictionary(uniqueKeysWithValues: Field.allCases.compactMap { field in
            post[field.rawValue].map { (field, field == .body ? $0.replacing("\r\n", with: "\n") : $0.trimmingCharacters(in: .whitespaces)) }
        })
    }

    subscript(field: Field) -> String { values[field] ?? "" }

    /// What is wrong with a field.
    struct Fault: Error {
        let field: Field
        let text: String
    }

    /// What comes of it, as an app orders it.
    struct Order {
        let app: AppID
        let target: Target
        /// For which a key stands.
        let body: String
    }

    enum Target {
        case named(OrderRequest)
        case audience(AudienceID, NotificationOrder)
    }

    /// - Parameter isNew: whether its moment has to be ahead: what was looked at before and is sent now may be due by then.
    /// - Throws: ``Fault``, and ``Problem`` of what has no field of its own.
    func order(for visitor: PageVisitor, isNew: Bool) throws -> Order {
        let words = visitor.words
        func unusable(_ field: Field) -> Fault { Fault(field: field, text: words(ComposeWord.unusable)) }
        func missing(_ field: Field, _ word: ComposeWord) -> Fault { Fault(field: field, text: words(ProblemWord.missingInput, ["input": words(word)])) }
        guard let app = AppID(self[.app]) else { throw unusable(.app) }
        guard let target = ComposePage.Target(rawValue: self[.target]) else { throw unusable(.target) }
        guard !self[.to].isEmpty else { throw missing(.to, .name) }
        // All that is told has identifiers of one kind.
        guard let audience = AudienceID(self[.to]) else { throw unusable(.to) }
        guard self[.body].contains(where: { !$0.isWhitespace }) || !self[.title].isEmpty else { throw missing(.title, .title) }
        var fields: [String: Any] = ["severity": self[.severity]]
        if !self[.title].isEmpty { fields["title"] = self[.title] }
        if self[.body].contains(where: { !$0.isWhitespace }) { fields["body"] = self[.body] }
        if !self[.image].isEmpty || !self[.imageAlt].isEmpty {
            guard !self[.image].isEmpty else { throw missing(.image, .image) }
            guard !self[.imageAlt].isEmpty else { throw missing(.imageAlt, .imageAlt) }
            fields["image"] = ["url": self[.image], "alt": self[.imageAlt]]
        }
        if !self[.channel].isEmpty { fields["channels"] = [self[.channel]] }
        if self[.when] == ComposePage.When.moment.rawValue {
            guard !self[.at].isEmpty else { throw Fault(field: .at, text: words(ComposeWord.momentNeeded)) }
            guard let local = CivilDateTime(self[.at]) else { throw unusable(.at) }
            let moment = visitor.zone.instant(of: local)
            guard moment > visitor.now || !isNew else { throw Fault(field: .at, text: words(ComposeWord.notAhead)) }
            fields["deliver_after"] = moment.description
        }
        switch target {
        case .person: fields["recipients"] = [self[.to]]
        case .family: fields["families"] = [self[.to]]
        case .rota: fields["rotas"] = [self[.to]]
        case .audience:
            guard !self[.channel].isEmpty else { throw Fault(field: .channel, text: words(ComposeWord.channelNeeded)) }
            fields[AudienceDesk.field] = self[.to]
        }
        do {
            let data = try JSONSerialization.data(withJSONObject: fields, options: [.sortedKeys])
            let body = String(decoding: data, as: UTF8.self)
            guard target == .audience else { return Order(app: app, target: .named(try JSONDecoder().decode(OrderRequest.self, from: data)), body: body) }
            return Order(app: app, target: .audience(audience, try JSONDecoder().decode(NotificationOrder.self, from: data)), body: body)
        } catch let error as DecodingError {
            throw Self.fault(of: Problem(error), words)
        } catch let problem as Problem {
            throw Self.fault(of: problem, words)
        }
    }

    /// Beside the field that it is about; a problem of none of them stays as it is.
    static func fault(of problem: Problem, _ words: PageWords) -> any Error {
        if problem.field == "image.alt" { return Fault(field: .imageAlt, text: words(ComposeWord.unusable)) }
        guard let name = problem.field?.prefix(while: { $0 != "[" && $0 != "." }) else { return problem }
        let fields: [Substring: Field] = [
            "recipients": .to, "families": .to, "rotas": .to, "audience": .to, "title": .title, "body": .body, "image": .image, "severity": .severity,
            "channels": .channel, "deliver_after": .at,
        ]
        guard let field = fields[name] else { return problem }
        let word: ComposeWord =
            switch problem {
            case .unknownUser, .unknownFamily, .unknownRota, .unknownAudience: .noneOfName
            case .wrongType where field == .to: .nobodyThere
            default: .unusable
            }
        return Fault(field: field, text: words(word))
    }
}
