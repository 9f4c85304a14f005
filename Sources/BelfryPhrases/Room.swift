// BelfryPhrases
