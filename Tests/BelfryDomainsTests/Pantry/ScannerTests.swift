import BelfryModel
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryDomains

/// What is found in free text: the forms are those of real notices.
@Suite("Reading codes, lots and dates out of text")
struct ScannerTests {
    private func codes(_ text: String) -> [String] {
        CodeScanner.codes(in: CodeText(PlainText.of(text))).map { $0.gtin.description + ($0.isAssumed ? "?" : "") }
    }

    @Test(
        "Bar code numbers are found in every form in which notices print them",
        arguments: [
            ("Net Wt. 8 oz UPC 8 32587 00003 2, Net Wt. 22 oz UPC 8 32587 00002 5", ["832587000032", "832587000025"]),
            ("UPC: 693465524114,693465000083 Lot: 25E04-A", ["693465524114", "693465000083"]),
            ("UPC Codes: 0-77890-38136-6 OR 038136-XXXXX (Xs are for price)", ["077890381366"]),
            ("Black Olive Hummus 10 oz. UPC 025726 311216", ["025726311216"]),
            (
                "Dumpling Vegetable   4.5 oz        011110658067 \"  Loaded Dumpling 5.7 oz     011110696953",
                ["011110658067", "011110696953"]
            ),
            ("UPC072981005374", ["072981005374"]), ("UPC 7 5810830149 8.", ["758108301498"]),
            ("UPC code: 4 897055 79940 1", ["4897055799401"]),
            ("UPC : 4 973993 173586 Ingredients", ["4973993173586"]), ("master case UPC 100 71179 00418 9", ["10071179004189"]),
            ("SKU: 10 026700 16964 6", ["10026700169646"]), ("Case UPC 10011110041620. ", ["10011110041620"]),
            ("Coca-Cola 12oz Can - 24 pack 49000012781 / JUN2926MAA", ["049000012781"]), ("UPC 2030 4492. Distributed", ["20304492"]),
            ("Retail bag UPC 00521482.", ["00521482", "005214000082"]),
            // Without the check digit: it is computed.
            ("UPC: 83822654822", ["838226548224"]), ("UPC: 0072619101438", ["726191014380"]), ("UPC 0-41130-21234", ["041130212345"]),
            // Without the first digit, too: the usual one is taken.
            ("UPC codes 22655-71555 or 22655-71557", ["022655715559?", "022655715573?"]), ("UPC 7003865782, 4/case", ["070038657828?"]),
        ])
    func found(text: String, expected: [String]) {
        #expect(codes(text) == expected)
    }

    @Test(
        "Lots, telephone numbers, dates, sizes and halves of numbers are none",
        arguments: [
            "Phone 1(888)960-6024 or 1-888-423-0139", "Lot 4211281; 4210119", "Lot numbers: 11625 12725 21325 40725",
            "Best by 09-30-2025 and 2026-04-12",
            "UPC 217573-1XXXX (sold at deli counters)", "UPC 200003 #####", "UPC numbers beginning with 619120036 and ending with 204",
            "UPC 83822654829x",
            "Pleasanton, CA 94566-0123", "No UPC# Bulk Product Code: 23208", "",
        ])
    func notFound(_ text: String) {
        #expect(codes(text) == [])
    }

    @Test(
        "Lots are found behind their label, and a list is complete unless it is a range or “all”",
        arguments: [
            ("Lot: 25E04-A, 25E04-B, 25E04 Expiration date: 05/27", ["25E04A", "25E04B", "25E04"], true),
            ("Lot 2022501- expires 7/21/2026 Lot 2182501- expires 8/6/2026", ["2022501", "2182501"], true),
            ("Lot Codes: Passion Fruit- F1001, F1002", ["F1001", "F1002"], true),
            ("LOT #: MO-00911 BB Date: 11/13/2027", ["MO00911"], true),
            ("Lot : NATL/ASFTP/G/24 UPC : 4 973993 173586", ["NATLASFTPG24"], true),
            ("Batch No.: 4F1101 Best Before: 10.06.26", ["4F1101"], true),
            ("con códigos de lote 0971114002 y 0971441101.", ["0971114002", "0971441101"], true),
            ("lot codes starting with SO-69006 and ending with SO-72558", ["SO69006", "SO72558"], false),
            ("all lot codes within shelf life", [], false),
            ("Lots 2254-2260", ["22542260"], false), ("Lot 2254 - 2260", ["2254", "2260"], false),
            ("Lot 2254 through 2260", ["2254", "2260"], false), ("Lot codes 25A01-25A09", ["25A0125A09"], false),
            ("Lot 2254 and earlier", ["2254"], false), ("Lots 2254 or above", ["2254"], false), ("Lots before 2254", ["2254"], false),
            ("Lots 2254 until 2260", ["2254", "2260"], false), ("Lots that start with 25", ["25"], false),
            ("Lots whose first two digits are 25", ["25"], false), ("lot code “3*2223**” in inkjet print", ["3", "2223"], false),
            ("Lot #OG25251MUXX", ["OG25251MUXX"], false), ("Lot 14559-01, 22321-1", ["1455901", "223211"], true),
            ("Lot 25E04 Best Before 11/2027", ["25E04"], true),
            ("533BMGRV22 533CLGRV22", [], false),
        ])
    func lots(text: String, listed: [String], isComplete: Bool) {
        let lots = LotScanner.lots(in: [CodeText(PlainText.of(text))])
        #expect(lots.listed == listed && lots.isComplete == isComplete)
    }

