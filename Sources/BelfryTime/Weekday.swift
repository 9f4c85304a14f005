/// A day of the week, by its short English name, as it stands in JSON.
public enum Weekday: String, CaseIterable, CodingKey, Sendable {
    case monday = "mon"
    case tuesday = "tue"
    case wednesday = "wed"
    case thursday = "thu"
    case friday = "fri"
    case saturday = "sat"
    case sunday = "sun"

    public init(_ date: CivilDate) {
        self =
            switch date.weekday {
            case 1: .monday
            case 2: .tuesday
            case 3: .wednesday
            case 4: .thursday
            case 5: .friday
            case 6: .saturday
            default: .sunday
            }
    }
}
