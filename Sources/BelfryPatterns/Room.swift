// BelfryPatterns
