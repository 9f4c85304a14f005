// BelfryPhrases: says content, reasons and errors as sentences. The only room that words anything for a person.
// It never decides what is said, to whom or when.

/// The words in which Belfry speaks to people.
public enum Phrases {}
