import Foundation
import GRDB

extension DatabasePool {
    /// Opens a file, whoever opens it at the same time.
    ///
    /// Two who make the log of a new file wait for each other, and SQLite has one of them fail at once instead of after its busy time-out
    /// (`sqlite3_busy_handler`: where waiting could be a deadlock). The other is through soon.
    static func opened(path: String, _ configuration: Configuration) throws -> DatabasePool {
        for _ in 1..<tryCountMax {
            do {
                return try DatabasePool(path: path, configuration: configuration)
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                Thread.sleep(forTimeInterval: pauseSeconds)
            }
        }
        return try DatabasePool(path: path, configuration: configuration)
    }

    /// Together two seconds, where it fails at once.
    private static var tryCountMax: Int { 100 }
    private static var pauseSeconds: TimeInterval { 0.02 }
}
