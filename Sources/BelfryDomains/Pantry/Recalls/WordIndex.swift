import BelfryModel

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Finds products by brand and words: the whole brand must be named, and nearly all that the item's name says must be in the description.
struct WordIndex: Sendable {
    /// The share of an item's words, by weight, that a description must have.
    static let coverageMin = 0.8

    private var numbers: [String: Int32] = [:]
    /// For each product, its words in their order, then those of each brand, with a gap between them.
    private var sequences: [[Int32]] = []
    /// For each product, the words that say what it is, sorted.
    private var contents: [[Int32]] = []
    /// For each product, the first of them, sorted: a name of one word must be among these, for further on it may be a flavour.
    private var leads: [[Int32]] = []
    /// For each word, the products that it stands in.
    private var postings: [[Int32]] = []
    /// For each word, in how many products it says what they are.
    private var contentCounts: [Int32] = []
    /// For each product, the brands by which an item is known that has none of its own.
    private var brands: [[[Int32]]] = []

    private static let gap: Int32 = -1

    init(_ products: [RecalledProduct]) {
        for product in products { add(product) }
    }

    private mutating func add(_ product: RecalledProduct) {
        let index = Int32(sequences.count)
        let described = ProductWords.words(of: product.description)
        let description = described.filter { !BrandWords.joints.contains($0) }.map { number(of: $0) }
        let spellings = product.brands.flatMap(BrandWords.spellings).map { $0.map { number(of: $0) } }
        let sequence = spellings.reduce(into: description) { $0 += [Self.gap] + $1 }
        let informative = Self.contents(of: described[...]).filter(ProductWords.isInformative).map { number(of: $0) }
        let content = Set(informative)
        for word in content { contentCounts[Int(word)] += 1 }
        for word in Set(sequence) where word != Self.gap { postings[Int(word)].append(index) }
        sequences.append(sequence)
        contents.append(content.sorted())
        leads.append(informative.prefix(Self.leadCount).sorted())
        brands.append(spellings)
    }

    /// The products that may be an item, by its brand and its name.
    func products(of item: HouseholdItem) -> [Int] {
        let name = Array(Self.contents(of: ProductWords.words(of: item.name)[...]))
        guard let brand = item.brand else { return productsByName(name) }
        let known = spellings(of: brand)
        let words = Set(BrandWords.spellings(of: brand).joined())
        let rest = name.filter { !words.contains($0) }
        return Set(known.flatMap(candidates)).sorted().filter { product in known.contains { names($0, product) } && covers(rest, product) }
    }

    /// Whether a product's text names a brand.
    func names(_ brand: String, product: Int) -> Bool {
        spellings(of: brand).contains { names($0, product) }
    }

    // MARK: Brands

    /// The spellings of a brand that the feed knows, without words that are no brand.
    private func spellings(of brand: String) -> [[Int32]] {
        BrandWords.spellings(of: brand).compactMap { spelling in
            let words = spelling.compactMap { numbers[$0] }
            guard !words.isEmpty, words.count == spelling.count, words.count > 1 || !isCommon(words[0]) else { return nil }
            return words
        }
    }

    /// Whether so many products are called by a word that it is no brand, such as “chicken” among meat.
    private func isCommon(_ word: Int32) -> Bool {
        Int(contentCounts[Int(word)]) > max(Self.commonCountMin, contents.count / 20)
    }

    private static let commonCountMin = 20
    private static let leadCount = 10

    private func candidates(for brand: [Int32]) -> [Int] {
        guard let rarest = brand.min(by: { postings[Int($0)].count < postings[Int($1)].count }) else { return [] }
        return postings[Int(rarest)].map(Int.init)
    }

    private func names(_ brand: [Int32], _ product: Int) -> Bool {
        let sequence = sequences[product]
        guard sequence.count >= brand.count else { return false }
        return (0...(sequence.count - brand.count)).contains { start in
            brand.indices.allSatisfy { sequence[start + $0] == brand[$0] }
        }
    }

