import BelfryModel
import BelfryPlanning
import BelfryTesting
import Testing

@Suite("The document of a plan")
struct PlanInputsTests {
    private func person(_ json: String) throws -> Person {
        try decoded(PlanInputs.self, from: #"{"now":"2026-11-21T07:00:00Z","person":\#(json)}"#).person
    }

    @Test("A person is told in their language, and in English where they name none")
    func language() throws {
        #expect(try person("{}").language == .english)
        #expect(try person(#"{"language":null}"#).language == .english)
        #expect(try person(#"{"language":"ar-EG"}"#).language == .arabic)
        #expect(PlanInputs.personKeys.contains("language"))
    }

    @Test("A language that Belfry doesn't speak is refused by name, with those that it does")
    func unknownLanguage() {
        #expect(throws: Problem.unknownValue(field: "person.language", allowed: ["en", "ar", "de", "fr", "es", "tr"])) {
            try person(#"{"language":"nl"}"#)
        }
    }
}
