import BelfryModel
import BelfryPhrases
import BelfryTime
import Foundation

/// What a decision was made from, as it was stored, worded for a reader.
public struct StoredInputs: Sendable {
    private let values: [String: Value]

    /// Nothing where none are stored, or none that this version can read.
    public init(_ explanation: Explanation) {
        values = explanation.inputs.flatMap { try? JSONDecoder().decode([String: Value].self, from: Data($0.utf8)) } ?? [:]
    }

    /// By whose clock it was decided; nil where none is stored.
    public var timezone: String? {
        if case .text(let name) = values["timezone"] { name } else { nil }
    }

    /// Names and values in the reader's words, in the order of their codes.
    ///
    /// - Parameter clock: how a moment is said.
    public func lines(in language: Language, clock: (Instant) -> String) -> [(name: String, value: String)] {
        values.sorted { $0.key < $1.key }.map { name, value in
            (Phrases.name(ofInput: name, in: language), text(of: value, named: name, in: language, clock))
        }
    }

    private func text(of value: Value, named name: String, in language: Language, _ clock: (Instant) -> String) -> String {
        let words = PageWords(language)
        // What names no zone is no moment, and reads the same by every clock.
        if case .text(let text) = value, let civil = CivilDateTime(text) {
            return Phrases.text(of: civil.date, in: language) + words.comma + civil.time.shortText
        }
        return switch value {
        case .flag(let isSo): words(isSo ? InputWord.yes : .no)
        case .text(let text):
            Instant(text).map(clock) ?? CivilDate(text).map { Phrases.text(of: $0, in: language) }
                ?? Phrases.text(ofInput: name, value: text, in: language)
        case .nights(let nights): Phrases.text(of: nights, in: language)
        }
    }

    /// Whatever stands in the inputs.
    private enum Value: Decodable {
        case flag(Bool)
        case text(String)
        case nights(QuietNights)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let flag = try? container.decode(Bool.self) {
                self = .flag(flag)
            } else if let number = try? container.decode(Int.self) {
                self = .text(String(number))
            } else if let list = try? container.decode([String].self) {
                self = .text(list.joined(separator: ", "))
            } else if let nights = try? container.decode(QuietNights.self) {
                self = .nights(nights)
            } else {
                self = .text(container.decodeNil() ? "–" : try container.decode(String.self))
            }
        }
    }
}