    /// Of an item without a brand, those products one of whose brands its name has.
    private func productsByName(_ name: [String]) -> [Int] {
        let words = name.filter { !BrandWords.joints.contains($0) }
        let known = words.compactMap { numbers[$0] }
        let candidates: Set<Int> = Set(
            known.flatMap { word in postings[Int(word)].count <= Self.brandPostingMax ? postings[Int(word)].map(Int.init) : [] })
        return candidates.sorted().filter { product in
            brands[product].contains { brand in
                let spelled = brand.compactMap { number in words.first { numbers[$0] == number } }
                guard spelled.count == brand.count, Self.isRun(brand, in: words.map { numbers[$0] ?? Self.gap }) else { return false }
                return covers(words.filter { !spelled.contains($0) }, product)
            }
        }
    }

    /// A word in more products than this is no brand by itself.
    private static let brandPostingMax = 400

    private static func isRun(_ brand: [Int32], in words: [Int32]) -> Bool {
        guard words.count >= brand.count else { return false }
        return (0...(words.count - brand.count)).contains { start in brand.indices.allSatisfy { words[start + $0] == brand[$0] } }
    }

    // MARK: Words

    /// Whether a product's description has what the name of an item says, each word weighed by how rare it is.
    ///
    /// The weight is the inverse document frequency, log(1 + N/n).
    /// Source: Karen Spärck Jones, "A statistical interpretation of term specificity" (1972).
    private func covers(_ words: [String], _ product: Int) -> Bool {
        let informative = Set(words.filter(ProductWords.isInformative))
        guard !informative.allSatisfy(ProductWords.saysLittle) else { return false }
        if informative.count == 1, let word = informative.first {
            return numbers[word].map(leads[product].containsSorted) ?? false
        }
        var total = 0.0
        var covered = 0.0
        for word in informative {
            let number = numbers[word]
            let count = number.map { Double(contentCounts[Int($0)]) } ?? 0
            let weight = log(1 + Double(contents.count) / max(count, 1))
            total += weight
            if let number, contents[product].containsSorted(number) { covered += weight }
        }
        return total > 0 && covered / total >= Self.coverageMin
    }

    /// The words that say what a product is: up to its ingredients, its makers and where it was sold.
    private static func contents(of words: ArraySlice<String>) -> ArraySlice<String> {
        let end = words.indices.first { index in
            if endings.contains(words[index]) { return index > 1 }
            guard index + 1 < words.count, let next = pairedEndings[words[index]] else { return false }
            return next.contains(words[index + 1])
        }
        return words.prefix(upTo: end ?? words.endIndex)
    }

    private static let endings: Set<String> = Set(["ingredients", "ingredient", "contains", "allergen"].map(ProductWords.singular))
    private static let pairedEndings: [String: Set<String>] = [
        "distributed": ["by"], "dist": ["by"], "manufactured": ["by", "for", "in"], "mfg": ["by", "for"], "packed": ["by", "for"],
        "produced": ["by", "for"],
        "imported": ["by", "and"], "made": ["by", "for"], "product": ["of"], "sold": ["under"], "responsible": ["firm"],
        "processed": ["in"], "keep": ["refrigerated", "frozen"],
        "label": ["declare"], "packaged": ["by"], "this": ["product"],
    ]

    private mutating func number(of word: String) -> Int32 {
        if let number = numbers[word] { return number }
        let number = Int32(postings.count)
        numbers[word] = number
        postings.append([])
        contentCounts.append(0)
        return number
    }
}

extension Array where Element == Int32 {
    /// Whether a sorted list has an element, by halves.
    fileprivate func containsSorted(_ element: Int32) -> Bool {
        var range = indices
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if self[middle] == element { return true }
            range = self[middle] < element ? (middle + 1)..<range.upperBound : range.lowerBound..<middle
        }
        return false
    }
}
