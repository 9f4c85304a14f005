import BelfryModel
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryDomains

@Suite("Reading the feeds")
struct RecallRecordsTests {
    private func notice(_ reading: RecallReading, _ id: String) throws -> RecallNotice {
        try #require(reading.notices.first { $0.id == id })
    }

    @Test("An event is one notice, however many records it has")
    func families() {
        for reading in [Samples.openFDA, Samples.fsis, Samples.cpsc] {
            #expect(!reading.notices.isEmpty && reading.findings == [])
            #expect(Set(reading.notices.map(\.id)).count == reading.notices.count)
        }
    }

    @Test("Class I is critical; an event is as grave as its gravest product")
    func openFDA() throws {
        let cake = try notice(Samples.openFDA, "97759")
        #expect(cake.kind == .recall && cake.severity == .critical && cake.products.count >= 2)
        #expect(try notice(Samples.openFDA, "98617").severity == .standard)
        #expect(try notice(Samples.openFDA, "98617").publishedOn == CivilDate(literal: "2026-04-22"))
        #expect(try notice(Samples.openFDA, "97587").severity == .standard)
    }

    @Test("English and Spanish are one event, told in English")
    func languages() throws {
        let pierogi = try notice(Samples.fsis, "078-2014")
        #expect(pierogi.title == "Illinois Firm Recalls Pierogi Products Due To Misbranding and Undeclared Allergens")
        #expect(pierogi.severity == .critical && pierogi.status == .closed)
    }

