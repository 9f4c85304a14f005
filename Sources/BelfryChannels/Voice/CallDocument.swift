import BelfryModel
import BelfryPhrases
import BelfryPorts

/// What Twilio is to do in a call, in its own XML: every text from outside is escaped, so that no words of an app become a command.
///
/// Source: https://www.twilio.com/docs/voice/twiml/say, https://www.twilio.com/docs/voice/twiml/gather, https://www.twilio.com/docs/voice/twiml/pause and
/// https://www.twilio.com/docs/voice/twiml/hangup.
struct CallDocument {
    private let language: Language
    private let words: PageWords

    init(in language: Language) {
        self.language = language
        words = PageWords(language)
    }

    /// All of it, twice, and what the keys do. A key counts at any moment; without one the call ends some seconds later.
    func telling(_ script: CallScript, askedAt url: String) -> CallbackReading.Answer {
        let told: HTML = "\(say(script.title))\(script.body.isEmpty ? nil : say(script.body))"
        return answer(gathering("\(told)<Pause length=\"1\"/>\(told)\(say(keys(of: script)))", askedAt: url))
    }

    /// That there is a message, for a machine, or somebody who was taken for one.
    func notice(askedAt url: String) -> CallbackReading.Answer {
        answer(gathering(say(words(CallWord.notice)), askedAt: url))
    }

    func last(_ word: CallWord) -> CallbackReading.Answer { answer(say(words(word))) }

    static let hangUp = CallbackReading.Answer(contentType: contentType, body: "\(head)<Response><Hangup/></Response>")

    private static let contentType = "text/xml; charset=utf-8"
    private static let head = #"<?xml version="1.0" encoding="UTF-8"?>"#
    private static let keyWaitSeconds = 8

    private func keys(of script: CallScript) -> String {
        switch script.purpose {
        case .code, .test: words(CallWord.again)
        case .telling: words(CallWord.keys)
        case .asking: words(CallWord.keysWithAnswer, ["answer": script.answer])
        }
    }

    /// `finishOnKey` is empty, so that each key is told, `#` too.
    private func gathering(_ said: HTML, askedAt url: String) -> HTML {
        """
        <Gather input="dtmf" numDigits="1" finishOnKey="" timeout="\(Self.keyWaitSeconds)" method="POST" action="\(url)">\(said)</Gather>
        """
    }

    private func say(_ text: String) -> HTML {
        let (tag, voice) = Self.voice(of: language)
        return "<Say language=\"\(tag)\" voice=\"\(voice)\">\(SpokenText.plain(text))</Say>"
    }

    private func answer(_ said: HTML) -> CallbackReading.Answer {
        let document: HTML = "<Response>\(said)<Hangup/></Response>"
        return .init(contentType: Self.contentType, body: Self.head + document.text)
    }

    /// Amazon Polly's standard voices, which every account has: https://www.twilio.com/docs/voice/twiml/say/text-speech and
    /// https://docs.aws.amazon.com/polly/latest/dg/available-voices.html
    private static func voice(of language: Language) -> (tag: String, name: String) {
        switch language {
        case .english: ("en-US", "Polly.Joanna")
        case .german: ("de-DE", "Polly.Vicki")
        case .french: ("fr-FR", "Polly.Lea")
        case .spanish: ("es-ES", "Polly.Lucia")
        case .arabic: ("arb", "Polly.Zeina")
        case .turkish: ("tr-TR", "Polly.Filiz")
        }
    }
}
