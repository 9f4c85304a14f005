#if canImport(UserNotifications)
    import BelfryModel
    import Foundation
    import UserNotifications

    /// A picture in the app's own files, beside a reminder.
    ///
    /// The system takes the file away that it is given (https://developer.apple.com/documentation/usernotifications/unnotificationattachment), so it is
    /// given a copy: the app's own may be asked for again by the next reminder.
    struct PictureFile {
        let file: URL

        /// By which the same one is known after an update of the app, which moves its folder.
        var name: String { file.lastPathComponent }

        /// Nil where there is no such file, or none that the system shows: then the words are shown without it.
        func attachment(of identifier: String) -> UNNotificationAttachment? {
            var hash = StableHash()
            hash.add(identifier)
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("belfry-picture-\(String(hash.value, radix: 16))")
            let copy = folder.appendingPathComponent(name)
            do {
                // What an earlier one has left there, as where the system refused its request.
                try? FileManager.default.removeItem(at: folder)
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                try FileManager.default.copyItem(at: file, to: copy)
                return try UNNotificationAttachment(identifier: identifier, url: copy)
            } catch {
                try? FileManager.default.removeItem(at: folder)
                return nil
            }
        }
    }
#endif
