import ArgumentParser
import BelfryModel

/// Who is told where nobody of those before has reacted, and whether one does it for all, as the options of the commands that have something told.
struct EscalationOptions: ParsableArguments {
    @Option(
        help: """
            Who is told where nobody has reacted, or several with commas between; rota:NAME for whoever is on duty then. Again for the next step, \
            each with its --after.
            """)
    var escalateTo: [String] = []

    @Option(help: "With --escalate-to: how long after the first, in whole minutes, such as 15m or 2h, a day at most.")
    var after: [String] = []

    @Option(help: "With --escalate-to: what counts as a reaction, read or acknowledged (default: acknowledged).")
    var escalateUntil: String?

    @Flag(help: "Only one of them has to do it: whoever presses a button first ends it for the others.")
    var oneOfUs = false

    /// Before the name of a rota among those of people.
    private static let rotaPrefix = "rota:"

    /// What they say, as the API has it; empty where none was given.
    ///
    /// - Throws: ``Failure`` where they don't belong together.
    func fields() throws -> [String: Any] {
        guard !escalateTo.isEmpty else {
            guard after.isEmpty, escalateUntil == nil else { throw Failure("--after and --escalate-until go with --escalate-to.", isUsage: true) }
            return oneOfUs ? ["one_of_us": true] : [:]
        }
        guard escalateTo.count == after.count else { throw Failure("Each --escalate-to has an --after of its own, such as 15m.", isUsage: true) }
        var escalation: [String: Any] = [:]
        escalation["until"] = escalateUntil
        escalation["steps"] = try zip(escalateTo, after).map { names, text -> [String: Any] in
            guard let length = TypedLength(text)?.duration, length.components.seconds % 60 == 0 else {
                throw Failure("--after is a number of minutes, hours or days, such as 15m, 2h or 1d.", isUsage: true)
            }
            let names = names.split(separator: ",")
            let (rotas, people) = (names.filter { $0.hasPrefix(Self.rotaPrefix) }, names.filter { !$0.hasPrefix(Self.rotaPrefix) })
            var step: [String: Any] = ["recipients": people.map(String.init), "after_minutes": Int(length.components.seconds / 60)]
            if !rotas.isEmpty { step["rotas"] = rotas.map { String($0.dropFirst(Self.rotaPrefix.count)) } }
            return step
        }
        return (oneOfUs ? ["one_of_us": true] : [:]).merging(["escalation": escalation]) { $1 }
    }
}
