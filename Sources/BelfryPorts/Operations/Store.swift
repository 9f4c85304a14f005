// BelfryPorts: the doors through which the house touches the world. Protocols and the values that pass through them; no keys.

/// Everything that a server keeps, in one database.
///
/// Besides what it says of itself, every method throws the database's own errors. Where one is an ``OutageError`` with an outage, nothing is wrong
/// with what was asked: the same may be asked again later.
public typealias Store = AddressBook & AlertStore & AnalyticsStore & AudienceStore & AuditStore & BroadcastStore & CalendarBook & CategoryStore
    & CredentialStore & DeliveryControl & DeliveryQueue & FamilyStore & HookStore & Inbox & LookStore & MetricStore & OverviewStore & PauseStore
    & PeopleIntake & PersonStore & RemovalStore & ReportStore & RotaStore & ScheduledOrderStore & StatusLog & SyncStore & TemplateStore & UpkeepStore
