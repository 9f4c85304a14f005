extension RecurrenceRule {
    private typealias Part = RecurrenceProblem.Part

    /// Reads a rule as RFC 5545 writes it, with or without `RRULE:` in front; names and values in any case.
    ///
    /// What the RFC forbids is refused, not passed over: unknown and repeated parts, empty lists, and parts that must not stand together.
    /// A second of 60 is taken for 59, as section 3.3.12 asks of those who know no leap seconds.
    ///
    /// - Throws: ``RecurrenceProblem``, which names the part.
    public init(_ text: String) throws(RecurrenceProblem) {
        var text = text[...]
        let prefix = "RRULE:"
        if text.prefix(prefix.count).uppercased() == prefix { text = text.dropFirst(prefix.count) }
        // ASCII alone, because other letters have capitals that are ASCII.
        guard !text.isEmpty, text.utf8.allSatisfy({ $0 < 0x80 }) else { throw RecurrenceProblem(.rule, .malformed) }

        var values: [Part: Substring] = [:]
        for piece in text.split(separator: ";", omittingEmptySubsequences: false) {
            guard let equals = piece.firstIndex(of: "=") else { throw RecurrenceProblem(.rule, .malformed) }
            guard let part = Part(rawValue: piece[..<equals].uppercased()), part != .rule else {
                throw RecurrenceProblem(.rule, .unknownPart)
            }
            let value = piece[piece.index(after: equals)...]
            guard values.updateValue(value, forKey: part) == nil else { throw RecurrenceProblem(part, .repeated) }
        }
        guard let frequency = values[.frequency] else { throw RecurrenceProblem(.frequency, .missing) }
        self.init(frequency: try Self.frequency(frequency))
        // In a fixed order, so that the same text always has the same first problem.
        for part in Part.allCases {
            guard let value = values[part] else { continue }
            guard !value.isEmpty else { throw RecurrenceProblem(part, .empty) }
            try set(part, to: value)
        }
        if values[.count] != nil, values[.until] != nil { throw RecurrenceProblem(.until, .notWith(.count)) }
        try checkCombinations()
    }

    private mutating func set(_ part: Part, to value: Substring) throws(RecurrenceProblem) {
        switch part {
        case .rule, .frequency: break
        case .interval: interval = try Self.number(value, of: part, 1...Self.numberMax)
        case .count: end = .count(try Self.number(value, of: part, 1...Self.numberMax))
        case .until: end = try Self.until(value)
        case .byMonth: months = try Self.numbers(value, of: part, 1...12)
        case .byWeekNumber: weekNumbers = try Self.numbers(value, of: part, 1...53, orNegative: true)
        case .byYearDay: yearDays = try Self.numbers(value, of: part, 1...366, orNegative: true)
        case .byMonthDay: monthDays = try Self.numbers(value, of: part, 1...31, orNegative: true)
        case .byDay: weekdays = try Self.weekdayNumbers(value)
        case .byHour: hours = try Self.numbers(value, of: part, 0...23)
        case .byMinute: minutes = try Self.numbers(value, of: part, 0...59)
        case .bySecond: seconds = Self.sortedOnce(try Self.numbers(value, of: part, 0...60).map { min($0, 59) })
        case .bySetPosition: setPositions = try Self.numbers(value, of: part, 1...366, orNegative: true)
        case .weekStart: weekStart = try Self.weekday(value, of: part)
        case .calendarScale:
            guard value.uppercased() == "GREGORIAN" else { throw RecurrenceProblem(part, .notSupported(supported: ["GREGORIAN"])) }
        case .skip: skipsBackward = try Self.skipsBackward(value)
        }
    }

    /// Larger intervals and counts lead beyond the year 9999 anyway, and sums of these can't overflow.
    private static let numberMax = Int(Int32.max)

    private static func frequency(_ value: Substring) throws(RecurrenceProblem) -> Frequency {
        guard !value.isEmpty else { throw RecurrenceProblem(.frequency, .empty) }
        let name = value.uppercased()
        if let frequency = Frequency(rawValue: name) { return frequency }
        let names = Frequency.allCases.map(\.rawValue)
        throw RecurrenceProblem(.frequency, name == "SECONDLY" ? .notSupported(supported: names) : .unknownValue(allowed: names))
    }

    private static func skipsBackward(_ value: Substring) throws(RecurrenceProblem) -> Bool {
        let supported = ["OMIT", "BACKWARD"]
        switch value.uppercased() {
        case "OMIT": return false
        case "BACKWARD": return true
        case "FORWARD": throw RecurrenceProblem(.skip, .notSupported(supported: supported))
        default: throw RecurrenceProblem(.skip, .unknownValue(allowed: supported))
        }
    }
}

// MARK: Values

