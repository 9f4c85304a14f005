// BelfryChannels
