import BelfryModel
import BelfryPhrases
import Testing

@testable import BelfryDashboard

@Suite("The inbox on an app's own pages")
struct EmbeddedInboxTests {
    private let text = Assets.embeddedInbox(linkOrigins: .none).text

    @Test("Its module has every word that it says, in every language")
    func words() {
        let said = Set(Assets.inboxElement.matches(of: /words\.([a-zA-Z]+)/).map { String($0.output.1) })
        // By the names of what was done, of what takes it back, of until when, and of how severe it is.
        let chosen: Set = [
            "done_read", "done_unread", "done_archive", "done_unarchive", "done_later", "done_back", "in_1_hour", "this_evening", "tomorrow_morning",
            "attention", "critical",
        ]
        #expect(said.count > 20)
        for language in Language.allCases {
            let line = text.split(separator: "\n").first { $0.hasPrefix("  \(language.rawValue): {") } ?? ""
            for word in said.union(chosen) { #expect(line.contains("\"\(word)\":\""), "\(word) in \(language)") }
        }
    }

    @Test("What apps have written becomes text: nothing in it is read as markup or script, and no style stands in an attribute")
    func markup() {
        for way in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "srcdoc", ".style", "'style'", "localStorage", "cookie"] {
            #expect(!Assets.inboxElement.contains(way), "\(way)")
        }
    }

    @Test("Its styles can stand between backticks, name no side that Arabic would have to turn round, and all weigh less than 60 kB")
    func styles() {
        #expect(!Assets.inboxElementStyles.contains { "`\\$".contains($0) })
        let sided = #/(?:margin|padding|border)-(?:left|right)|text-align: (?:left|right)|[ {](?:left|right):/#
        #expect(!Assets.inboxElementStyles.contains(sided))
        #expect(text.utf8.count < 60_000)
    }
}
