import BelfryModel
import BelfryPorts
import BelfryTime

/// Knows which of a person's two devices could have known what the other has told, and nothing of how they tell each other.
///
/// What one has told the other may tell too, as long as they haven't synced. Once the one has made a pass and synced after it, and the other
/// has synced and made a whole pass after that, it must not.
struct PairAuditor {
    private(set) var complaints: [String] = []
    /// By the part, when it was last shown on either; but for what a device says of its own plan, which is of no concern to the other.
    private(set) var shownAt: [NotificationID: Instant] = [:]
    private var devices = [Knowledge(), Knowledge()]
    /// What the server could know.
    private var shared: Set<NotificationID> = []

    private struct Knowledge {
        var shown: Set<NotificationID> = []
        /// What a pass has looked at since it was shown.
        var settled: Set<NotificationID> = []
        /// What it could know of a sync, and what of it a whole pass has looked at.
        var learnt: Set<NotificationID> = []
        var planned: Set<NotificationID> = []
        /// What the person wanted to see on it again.
        var snoozed: Set<NotificationID> = []
    }

    /// - Parameter shown: since this was last called. What is shown late by a pass must follow from what was learnt before it.
    mutating func watch(_ shown: [SimulatedCentre.Shown], on device: Int, passAt moment: Instant?) {
        for one in shown {
            let isLate = moment.map { one.at <= $0 } ?? false
            for part in one.notification.parts {
                let known = isLate ? devices[device].learnt : devices[device].planned
                let isWanted = devices[device].snoozed.remove(part) != nil || one.notification.severity == .critical
                // Each device tells by itself when its plan ends.
                if known.contains(part), !isWanted, one.notification.category != DeviceAuditor.ownCategory {
                    complaints.append("device \(device) tells what it could know to be told: \(part), at \(one.at)")
                }
                if one.notification.category != DeviceAuditor.ownCategory { shownAt[part] = one.at }
                devices[device].shown.insert(part)
            }
        }
    }

    /// A pass is about to be made, which looks at all that was shown before.
    func beginPass(on device: Int) -> Set<NotificationID> { devices[device].shown }

    /// - Parameter settled: as ``beginPass(on:)`` said.
    mutating func endPass(on device: Int, settled: Set<NotificationID>, isWhole: Bool) {
        devices[device].settled = settled
        if isWhole { devices[device].planned = devices[device].learnt }
    }

    mutating func synced(_ device: Int) {
        devices[device].learnt.formUnion(shared)
        shared.formUnion(devices[device].settled)
    }

    mutating func snoozed(_ parts: [NotificationID], on device: Int) { devices[device].snoozed.formUnion(parts) }

    /// - Parameters:
    ///   - receipts: of a device, in the end.
    ///   - since: how far back they are kept.
    mutating func compare(_ receipts: Set<NotificationID>, of device: Int, since: Instant) {
        let invented = receipts.filter { shownAt[$0] == nil }
        if !invented.isEmpty { complaints.append("device \(device) takes for told what nobody was shown: \(invented.sorted())") }
        let unknown = shownAt.filter { $0.value >= since && !receipts.contains($0.key) }.map(\.key)
        if !unknown.isEmpty { complaints.append("device \(device) never heard of: \(unknown.sorted())") }
    }
}
