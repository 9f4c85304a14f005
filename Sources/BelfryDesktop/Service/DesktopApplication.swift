/// As whom a desktop shows our notifications.
public struct DesktopApplication: Hashable, Sendable {
    /// What the person reads, such as `Belfry`.
    public let name: String
    /// The name of its desktop entry without `.desktop`, by which desktops keep a person's settings for it.
    public let desktopEntry: String
    /// The name of an icon of the theme, or the path of a file; empty for none.
    public let icon: String

    public init(name: String = "Belfry", desktopEntry: String = "belfry", icon: String = "") {
        self.name = name
        self.desktopEntry = desktopEntry
        self.icon = icon
    }
}
