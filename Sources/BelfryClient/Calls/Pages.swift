/// What is listed a page at a time, as a sequence: each page is asked for when the one before it is read through.
///
/// What comes in meanwhile moves nothing.
public struct Pages<Element: Sendable>: AsyncSequence, Sendable {
    struct Page: Sendable {
        let elements: [Element]
        /// What the next page is asked for with; nil of the last.
        let next: String?
    }

    let page: @Sendable (_ place: String?) async throws -> Page

    public struct AsyncIterator: AsyncIteratorProtocol {
        let page: @Sendable (String?) async throws -> Page
        private var elements: ArraySlice<Element> = []
        private var next: String?
        private var isBegun = false

        init(page: @escaping @Sendable (String?) async throws -> Page) { self.page = page }

        public mutating func next() async throws -> Element? {
            while elements.isEmpty {
                guard !isBegun || next != nil else { return nil }
                let page = try await page(next)
                (elements, next, isBegun) = (page.elements[...], page.next, true)
            }
            return elements.removeFirst()
        }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(page: page) }

    /// All that there is, or the first so many.
    public func collect(upTo countMax: Int = .max) async throws -> [Element] {
        var elements: [Element] = []
        guard countMax > 0 else { return elements }
        for try await element in self {
            elements.append(element)
            if elements.count == countMax { break }
        }
        return elements
    }
}
