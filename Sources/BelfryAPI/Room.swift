// BelfryAPI
