// BelfryDashboard
