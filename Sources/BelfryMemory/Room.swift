// BelfryMemory
