import BelfryModel
import BelfryPorts

/// The recalls that agencies have published by now; they stay for ever.
struct SimulatedFeed: RecallSource {
    var published: [RecallNotice] = []

    func notices() -> [RecallNotice] { published }
}
