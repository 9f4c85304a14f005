import BelfryPorts
import Synchronization

/// Remembers what an app was told, for tests to look at.
public final class ResponseLog: Sendable {
    private let list = Mutex<[NotificationResponse]>([])

    public init() {}

    public var responses: [NotificationResponse] { list.withLock { $0 } }

    public var append: @Sendable (NotificationResponse) async -> Void {
        { response in self.list.withLock { $0.append(response) } }
    }
}
