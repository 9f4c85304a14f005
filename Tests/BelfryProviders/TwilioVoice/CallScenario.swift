/// What a document of TwiML has Twilio do, as far as Belfry asks for it; anything else is no document.
///
/// Source: https://www.twilio.com/docs/voice/twiml. Elements and attributes have exactly these letters, and what isn't known ends a call with the words that
/// there was an error (12100, 12200).
public struct CallScenario: Hashable, Sendable {
    /// What is heard, in turn.
    public private(set) var said: [Line] = []
    /// Where a key is told; nil where none is waited for.
    public private(set) var gatherAction: String?
    public private(set) var hangsUp = false

    public struct Line: Hashable, Sendable {
        public let text: String
        public let language: String
        public let voice: String
    }

    public static let byteCountMax = 64 * 1024

    /// Which element may stand in which, with the attributes that it may have.
    private static let known: [String: (parents: Set<String>, attributes: Set<String>)] = [
        "Response": ([""], []), "Gather": (["Response"], ["input", "numDigits", "finishOnKey", "timeout", "method", "action"]),
        "Say": (["Response", "Gather"], ["language", "voice"]), "Pause": (["Response", "Gather"], ["length"]), "Hangup": (["Response"], []),
    ]
    /// A voice that doesn't speak the language is an error: https://www.twilio.com/docs/voice/twiml/say/text-speech.
    private static let voices = [
        "Polly.Joanna": "en-US", "Polly.Vicki": "de-DE", "Polly.Lea": "fr-FR", "Polly.Lucia": "es-ES", "Polly.Zeina": "arb", "Polly.Filiz": "tr-TR",
    ]

    /// Nil where Twilio would end the call over it.
    public init?(_ document: String) {
        let head = #"<?xml version="1.0" encoding="UTF-8"?>"#
        guard document.hasPrefix(head), document.utf8.count <= Self.byteCountMax else { return nil }
        var (rest, path, spoken, voice) = (document.dropFirst(head.count), [String](), "", (language: "", name: ""))
        while let open = rest.firstIndex(of: "<") {
            guard let text = Self.unescaped(rest[..<open]), let close = rest[open...].firstIndex(of: ">") else { return nil }
            // Elsewhere nothing stands between elements.
            guard text.isEmpty || path.last == "Say" else { return nil }
            spoken += text
            var tag = rest[rest.index(after: open)..<close]
            rest = rest[rest.index(after: close)...]
            if tag.hasPrefix("/") {
                guard path.last.map({ $0 == tag.dropFirst() }) == true else { return nil }
                if path.removeLast() == "Say" { said.append(.init(text: spoken, language: voice.language, voice: voice.name)) }
                continue
            }
            let isEmpty = tag.hasSuffix("/")
            if isEmpty { tag = tag.dropLast() }
            let name = String(tag.prefix { $0 != " " })
            guard let element = Self.known[name], element.parents.contains(path.last ?? ""),
                let attributes = Self.attributes(in: tag.dropFirst(name.count)), element.attributes.isSuperset(of: attributes.keys)
            else { return nil }
            switch name {
            case "Say":
                (spoken, voice) = ("", (attributes["language"] ?? "", attributes["voice"] ?? ""))
                guard Self.voices[voice.name] == voice.language else { return nil }
            case "Gather": gatherAction = attributes["action"]
            case "Hangup": hangsUp = true
            default: break
            }
            if !isEmpty { path.append(name) }
        }
        guard path.isEmpty, rest.isEmpty else { return nil }
    }

    /// ` name="value"`, as often as they are there; nil where it is anything else.
    private static func attributes(in text: Substring) -> [String: String]? {
        var (rest, found) = (text, [String: String]())
        while !rest.isEmpty {
            guard let match = rest.prefixMatch(of: /[ ]([A-Za-z]+)="([^"<]*)"/), let value = unescaped(match.2), found[String(match.1)] == nil else { return nil }
            found[String(match.1)] = value
            rest = rest[match.range.upperBound...]
        }
        return found
    }

    /// Nil where a `&` begins nothing that XML knows (XML 1.0, sections 4.1 and 4.6).
    private static func unescaped(_ text: Substring) -> String? {
        var plain = ""
        for (index, part) in text.split(separator: "&", omittingEmptySubsequences: false).enumerated() {
            guard index > 0 else {
                plain += part
                continue
            }
            guard let end = part.firstIndex(of: ";"), let letter = entities[String(part[..<end])] else { return nil }
            plain += letter + part[part.index(after: end)...]
        }
        return plain
    }

    private static let entities = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "#39": "'"]
}
