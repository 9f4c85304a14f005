// libpq, PostgreSQL's own client, as the package libpq-dev brings it. BelfryPostgres alone imports it.
#include <libpq-fe.h>