    @Test("An event in Spanish alone is told in Spanish")
    func spanish() throws {
        let json = #"[{"field_recall_number":"1","langcode":"Spanish","field_title":"Firma Retira Productos De Pollo Debido A Listeria"}]"#
        #expect(
            try Samples.read(RecallRecords<FSISRecord>.self, json).notices.map(\.title) == [
                "Firma Retira Productos De Pollo Debido A Listeria"
            ])
    }

    @Test("A public health alert is no recall")
    func alerts() throws {
        let alert = try notice(Samples.fsis, "PHA-09102025-01")
        #expect(alert.kind == .publicHealthAlert && alert.severity == .standard && alert.status == .ongoing)
        #expect(try notice(Samples.fsis, "034-2025").kind == .recall)
    }

    @Test("A hazard to the body is critical, and a warning is no recall")
    func cpsc() throws {
        #expect(try notice(Samples.cpsc, "8741").severity == .critical)
        let helmet = try notice(Samples.cpsc, "1347")
        #expect(helmet.products.flatMap(\.codes).map(\.gtin.description) == ["035011937052"])
        #expect(helmet.remedy?.hasPrefix("Consumers should immediately stop") == true)
        let json = """
            [{"RecallID":1,"Title":"Acme Recalls Table Lamps Due to Missing Label","Hazards":[{"Name":"The lamps lack a label."}],
              "Products":[7,{"Name":"Lamps"}]},
             {"RecallID":"2","Title":"CPSC Warns Consumers to Stop Using Acme Heaters","Hazards":null}]
            """
        let notices = try Samples.read(RecallRecords<CPSCRecord>.self, json).notices
        #expect(notices.map(\.severity) == [.standard, .standard] && notices.map(\.kind) == [.recall, .safetyWarning])
    }

    @Test(
        "Of a text that FSIS cut off in the middle, lots and dates that aren't listed aren't excluded",
        arguments: [(".", true), (" and 4351.", true), (", 4351, 43", false), (" and 4351 and the product be", false)])
    func cutText(end: String, isWhole: Bool) throws {
        let names = "60-lb. cases containing 12, 5-lb. pouches of “ACME DRUNKEN CHICKEN COOKED THIGH MEAT IN A SPICY TOMATO SAUCE WITH BEER”"
        let lots = "4074, 4102, 4130, 4144, 4163, 4178, 4214, 4229, 4236, 4255, 4325, 4326, 4339"
        let text = "\(names), best by 2/10/2026, with lot codes \(lots)\(end)"
        let json = #"[{"field_recall_number":"1","field_title":"Acme Recalls Chicken","field_product_items":"\#(text)"}]"#
        let product = try #require(try Samples.read(RecallRecords<FSISRecord>.self, json).notices.first?.products.first)
        #expect(product.lots.listed.contains("4339") && product.lots.isComplete == isWhole)
        #expect(!product.bestBefore.listed.isEmpty && product.bestBefore.isComplete == isWhole)
    }

    @Test(
        "A whole product among several ends in a full stop and a comma, and excludes what it doesn't list; one that is cut doesn't",
        arguments: [(".,", true), (". ,", true), (", 42,", false), (", 4,", false)])
    func cutList(end: String, isWhole: Bool) throws {
        let names = "9.25-oz. plastic clamshell packages containing “ACME HONEY SMOKED TURKEY CLUB SANDWICH WITH BACON AND CHEDDAR”"
        let lots = "4074, 4102, 4130, 4144, 4163, 4178, 4214, 4229, 4236, 4255, 4325, 4326, 4339"
        let text = "\(names) with lot codes \(lots)\(end) • \(names) with lot code 5001."
        let json = #"[{"field_recall_number":"1","field_title":"Acme Recalls Sandwiches","field_product_items":"\#(text)"}]"#
        let products = try #require(try Samples.read(RecallRecords<FSISRecord>.self, json).notices.first?.products)
        #expect(products.map(\.lots.isComplete) == [isWhole, true])
    }

    @Test("A record that can't be used is named, and the others go on")
    func badRecords() throws {
        let json = """
            {"results": [{"event_id": "1", "product_description": "Jam"}, 7, {"product_description": "Tea"}, {"event_id": "2"}, null,
                         {"event_id": 3, "code_info": "Lot 5", "product_description": {}}]}
            """
        let reading = try Samples.read(RecallRecords<OpenFDARecord>.self, json)
        #expect(reading.notices.map(\.id) == ["1", "3"])
        #expect(reading.findings.map(\.record) == [1, 2, 3, 4])
        #expect(
            reading.findings.map(\.problem) == [
                .wrongType(field: "results[1]", expected: "an object"), .missingField("results[2].event_id"),
                .missingField("results[3].product_description"),
                .wrongType(field: "results[4]", expected: "an object"),
            ])
    }

    @Test("A bare list is read as well, and an answer without results is an empty feed")
    func shapes() throws {
        #expect(try Samples.read(RecallRecords<OpenFDARecord>.self, #"[{"event_id":"1","product_description":"Jam"}]"#).notices.count == 1)
        #expect(
            try Samples.read(RecallRecords<OpenFDARecord>.self, #"{"error":{"code":"NOT_FOUND","message":"No matches found!"}}"#).notices
                == [])
        #expect(try Samples.read(RecallRecords<FSISRecord>.self, "[]").notices == [])
    }

    @Test(
        "Another shape altogether is refused",
        arguments: ["{}", "7", #""text""#, #"{"results":7}"#, #"[{"RecallID":1,"Title":"T"}]"#, #"{"error":{"code":"SERVER_ERROR"}}"#])
    func otherShapes(_ json: String) {
        #expect(throws: Problem.wrongType(field: "", expected: OpenFDARecord.expectation)) {
            try Samples.read(RecallRecords<OpenFDARecord>.self, json)
        }
    }

    @Test("What is no JSON is said to be none")
    func noJSON() {
        #expect(throws: Problem.malformedJSON) { try Samples.read(RecallRecords<CPSCRecord>.self, "[{") }
    }

    @Test("Items that can't be read are named by field, and the others go on")
    func items() throws {
        let json = """
            [{"id":"a","name":"Tea","gtin":"0 36000-29145 2"},{"id":"b","name":"Jam","gtin":"036000291453"},{"name":"Oil"},{"id":"d"},
             {"id":"e","name":"Rice","best_before":"31.12.2026"},{"id":"f","name":"Salt","gtin":"12AB"},
             {"id":7,"name":"Milk","gtin":36000291452,"lot":null,"brand":""},[]]
            """
        let list = try decoded(HouseholdItemList.self, from: json)
        #expect(list.items.map(\.id) == ["a", "7"] && list.items[0].gtins == list.items[1].gtins && list.items[1].brand == nil)
        #expect(list.findings.map(\.id) == ["b", nil, "d", "e", "f", nil])
        #expect(
            list.findings.map(\.problem) == [
                .badCheckDigit(field: "[1].gtin"), .missingField("[2].id"), .missingField("[3].name"),
                .wrongType(field: "[4].best_before", expected: "a date such as 2026-01-25"),
                .wrongType(field: "[5].gtin", expected: "the 8, 12, 13 or 14 digits under the bar code"),
                .wrongType(field: "[7]", expected: "an object"),
            ])
        #expect(problem(with: "{}", as: HouseholdItemList.self) == .wrongType(field: "", expected: "a list of items"))
    }
}