extension RecurrenceRule {
    /// A number without a sign, unless negative ones are allowed.
    fileprivate static func number(
        _ text: Substring, of part: RecurrenceProblem.Part, _ range: ClosedRange<Int>, orNegative: Bool = false
    ) throws(RecurrenceProblem) -> Int {
        let outOfRange = RecurrenceProblem(part, .outOfRange(range, orNegative: orNegative))
        let hasSign = text.first == "-" || text.first == "+"
        let digits = hasSign ? text.dropFirst() : text
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            throw RecurrenceProblem(part, text.isEmpty ? .empty : .notANumber)
        }
        // Digits alone fail to be an `Int` only where they are too many.
        guard let number = Int(digits), range.contains(number), orNegative || !hasSign else { throw outOfRange }
        return text.first == "-" ? -number : number
    }

    fileprivate static func numbers(
        _ list: Substring, of part: RecurrenceProblem.Part, _ range: ClosedRange<Int>, orNegative: Bool = false
    ) throws(RecurrenceProblem) -> [Int] {
        var numbers: [Int] = []
        for item in list.split(separator: ",", omittingEmptySubsequences: false) {
            numbers.append(try number(item, of: part, range, orNegative: orNegative))
        }
        return sortedOnce(numbers)
    }

    fileprivate static func sortedOnce(_ numbers: [Int]) -> [Int] {
        Set(numbers).sorted()
    }

    fileprivate static func weekday(_ name: Substring, of part: RecurrenceProblem.Part) throws(RecurrenceProblem) -> Int {
        guard let weekday = weekdayNames.firstIndex(of: name.uppercased()) else {
            throw RecurrenceProblem(part, .unknownValue(allowed: weekdayNames))
        }
        return weekday
    }

    /// `MO`, `+2TU`, `-1SU`, …: those without a number first, each in the order of the weeks of a month or year.
    fileprivate static func weekdayNumbers(_ list: Substring) throws(RecurrenceProblem) -> [WeekdayNumber] {
        var items: Set<WeekdayNumber> = []
        for item in list.split(separator: ",", omittingEmptySubsequences: false) {
            guard !item.isEmpty else { throw RecurrenceProblem(.byDay, .empty) }
            let weekday = try weekday(item.suffix(2), of: .byDay)
            let ordinal = item.dropLast(2)
            items.insert(
                WeekdayNumber(weekday: weekday, ordinal: ordinal.isEmpty ? nil : try number(ordinal, of: .byDay, 1...53, orNegative: true)))
        }
        return items.sorted { ($0.ordinal ?? .min, $0.weekday) < ($1.ordinal ?? .min, $1.weekday) }
    }

    /// `20260131`, `20260131T090000` or `20260131T080000Z`.
    fileprivate static func until(_ text: Substring) throws(RecurrenceProblem) -> End {
        var reader = TextReader(String(text))
        guard let year = reader.number(digitCount: 4), let month = reader.number(digitCount: 2), let day = reader.number(digitCount: 2),
            let date = CivilDate(year: year, month: month, day: day)
        else { throw RecurrenceProblem(.until, .notADate) }
        if reader.isAtEnd { return .date(date) }
        guard reader.skip("T") || reader.skip("t"), let hour = reader.number(digitCount: 2), let minute = reader.number(digitCount: 2),
            let second = reader.number(digitCount: 2), second <= 60,
            let time = CivilTime(hour: hour, minute: minute, second: min(second, 59))
        else { throw RecurrenceProblem(.until, .notADate) }
        let civil = CivilDateTime(date, time)
        if reader.isAtEnd { return .civil(civil) }
        guard reader.skip("Z") || reader.skip("z"), reader.isAtEnd else { throw RecurrenceProblem(.until, .notADate) }
        return .moment(Instant(secondsSinceEpoch: civil.wallSeconds))
    }
}

// MARK: What must not stand together

extension RecurrenceRule {
    /// RFC 5545, section 3.3.10: wherever it says MUST NOT.
    fileprivate func checkCombinations() throws(RecurrenceProblem) {
        if !weekNumbers.isEmpty, frequency != .yearly { throw RecurrenceProblem(.byWeekNumber, .onlyWithFrequencies([.yearly])) }
        if !yearDays.isEmpty, [.daily, .weekly, .monthly].contains(frequency) {
            throw RecurrenceProblem(.byYearDay, .onlyWithFrequencies([.yearly, .hourly, .minutely]))
        }
        if !monthDays.isEmpty, frequency == .weekly {
            throw RecurrenceProblem(.byMonthDay, .onlyWithFrequencies(Frequency.allCases.filter { $0 != .weekly }))
        }
        if weekdays.contains(where: { $0.ordinal != nil }) {
            guard [.monthly, .yearly].contains(frequency) else {
                throw RecurrenceProblem(.byDay, .ordinalsOnlyWithFrequencies([.yearly, .monthly]))
            }
            if !weekNumbers.isEmpty { throw RecurrenceProblem(.byDay, .ordinalsNotWith(.byWeekNumber)) }
        }
        let lists = [months, weekNumbers, yearDays, monthDays, hours, minutes, seconds]
        if !setPositions.isEmpty, weekdays.isEmpty, lists.allSatisfy(\.isEmpty) { throw RecurrenceProblem(.bySetPosition, .alone) }
    }
}
