import BelfryTesting
import BelfryTime
import Foundation
import Testing

@testable import BelfryModel

struct EscalationTests {
    private let escalation = Escalation(
        steps: [.init(recipients: [.ben, .ana], after: .seconds(900)), .init(recipients: [.stranger, .ben], after: .seconds(3600))], until: .read)

    @Test("It is read as it is written; without “until” it goes on until somebody acknowledges")
    func coding() throws {
        let read = try JSONDecoder().decode(Escalation.self, from: JSONEncoder().encode(escalation))
        #expect(read == escalation)
        let onCall = Escalation(steps: [.init(recipients: [], rotas: [RotaID(literal: "nights")], after: .seconds(60))], until: .acknowledged)
        let text = String(decoding: try JSONEncoder().encode(onCall), as: UTF8.self)
        #expect(text.contains(#""rotas":["nights"]"#) && !text.contains("on_duty"))
        #expect(try JSONDecoder().decode(Escalation.self, from: Data(text.utf8)) == onCall)
        let plain = try JSONDecoder().decode(Escalation.self, from: Data(#"{"steps": [{"recipients": ["ben"], "after_minutes": 15}]}"#.utf8))
        #expect(plain == Escalation(steps: [.init(recipients: [.ben], after: .seconds(900))], until: .acknowledged))
    }

    @Test("Whoever is told already isn't told again, and a step that has nobody left is passed over")
    func beyond() {
        #expect(escalation.beyond([.ana])?.steps.map(\.recipients) == [[.ben], [.stranger]])
        #expect(escalation.beyond([.ana, .ben])?.steps == [.init(recipients: [.stranger], after: .seconds(3600))])
        #expect(escalation.beyond([.ana, .ben, .stranger]) == nil)
    }

    @Test("Whoever is on duty in a step is told there, also where they were told before; where that is nobody, the next step comes in its place")
    func onDuty() throws {
        let (nights, leads) = (RotaID(literal: "nights"), RotaID(literal: "leads"))
        let onCall = Escalation(
            steps: [
                .init(recipients: [], rotas: [nights], after: .seconds(300)), .init(recipients: [.ben], rotas: [leads], after: .seconds(900)),
                .init(recipients: [.stranger], after: .seconds(3600)),
            ], until: .acknowledged)
        let joined = try #require(onCall.joined(byOnDuty: [[nights: .ana], [leads: .ben]]).beyond([.ana]))
        #expect(joined.steps.map { $0.told.map { $0.user } } == [[.ana], [.ben, .ben], [.stranger]] && joined.steps.map(\.after) == onCall.steps.map(\.after))
        #expect(joined.steps.map { $0.told.map { $0.rota } } == [[nights], [nil, leads], [nil]], "who is on duty may be another by then")
        let vacant = try #require(onCall.joined(byOnDuty: [[:], [:], [:]]).beyond([.ana]))
        #expect(vacant.steps.map(\.recipients) == [[.ben], [.stranger]] && vacant.steps.map(\.after) == [.seconds(300), .seconds(3600)])
        #expect(onCall.telling([.ben: 2]).steps.map(\.rotas) == [[nights], [leads], []])
        #expect(throws: Problem.missingField("escalation.steps[0].recipients")) {
            try Escalation(steps: [.init(recipients: [], after: .seconds(60))], until: .read).check(beside: [.ana])
        }
        try onCall.check(beside: [.ana])
    }

    @Test("Who is told by which step is known beside it, and put back into it")
    func places() {
        let places: [UserID: Int] = [.ana: 1, .ben: 1, .stranger: 2]
        #expect(escalation.places == places)
        #expect(escalation.telling([.ben: 2]).steps.map(\.recipients) == [[], [.ben]])
    }

    @Test("A delivery's place is kept with what it says, quickly as by Codable; a row with another has none")
    func place() throws {
        var payload = Payload()
        payload.title = "Boiler"
        payload.escalation = Escalation.Place(fromStep: 2, until: .acknowledged)
        let text = try #require(payload.flatJSON())
        #expect(text == #"{"escalation":{"from_step":2,"until":"acknowledged"},"title":"Boiler"}"#)
        #expect(try JSONDecoder().decode(Payload.self, from: Data(text.utf8)) == payload)
        let spoilt = try JSONDecoder().decode(Payload.self, from: Data(#"{"escalation":{"from_step":"first"},"title":"Boiler"}"#.utf8))
        #expect(spoilt.escalation == nil && spoilt.title == "Boiler")
    }

    @Test("The house's own button is worded in each language, and an app's of the same name as the app says", arguments: Language.allCases)
    func button(language: Language) throws {
        var payload = Payload()
        payload.actions = .acknowledgement
        let offered = try #require(payload.actions(in: language, isMarked: true)?.all.first)
        #expect(offered.id == .acknowledge && offered.language == language && OfferedAction.isTitle(offered.title))
        #expect((offered.title == OfferedActions.acknowledgement.all.first?.title) == (language == .english))
        #expect(payload.worded(in: language).actions?.all.first?.title == offered.title)
        payload.actions = OfferedAction(id: .acknowledge, title: "Done").flatMap { OfferedActions([$0]) }
        #expect(payload.actions(in: language, isMarked: true) == payload.actions)
    }
}
