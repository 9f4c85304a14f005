import BelfryPorts

/// To whom a broadcast goes.
public enum BroadcastTarget<Recipients: AsyncSequence> where Recipients.Element == BroadcastRecipient {
    /// Asked for one after the other.
    case named(Recipients)
    /// Everybody who is known.
    case everybody
    /// Whoever is in an audience of its app when it is taken in.
    case audience(AudienceID)
}
