/// The words of a company or a brand without those that many share.
enum BrandWords {
    /// `The Maros Group, LLC` is `maro group`; empty where nothing is left that names anybody.
    static func words(of text: String) -> [String] {
        let words = ProductWords.words(of: text).filter { !joints.contains($0) }
        let core = Array(words.prefix { !corporate.contains($0) })
        let name = core.isEmpty ? words : core
        return states.contains(name) || name.allSatisfy(general.contains) ? [] : name
    }

    /// The ways in which a brand is written: in full, in one word (`Wal-Mart`, `Walmart`), and without `Foods` or `Packing Company` at its end.
    static func spellings(of text: String) -> [[String]] {
        let full = words(of: text)
        guard full.count > 1 else { return full.isEmpty ? [] : [full] }
        var short = full
        while let last = short.last, general.contains(last) { short.removeLast() }
        let says = short.contains { $0.utf8.count >= lengthMin && ProductWords.isInformative($0) && !ProductWords.saysLittle($0) }
        return [full, [full.joined()]] + (short.count < full.count && says && !states.contains(short) ? [short] : [])
    }

    private static let lengthMin = 4

    /// Words of grammar, which one spelling has and another leaves out: `Good & Gather`, `Good and Gather`.
    static let joints: Set<String> = ["and", "the", "of", "by", "y"]

    private static let corporate = ProductWords.list(
        """
        inc llc ltd corp corporation incorporated limited dba lp llp plc gmbh sa srl pte co pvt
        """)

    /// What alone names nobody.
    private static let general = ProductWords.list(
        """
        company food foods firm farm farms brand market store group america american usa us international national
        product organic fresh generic unknown none na unbranded private own recall federal
        provisions packing packers industries enterprises holdings distributors distribution distributing trading importers imports import
        wholesale
        """)

    private static let states: Set<[String]> = Set(
        """
        Alabama, Alaska, Arizona, Arkansas, California, Colorado, Connecticut, Delaware, Florida, Georgia, Hawaii,
        Idaho, Illinois, Indiana, Iowa, Kansas, Kentucky, Louisiana, Maine, Maryland, Massachusetts, Michigan,
        Minnesota, Mississippi, Missouri, Montana, Nebraska, Nevada, New Hampshire, New Jersey, New Mexico, New York,
        North Carolina, North Dakota, Ohio, Oklahoma, Oregon, Pennsylvania, Rhode Island, South Carolina, South Dakota,
        Tennessee, Texas, Utah, Vermont, Virginia, Washington, West Virginia, Wisconsin, Wyoming, Puerto Rico, United
        States, United States of America
        """
        .split(separator: ",").map { ProductWords.words(of: String($0)).filter { !joints.contains($0) } })
}
