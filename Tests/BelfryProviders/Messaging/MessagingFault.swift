import Synchronization

/// What goes wrong with one request to a simulator.
public enum MessagingFault: Hashable, Sendable {
    /// It is refused with a status and a code of the provider's.
    case refuse(status: Int, code: Int, retryAfter: Int? = nil)
    /// It is taken, and the connection closes before the answer.
    case loseAnswer
    /// The connection closes before anything is taken.
    case close
}

/// What goes wrong, request by request.
public final class MessagingFaults: Sendable {
    private let next: Mutex<Source>

    private enum Source {
        case list([MessagingFault?])
        case seeded(SplitMix, share: Double, [MessagingFault])
    }

    /// The faults of the first requests, nil for none; after them nothing goes wrong.
    public init(_ list: [MessagingFault?] = []) {
        next = Mutex(.list(list))
    }

    /// - Parameters:
    ///   - share: of the requests that go wrong, from 0 to 1.
    ///   - faults: each as likely as the others.
    public init(seed: UInt64, share: Double, of faults: [MessagingFault]) {
        next = Mutex(.seeded(SplitMix(state: seed), share: share, faults))
    }

    func take() -> MessagingFault? {
        next.withLock { source in
            switch source {
            case .list(var list):
                guard !list.isEmpty else { return nil }
                let first = list.removeFirst()
                source = .list(list)
                return first
            case .seeded(var generator, let share, let faults):
                defer { source = .seeded(generator, share: share, faults) }
                guard Double.random(in: 0..<1, using: &generator) < share else { return nil }
                return faults.randomElement(using: &generator)
            }
        }
    }
}

/// Source: Guy L. Steele Jr., Doug Lea, Christine H. Flood, "Fast splittable pseudorandom number generators", 2014.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
