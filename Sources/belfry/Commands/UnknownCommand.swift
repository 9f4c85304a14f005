import ArgumentParser

/// A word that was typed where a command belongs, and is none. ArgumentParser suggests options alone.
struct UnknownCommand {
    private let word: String
    /// The command that was meant, as far as one can tell.
    private let nearest: String?
    /// Those that there are, where they are few and none is near.
    private let others: [String]

    /// How many letters may be other, missing, too many, or have changed places with their neighbour.
    private static let errorCountMax = 2

    /// - Parameter arguments: without the program's own name.
    /// - Returns: nil where every word that has to be a command is one.
    init?(in arguments: some Sequence<String>, of root: any ParsableCommand.Type) {
        var command = root
        for word in arguments {
            let commands = command.configuration.subcommands
            guard !commands.isEmpty, !word.hasPrefix("-"), word != "help" else { return nil }
            guard let next = commands.first(where: { $0._commandName == word || $0.configuration.aliases.contains(word) }) else {
                self.word = word
                let names = commands.map { $0._commandName }
                nearest = Self.nearest(to: word, among: names)
                others = nearest == nil && command != root ? names : []
                return
            }
            command = next
        }
        return nil
    }

    var sentence: String {
        let help = nearest.map { " Did you mean '\($0)'?" } ?? (others.isEmpty ? "" : " There are: \(others.joined(separator: ", ")).")
        return "Unknown command '\(printable(word))'.\(help)"
    }

    /// Of a short word less may be wrong: else it would come near to whatever is as short.
    private static func nearest(to word: String, among names: [String]) -> String? {
        let distances = names.map { (name: $0, count: errorCount(word, $0)) }
        guard let best = distances.min(by: { $0.count < $1.count }), best.count <= min(errorCountMax, word.count / 3) else { return nil }
        return best.name
    }

    /// Source: the optimal string alignment distance, https://en.wikipedia.org/wiki/Damerau–Levenshtein_distance
    private static func errorCount(_ left: String, _ right: String) -> Int {
        let (left, right) = (Array(left), Array(right))
        var (beforeLast, last) = ([Int](), Array(0...right.count))
        for (row, letter) in left.enumerated() {
            var counts = [row + 1]
            for (column, other) in right.enumerated() {
                var count = min(last[column + 1] + 1, counts[column] + 1, last[column] + (letter == other ? 0 : 1))
                if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other { count = min(count, beforeLast[column - 1] + 1) }
                counts.append(count)
            }
            (beforeLast, last) = (last, counts)
        }
        return last[right.count]
    }
}
