import BelfryModel

extension NotificationID {
    /// The domain, the thing and the rule of its subject; a summary's has fewer.
    ///
    /// Byte by byte: an accent behind a bar makes one character of both.
    var names: [String] {
        subject.utf8.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false).map { String(Substring($0)) }
    }
}