    private func dates(_ text: String) -> PrintedDates { DateScanner.dates(in: [CodeText(PlainText.of(text))]) }

    @Test(
        "Dates are found as packages bear them",
        arguments: [
            ("Best if Used By: 04/06/26", "2026-04-06"), ("BEST BEFORE MAR 31 2026.", "2026-03-31"), ("Best By: 18APR2026", "2026-04-18"),
            ("Use By FEB/21/26", "2026-02-21"), ("BB: 2028-Oct-29", "2028-10-29"), ("Best Before: 29/11/2027", "2027-11-29"),
            ("Best Before: 10.06.26", "2026-06-10"),
            ("Use By 110426.", "2026-11-04"), ("Best by: Jan 29, 2026", "2026-01-29"), ("EXP 07 2026", "2026-07-15"),
            ("Use by : JULY-2027", "2027-07-31"),
            ("BEST IF ENJOYED BY: 07 15 26", "2026-07-15"), ("Expiration date: 11/2028", "2028-11-01"),
            ("Sell By: 2026-04-12", "2026-04-12"),
            ("Best By Dates: 6/19/2026 6/20/2026 7/17/2026", "2026-06-20"), ("Sell Thru Dates: SEP 25 25 Thru OCT 4 25", "2025-10-01"),
            ("Best By dates (12/18/2025 through 03/18/2026)", "2026-02-01"), ("Best By 11/9/2025-11/22/2025", "2025-11-15"),
        ])
    func dates(text: String, day: String) {
        let dates = dates(text)
        #expect(dates.isComplete && dates.listed.contains { $0.contains(CivilDate(literal: day)) })
        #expect(!dates.listed.contains { $0.contains(CivilDate(literal: "2035-01-01")) })
    }

    @Test(
        "What leaves days open excludes none",
        arguments: [
            "All Best By dates through 2/27/2026", "Best By: 12 DEC", "Sell By 9/24 - 10/01", "BB 11/26 or before",
            "Best if used within 30 days of 1/2/2026",
            "Production Date: 09/05/2025", "no codes", "“best by” dates up to January 23, 2022", "Best by 01/23/2022 or sooner",
            "Best by no later than 01/23/2022", "Best by Jan 5, 12 and 19, 2022", "Best by Jan 5-19, 2022",
        ])
    func openDates(text: String) {
        let dates = dates(text)
        #expect(!dates.isComplete || dates.listed.contains { $0.contains(CivilDate(literal: "2001-01-01")) })
    }

    @Test(
        "Where later days are meant, none of them is excluded, and earlier ones are",
        arguments: ["Best by 01/23/2022 and beyond", "Best by 01/23/2022 or newer", "Best by 01/23/2022 onwards", "Best by not before 01/23/2022"])
    func laterDates(text: String) {
        let dates = dates(text)
        #expect(dates.isComplete && dates.listed.contains { $0.contains(CivilDate(literal: "2035-01-01")) })
        #expect(!dates.listed.contains { $0.contains(CivilDate(literal: "2001-01-01")) })
    }

    @Test(
        "Hostile text is only text",
        arguments: [
            String(repeating: "9", count: 5000), String(repeating: "1 ", count: 3000), "UPC " + String(repeating: "0-", count: 500),
            "\u{0}&#x110000;&#;<<>&", "99/99/9999 00.00.00",
        ])
    func hostile(_ text: String) {
        let product = ProductText.product(text, codeText: text, brands: [text])
        #expect(product.bestBefore.isComplete == false)
    }
}
