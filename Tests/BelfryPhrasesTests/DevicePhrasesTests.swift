import BelfryModel
import Testing

@testable import BelfryPhrases

@Suite("The words on a device")
struct DevicePhrasesTests {
    @Test("Every button has its words in every language, with the digits that the language has everywhere", arguments: Language.allCases)
    func buttons(language: Language) {
        for action in ["USED", "RECIPES", "SNOOZE", "DONE", "LATER"] {
            let title = Phrases.title(ofAction: action, in: language)
            #expect(title != action && (language == .english || title != Phrases.title(ofAction: action, in: .english)))
        }
        #expect(Phrases.title(ofAction: "SNOOZE", in: language).contains("12"))
        #expect((Phrases.openTitle(in: language) == "Open") == (language == .english))
    }

    @Test("Where there is no notification service nobody is sent to look for reminders elsewhere: nothing can be shown")
    func noService() {
        let text = "There is no notification service on this system, so nothing can be shown until there is one."
        #expect(Phrases.banner(for: .noService, in: .english) == text)
    }
}
