/// A line of the result: the figures of one contender.
struct Row: Encodable {
    let name: String
    let unit: String
    /// The median of all rounds, by the clock.
    let figure: Double
    /// From the lowest to the highest round, as a share of the median.
    let spread: Double
    /// The median again, had nobody else used the processors: counted by CPU seconds.
    let figureByCPU: Double
    /// Operations for each second of one core.
    let operationsPerCPUSecond: Double
    let goal: Double?
    private(set) var beside: String?
    /// This figure divided by that of `beside`.
    private(set) var ratio: Double?
    private(set) var ratioByCPU: Double?

    init(_ contender: Contender, _ costs: [Cost], group: String) {
        func figure(_ seconds: Double) -> Double { contender.unit.figure(operationCount: contender.operationCount, seconds: seconds) }
        let figures = costs.map { figure($0.wallSeconds) }
        name = "\(group): \(contender.name)"
        unit = contender.unit.text
        self.figure = figures.median
        spread = ((figures.max() ?? 0) - (figures.min() ?? 0)) / figures.median
        figureByCPU = figure(costs.map(\.cpuSeconds).median)
        operationsPerCPUSecond = Double(contender.operationCount) / costs.map(\.cpuSeconds).median
        goal = contender.goal
    }

    func held(against other: Row) -> Row {
        var row = self
        row.beside = other.name
        row.ratio = figure / other.figure
        row.ratioByCPU = figureByCPU / other.figureByCPU
        return row
    }

    enum CodingKeys: String, CodingKey {
        case name, unit, figure, spread, goal, beside, ratio
        case figureByCPU = "figure_by_cpu"
        case operationsPerCPUSecond = "operations_per_cpu_second"
        case ratioByCPU = "ratio_by_cpu"
    }
}
