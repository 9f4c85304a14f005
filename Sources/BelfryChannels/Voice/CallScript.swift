import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfryTime

/// What is said in one call, and what its keys do.
struct CallScript: Hashable {
    let delivery: DeliveryID
    let transmission: TransmissionID
    let language: Language
    /// Its app's name where that has said one, the severity's word and the title.
    let title: String
    let body: String
    let purpose: Purpose
    /// What 1 says, in the words of the app that offers it; empty where it says that somebody has it.
    let answer: String
    let runsOutAt: Instant

    /// What the call is for.
    enum Purpose: Hashable {
        /// A code, by which a person shows that the number is theirs.
        case code
        case test
        /// By 1 its recipient says that they have it.
        case telling
        /// By 1 they do what is offered, as ``ActionID/mark`` has it.
        case asking(mark: UInt32)
    }

    /// So long may lie between asking for a call and its last key: what waits for its turn waits here, and a call lasts minutes.
    static let validity = Duration.seconds(3600)
    /// What is spoken: more than a minute each time nobody listens to. In bytes because it is carried in an address.
    private static let (characterCountMax, byteCountMax) = (600, 1500)
    private static let titleCharacterCountMax = 200

    init(_ notification: OutgoingNotification, now: Instant) {
        let content = notification.content
        delivery = notification.delivery.id
        transmission = notification.transmission
        language = content.language
        runsOutAt = now + Self.validity
        let words = SpokenText.plain(content.title)
        let kind = notification.delivery.payload.kind
        if kind == Payload.verificationKind {
            // A code is no number: it is spoken digit by digit.
            (title, purpose, answer) = (SpokenText.digitByDigit(words), .code, "")
        } else {
            let parts = [notification.senderName.map(SpokenText.plain), Phrases.name(of: content.severity, in: content.language), words]
            title = TextCut.cut(parts.compactMap(\.self).joined(separator: ". ")) { Self.fits($0, Self.titleCharacterCountMax) }
            // Nothing that is pressed in a telephone opens a link.
            let offered = notification.actions?.all.first { $0.link == nil }
            purpose = kind == Payload.testKind ? .test : offered.map { Purpose.asking(mark: $0.id.mark) } ?? .telling
            answer = offered.map { SpokenText.plain($0.title) } ?? ""
        }
        let (characters, bytes) = (Self.characterCountMax - title.count, Self.byteCountMax - title.utf8.count)
        body = TextCut.cut(SpokenText.plain(content.body)) { $0.count <= characters && $0.utf8.count <= bytes }
    }

    private static func fits(_ text: String, _ characterCountMax: Int) -> Bool {
        text.count <= characterCountMax && text.utf8.count <= byteCountMax / 2
    }
}

/// As text, part by part, which no words of an app have between them: ``SpokenText`` takes what controls out of those.
extension CallScript {
    private static let separator: Character = "\u{1F}"

    var text: String {
        let does =
            switch purpose {
            case .code: "code"
            case .test: "test"
            case .telling: "telling"
            case .asking(let mark): String(mark)
            }
        return [delivery.text, transmission.text, language.rawValue, does, String(runsOutAt.secondsSinceEpoch), answer, title, body]
            .joined(separator: String(Self.separator))
    }

    /// Nil where it is none.
    init?(text: String) {
        let parts = text.split(separator: Self.separator, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 8, let delivery = DeliveryID(parts[0]), let transmission = TransmissionID(parts[1]), let language = Language(rawValue: parts[2]),
            let seconds = Int64(parts[4])
        else { return nil }
        switch parts[3] {
        case "code": purpose = .code
        case "test": purpose = .test
        case "telling": purpose = .telling
        default:
            guard let mark = UInt32(parts[3]) else { return nil }
            purpose = .asking(mark: mark)
        }
        (self.delivery, self.transmission, self.language, runsOutAt) = (delivery, transmission, language, Instant(secondsSinceEpoch: seconds))
        (answer, title, body) = (parts[5], parts[6], parts[7])
    }
}

/// Words are personal: they show themselves in no log.
extension CallScript: CustomStringConvertible {
    var description: String { "CallScript(\(delivery))" }
}
