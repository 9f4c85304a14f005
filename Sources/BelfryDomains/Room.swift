// BelfryDomains
