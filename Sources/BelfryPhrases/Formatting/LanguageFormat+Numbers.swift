extension LanguageFormat {
    /// A whole number in groups of three digits: `1,234,567`.
    func text(of number: Int) -> String {
        (number < 0 ? minus : "") + grouped(String(number.magnitude))
    }

    /// An amount in the smallest unit of its currency, as `1.240,00 €` for 124,000 cents in German.
    ///
    /// A code that is in no table is shown as it is, with two decimals, as most currencies have.
    func text(ofMinorUnits minorUnits: Int, currency code: String) -> String {
        let number = decimal(minorUnits.magnitude, fractionDigitCount: Currency.fractionDigitCount(of: code))
        let sign = minorUnits < 0 ? minus : ""
        let symbol = currencySymbols[code] ?? code
        switch money {
        case .symbolFirst:
            // A letter must not touch a digit: CLDR's `currencySpacing`.
            let gap = symbol.last?.isLetter == true ? "\u{A0}" : ""
            return sign + symbol + gap + number
        case .symbolLast: return sign + number + "\u{A0}" + symbol
        case .symbolLastRightToLeft: return "\u{200F}" + sign + number + "\u{A0}" + symbol
        }
    }

    private func decimal(_ magnitude: UInt, fractionDigitCount count: Int) -> String {
        guard count > 0 else { return grouped(String(magnitude)) }
        let digits = String(magnitude)
        let all = String(repeating: "0", count: max(0, count + 1 - digits.count)) + digits
        return grouped(String(all.dropLast(count))) + decimalSeparator + all.suffix(count)
    }

    private func grouped(_ digits: String) -> String {
        guard digits.count >= 3 + minimumGroupingDigits else { return digits }
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text += groupSeparator }
            text.append(digit)
        }
        return text
    }
}

/// What ISO 4217 says of currencies.
enum Currency {
    /// How many digits its smallest unit stands for: 2 for cents, 0 for yen, 3 for fils, 4 for the units of account of Chile and Uruguay.
    ///
    /// Source: ISO 4217, list one, the active currencies whose minor unit is not 2.
    static func fractionDigitCount(of code: String) -> Int {
        if wholeUnits.contains(code) { return 0 }
        if tenThousandths.contains(code) { return 4 }
        return thousandths.contains(code) ? 3 : 2
    }

    private static let wholeUnits: Set = [
        "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND", "VUV", "XAF", "XOF", "XPF",
    ]
    private static let tenThousandths: Set = ["CLF", "UYW"]
    private static let thousandths: Set = ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"]
}
