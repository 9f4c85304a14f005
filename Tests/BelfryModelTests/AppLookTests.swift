import BelfryModel
import BelfryTesting
import Testing

@Suite("How apps present themselves")
struct AppLookTests {
    @Test("All of it is read as an app writes it, and null is as if it were left out")
    func whole() throws {
        let json = """
            {"name":"Shop","names":{"de":"Laden"},"color":"#1B6E53","logo_url":"https://shop.example/a.png","reply_to":"help@shop.example","footer":"1 Main St"}
            """
        let look = try decoded(AppLook.self, from: json)
        #expect(look.name(in: .german) == "Laden" && look.name(in: .arabic) == "Shop" && look.color?.text == "#1b6e53")
        #expect(look.logo?.origin == "https://shop.example" && look.replyTo == "help@shop.example" && look.footer == "1 Main St")
        let bare = #"{"name":"Shop","names":null,"color":null,"logo_url":null,"reply_to":null,"footer":null}"#
        #expect(try decoded(AppLook.self, from: bare) == AppLook(name: "Shop"))
    }

    @Test(
        "What can't be shown as it is, or would end a header or turn a line round, is refused with the field’s name",
        arguments: [
            (#"{"name":""}"#, "name"), (#"{"name":" "}"#, "name"), (#"{"name":" Shop"}"#, "name"), (#"{"name":"Shop\r\nBcc: eve@example.org"}"#, "name"),
            (#"{"name":"Sh\u0000op"}"#, "name"), (#"{"name":"Sh\u0085op"}"#, "name"), (#"{"name":"Sh\u2028op"}"#, "name"),
            (#"{"name":"\u202epohS"}"#, "name"), (#"{"name":"\u2066Shop\u2069"}"#, "name"), (#"{"name":"\u200b"}"#, "name"),
            (#"{"name":"S","names":{"de":"a\nb"}}"#, "names.de"), (#"{"name":"S","names":{"fr":""}}"#, "names.fr"),
            (#"{"name":"S","color":"red"}"#, "color"), (##"{"name":"S","color":"#fff;}"}"##, "color"),
            (#"{"name":"S","logo_url":"http://shop.example/a.png"}"#, "logo_url"), (#"{"name":"S","logo_url":"javascript:alert(1)"}"#, "logo_url"),
            (#"{"name":"S","logo_url":"shop-app://logo"}"#, "logo_url"), (#"{"name":"S","logo_url":"https://shop.example/\""}"#, "logo_url"),
            (#"{"name":"S","logo_url":"data:image/png;base64,AA=="}"#, "logo_url"),
            (#"{"name":"S","reply_to":"help@shop.example\r\nBcc: eve@example.org"}"#, "reply_to"),
            (#"{"name":"S","reply_to":"Help <help@shop.example>"}"#, "reply_to"),
            (#"{"name":"S","reply_to":"a@shop.example, b@shop.example"}"#, "reply_to"), (#"{"name":"S","reply_to":"help@localhost"}"#, "reply_to"),
            (#"{"name":"S","footer":""}"#, "footer"), (#"{"name":"S","footer":"a\nb"}"#, "footer"),
        ])
    func refused(json: String, field: String) {
        let problem = #expect(throws: Problem.self) { try decoded(AppLook.self, from: json) }
        #expect(problem?.code == "wrong_type" && problem?.field == field)
    }

    @Test("Names of other members and languages are refused")
    func unknown() {
        for (json, field) in [(##"{"name":"S","colour":"#000000"}"##, "colour"), (#"{"name":"S","names":{"nl":"Winkel"}}"#, "names.nl")] {
            let problem = #expect(throws: Problem.self) { try decoded(AppLook.self, from: json) }
            #expect(problem?.code == "unknown_name" && problem?.field == field)
        }
    }

    @Test("As much as is promised is taken, and no character more")
    func lengths() throws {
        let (name, footer) = (String(repeating: "é", count: AppLook.nameLengthMax), String(repeating: "é", count: AppLook.footerLengthMax))
        let address = "https://shop.example/"
        let logo = address + String(repeating: "a", count: AppLook.logoByteCountMax - address.count)
        #expect(try AppLook(name: name, logo: logo, footer: footer).logo?.text == logo)
        #expect(throws: Problem.self) { try AppLook(name: name + "e") }
        #expect(throws: Problem.self) { try AppLook(name: name, logo: logo + "a") }
        #expect(throws: Problem.self) { try AppLook(name: name, footer: footer + "e") }
        // Of a family of emoji each person counts.
        #expect(try AppLook(name: "👨‍👩‍👧‍👦 Café").name == "👨‍👩‍👧‍👦 Café")
    }

    @Test("Of a row that somebody wrote by hand, what can't be shown is passed over")
    func stored() throws {
        let look = AppLook(
            storedName: "Shop", names: ["de": "Laden", "fr": "a\nb", "xx": "Winkel"], color: "red", logo: "http://shop.example/a.png",
            replyTo: "nobody", footer: "1 Main St")
        #expect(look == (try AppLook(name: "Shop", names: [.german: "Laden"], footer: "1 Main St")))
        #expect(AppLook(storedName: "a\r\nb", names: [:], color: nil, logo: nil, replyTo: nil, footer: nil) == nil)
        #expect(AppLook(storedName: nil, names: [:], color: nil, logo: nil, replyTo: nil, footer: nil) == nil)
    }
}
