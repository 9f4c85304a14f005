// BelfrySQLite
